import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fairQueue, QueueFull } from './fair-queue.ts'
import { memoryBudget } from './memory-budget.ts'

/** Tasks that the test ends, and the order in which they started. */
function works(bounds: Partial<Parameters<typeof fairQueue>[0]>) {
  const enter = fairQueue({ running: 1, runningPerOwner: 1, waiting: 100, waitingPerOwner: 100, ...bounds })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (owner: string, name: string, isLarge = false) =>
    enter({ owner, isLarge }, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await turn()
  }
  return { add, end, begun }
}

suite('a fair queue', () => {
  test('owners take turns, however many tasks one of them has', async () => {
    const { add, end, begun } = works({})
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name[0]!, name)
    await turn()
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('an owner at its limit does not block others', async () => {
    const { add, end, begun } = works({ running: 3, runningPerOwner: 2 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void add(name[0]!, name)
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    await end('b1')
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2'])
    await end('a1')
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'a3'])
  })

  test('rejects tasks past its limits, per owner and in total', async () => {
    const { add } = works({ waiting: 3, waitingPerOwner: 2 })
    for (const name of ['a1', 'a2', 'a3', 'b1']) void add(name[0]!, name)
    await assert.rejects(add('a', 'a4'), QueueFull)
    await assert.rejects(add('c', 'c1'), QueueFull)
  })

  test('a task that fails frees its slot like one that succeeds', async () => {
    const enter = fairQueue({ running: 1, runningPerOwner: 1, waiting: 9, waitingPerOwner: 9 })
    await assert.rejects(
      enter('a', () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await enter('a', () => Promise.resolve('yes')), 'yes')
  })
})

suite('a fair queue with slots for small tasks', () => {
  test('starts a small task while large ones of others wait', async () => {
    const { add, end, begun } = works({ running: 2, runningSmall: 1 })
    for (const name of ['a1', 'a2', 'b1', 'b2']) void add(name[0]!, name, true)
    await turn()
    assert.deepEqual(begun, ['a1'])
    void add('c', 'c1')
    void add('d', 'd1', true)
    void add('e', 'e1')
    await turn()
    assert.deepEqual(begun, ['a1', 'c1'])
    await end('a1')
    assert.deepEqual(begun, ['a1', 'c1', 'e1'], 'small before large')
    for (const name of ['c1', 'b1']) await end(name)
    assert.deepEqual(begun.slice(3), ['b1', 'd1'], 'then owners who used less')
  })

  test('counts tasks of an owner who used much time as large', async (t) => {
    const { add, end, begun } = works({ running: 2, runningPerOwner: 2, runningSmall: 1 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name)
    const later = performance.now() + 1_100
    t.mock.method(performance, 'now', () => later)
    await end('a1')
    await end('a2')
    assert.deepEqual(begun, ['a1', 'a2', 'a3'])
    void add('b', 'b1')
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'b1'])
  })

  test('forgets the time that an owner used', async (t) => {
    const { add, end, begun } = works({ running: 2, runningSmall: 1 })
    let now = performance.now()
    t.mock.method(performance, 'now', () => now)
    void add('a', 'a1')
    now += 1_100
    await end('a1')
    for (const name of ['b1', 'a2']) void add(name[0]!, name, name === 'b1')
    await turn()
    assert.deepEqual(begun, ['a1', 'b1'])
    now += 10_000
    void add('c', 'c1')
    await end('c1')
    assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2'])
  })
})

suite('a memory budget', () => {
  test('has a limit in total and one per owner, and reuses what is released', () => {
    const budget = memoryBudget({ total: 100, perOwner: 60 })
    assert.equal(budget.reserve('ana', 60), true)
    assert.equal(budget.reserve('ana', 1), false)
    assert.equal(budget.reserve('eva', 41), false)
    assert.equal(budget.reserve('eva', 40), true)
    budget.release('ana', 30)
    assert.equal(budget.reserve('eva', 20), true)
    assert.equal(budget.reserve('ana', 11), false)
    assert.equal(budget.reserve('ana', 10), true)
    budget.release('ana', 40)
    budget.release('eva', 60)
    assert.equal(budget.reserve('ana', 60), true)
  })

  test('admits an owner who holds little when others hold all of it', () => {
    const budget = memoryBudget({ total: 100, perOwner: 60, alwaysPerOwner: 5 })
    for (const owner of ['ana', 'eva']) assert.equal(budget.reserve(owner, 50), true)
    assert.equal(budget.reserve('ana', 1), false)
    assert.equal(budget.reserve('leo', 4), true)
    assert.equal(budget.reserve('leo', 30), true)
    assert.equal(budget.reserve('leo', 1), false)
    assert.equal(budget.reserve('mia', 61), false)
  })
})
