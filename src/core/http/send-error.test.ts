import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bareApp } from '../../../test/bare-app.ts'
import { QueueFull } from '../concurrency/fair-queue.ts'
import { createLog } from '../process/log.ts'

suite('a full queue', () => {
  test('is 503 with Retry-After, and one warning without a stack for many of them', async () => {
    const lines: { level: number; msg: string; err?: unknown }[] = []
    const app = bareApp({ log: createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) }) })
    app.get('/full', async () => {
      throw new QueueFull()
    })
    app.get('/broken', async () => {
      throw new Error('x')
    })
    for (let n = 0; n < 5; n++) {
      const { statusCode, headers } = await app.inject('/full')
      assert.deepEqual([statusCode, headers['retry-after']], [503, '2'])
    }
    await app.inject('/broken')
    assert.deepEqual(
      lines.map(({ level, msg, err }) => [level, msg, err !== undefined]),
      [
        [40, 'a queue is full, further requests get 503 for a moment', false],
        [50, 'request failed', true],
      ],
    )
    await app.close()
  })
})
