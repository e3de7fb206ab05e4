import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '../../../test/wait-for.ts'
import { concurrencyLimiter } from './concurrency-limiter.ts'

/** Tasks that the test ends, and which of them have started. */
function works(begin: ReturnType<typeof concurrencyLimiter>, count: number) {
  const ends: PromiseWithResolvers<number>[] = []
  const begun: number[] = []
  const results = Array.from({ length: count }, (_, n) => {
    ends.push(Promise.withResolvers<number>())
    return begin(() => {
      begun.push(n)
      return ends[n]!.promise
    })
  })
  return {
    begun,
    results,
    end: (n: number) => ends[n]!.resolve(n),
    fail: (n: number) => ends[n]!.reject(new Error('x')),
  }
}

suite('a concurrency limiter', () => {
  test('starts the next task, in order of arrival, when one ends or fails', async () => {
    const { begun, results, end, fail } = works(concurrencyLimiter(2, 60_000), 5)
    assert.deepEqual(begun, [0, 1])
    end(1)
    assert.equal(await results[1], 1)
    await sleep(1)
    assert.deepEqual(begun, [0, 1, 2])
    fail(0)
    await assert.rejects(results[0]!, { message: 'x' })
    await sleep(1)
    assert.deepEqual(begun, [0, 1, 2, 3])
    ;[2, 3, 4].forEach(end)
    assert.deepEqual(await Promise.all(results.slice(2)), [2, 3, 4])
  })

  test('releases the slot of a slow task early, and only once', async () => {
    const begin = concurrencyLimiter(2, 20)
    const slow = works(begin, 2)
    const other = works(begin, 1)
    assert.deepEqual(other.begun, [])
    await waitFor(() => other.begun.length === 1, 5)
    ;[0, 1].forEach(slow.end)
    other.end(0)
    await Promise.all([...slow.results, ...other.results])
    const later = works(begin, 3)
    assert.deepEqual(later.begun, [0, 1])
    ;[0, 1, 2].forEach(later.end)
    await Promise.all(later.results)
  })
})
