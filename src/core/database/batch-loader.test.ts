import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { batchLoader } from './batch-loader.ts'

suite('a batch loader', () => {
  test('of one turn are asked together, and each gets its own answer', async () => {
    const calls: number[][] = []
    const ask = batchLoader(async (questions: number[]) => {
      calls.push(questions)
      return questions.map((n) => n * 10)
    })
    assert.deepEqual(await Promise.all([1, 2, 3].map(ask)), [10, 20, 30])
    assert.deepEqual(calls, [[1, 2, 3]])
  })

  test('fail together when their call fails, and the next ones do not', async () => {
    const ask = batchLoader(async (questions: string[]) => {
      if (questions.includes('bad')) throw new Error('refused')
      return questions
    })
    const failed = await Promise.allSettled([ask('good'), ask('bad')])
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await ask('good'), 'good')
  })

  test('that hang hold up nobody for long', async () => {
    const ask = batchLoader((questions: string[]) =>
      questions.includes('hangs') ? new Promise<string[]>(() => {}) : Promise.resolve(questions),
    )
    for (let i = 0; i < 3; i++) {
      void ask('hangs')
      await new Promise(setImmediate)
    }
    const alive = setTimeout(() => {}, 10_000) // the hanging ones keep no process alive
    assert.equal(await ask('answered'), 'answered')
    clearTimeout(alive)
  })

  test('that hang are told so in the end', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const ask = batchLoader(() => new Promise<string[]>(() => {}))
    const refused = assert.rejects(ask('hangs'), { status: 503 })
    await new Promise(setImmediate)
    mock.timers.tick(20_000)
    await refused
  })
})
