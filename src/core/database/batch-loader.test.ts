import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { batchLoader } from './batch-loader.ts'
import { connect, isTransientError } from './db.ts'

suite('a batch loader', () => {
  test('loads the questions of one event loop turn together, and answers each one', async () => {
    const calls: number[][] = []
    const ask = batchLoader(async (questions: number[]) => {
      calls.push(questions)
      return questions.map((n) => n * 10)
    })
    assert.deepEqual(await Promise.all([1, 2, 3].map(ask)), [10, 20, 30])
    assert.deepEqual(calls, [[1, 2, 3]])
  })

  test('fails only the question that makes the batch fail', async () => {
    let [calls, running, mostRunning] = [0, 0, 0]
    const ask = batchLoader(async (questions: string[]) => {
      calls++
      mostRunning = Math.max(mostRunning, ++running)
      await new Promise(setImmediate)
      running--
      if (questions.some((question) => question.startsWith('bad'))) throw new Error('refused')
      return questions.map((question) => `${question}!`)
    })
    const questions = Array.from({ length: 100 }, (_, n) => (n % 40 === 7 ? `bad ${n}` : `good ${n}`))
    const asked = await Promise.allSettled(questions.map(ask))
    asked.forEach((one, n) => {
      if (n % 40 === 7) assert.equal(one.status, 'rejected')
      else assert.deepEqual(one, { status: 'fulfilled', value: `good ${n}!` })
    })
    assert.ok(calls < 60, `${calls} calls`)
    assert.equal(mostRunning, 1)
  })

  test('fails the whole batch after one call when the database is unavailable', async () => {
    let calls = 0
    const away = connect('postgres://nobody@127.0.0.1:9/none', { max: 1 })
    const ask = batchLoader(async (questions: number[]) => {
      calls++
      await away`select 1`
      return questions
    })
    const asked = await Promise.allSettled([1, 2, 3].map(ask))
    assert.ok(asked.every((one) => one.status === 'rejected' && isTransientError(one.reason)))
    assert.equal(calls, 1)
    await away.end()
  })

  test('releases the slot of a batch that hangs', async () => {
    const ask = batchLoader((questions: string[]) =>
      questions.includes('hangs') ? new Promise<string[]>(() => {}) : Promise.resolve(questions),
    )
    for (let i = 0; i < 3; i++) {
      ask('hangs').catch(() => {}) // refused in the end, as the next test says
      await new Promise(setImmediate)
    }
    const alive = setTimeout(() => {}, 10_000) // the hanging ones keep no process alive
    assert.equal(await ask('answered'), 'answered')
    clearTimeout(alive)
  })

  test('rejects the questions of a batch that hangs', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const ask = batchLoader(() => new Promise<string[]>(() => {}))
    const refused = assert.rejects(ask('hangs'), { status: 503 })
    await new Promise(setImmediate)
    mock.timers.tick(20_000)
    await refused
  })
})
