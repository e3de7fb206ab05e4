import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { batchLoader } from './batch-loader.ts'
import { connect, isTransientError } from './db.ts'

suite('a batch loader', () => {
  test('loads the keys of one event loop turn together, and returns the value of each', async () => {
    const calls: number[][] = []
    const load = batchLoader(async (keys: number[]) => {
      calls.push(keys)
      return keys.map((n) => n * 10)
    })
    assert.deepEqual(await Promise.all([1, 2, 3].map(load)), [10, 20, 30])
    assert.deepEqual(calls, [[1, 2, 3]])
  })

  test('fails only the key that makes the batch fail', async () => {
    let [calls, running, mostRunning] = [0, 0, 0]
    const load = batchLoader(async (keys: string[]) => {
      calls++
      mostRunning = Math.max(mostRunning, ++running)
      await new Promise(setImmediate)
      running--
      if (keys.some((key) => key.startsWith('bad'))) throw new Error('refused')
      return keys.map((key) => `${key}!`)
    })
    const keys = Array.from({ length: 100 }, (_, n) => (n % 40 === 7 ? `bad ${n}` : `good ${n}`))
    const results = await Promise.allSettled(keys.map(load))
    results.forEach((one, n) => {
      if (n % 40 === 7) assert.equal(one.status, 'rejected')
      else assert.deepEqual(one, { status: 'fulfilled', value: `good ${n}!` })
    })
    assert.ok(calls < 60, `${calls} calls`)
    assert.equal(mostRunning, 1)
  })

  test('fails the whole batch after one call when the database is unavailable', async () => {
    let calls = 0
    const away = connect('postgres://nobody@127.0.0.1:9/none', { max: 1 })
    const load = batchLoader(async (keys: number[]) => {
      calls++
      await away`select 1`
      return keys
    })
    const results = await Promise.allSettled([1, 2, 3].map(load))
    assert.ok(results.every((one) => one.status === 'rejected' && isTransientError(one.reason)))
    assert.equal(calls, 1)
    await away.end()
  })

  test('releases the slot of a batch that hangs', async () => {
    const load = batchLoader((keys: string[]) =>
      keys.includes('hangs') ? new Promise<string[]>(() => {}) : Promise.resolve(keys),
    )
    for (let i = 0; i < 3; i++) {
      load('hangs').catch(() => {}) // rejected in the end, as the next test says
      await new Promise(setImmediate)
    }
    const alive = setTimeout(() => {}, 10_000) // the hanging ones keep no process alive
    assert.equal(await load('answered'), 'answered')
    clearTimeout(alive)
  })

  test('rejects the keys of a batch that hangs', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const load = batchLoader(() => new Promise<string[]>(() => {}))
    const denied = assert.rejects(load('hangs'), { status: 503 })
    await new Promise(setImmediate)
    mock.timers.tick(20_000)
    await denied
  })
})
