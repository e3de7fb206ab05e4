import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { bareApp } from '../../../test/bare-app.ts'
import { waitFor } from '../../../test/wait-for.ts'

const app = bareApp()
const config = { maxHandlerMs: 20 }
const never = () => new Promise(() => {})
const cutOff: string[] = []
app.addHook('onRequest', async (request, { raw }) => {
  raw.once('close', () => raw.writableFinished || cutOff.push(request.url))
})
app.get('/never', { config }, never)
app.get('/file', { config }, (_request, reply) => {
  reply.header('content-disposition', 'attachment; filename="a.csv"').header('etag', '"a"')
  return never()
})
app.post('/never', { config }, never)
const begun = (reply: FastifyReply) => {
  const stream = new Readable({ read() {} })
  stream.push('begun')
  void reply.header('content-type', 'text/plain').send(stream)
  return stream
}
app.get('/cut-off', { config: { ...config, maxDeliveryMs: 200 } }, (_request, reply) => void begun(reply))
app.get('/slow', { config }, async (_request, reply) => {
  const stream = begun(reply)
  await sleep(config.maxHandlerMs * 3)
  stream.push(', whole')
  stream.push(null)
  return reply
})
app.get('/unread', { config: { ...config, maxDeliveryMs: 200 } }, (_request, reply) =>
  reply.send(Buffer.alloc(2e7)),
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())

suite('a route that exceeds its timeout', () => {
  test('gets 503 and Retry-After', async () => {
    const { status, headers } = await fetch(`${url}/never`)
    assert.equal(status, 503)
    assert.ok(Number(headers.get('retry-after')) > 0)
  })

  test('gets 503 also after its body was read', async () => {
    const { status } = await fetch(`${url}/never`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(status, 503)
  })

  test('is not saved by the browser as the file that was requested', async () => {
    const { status, headers } = await fetch(`${url}/file`)
    assert.deepEqual([status, headers.get('content-disposition'), headers.get('etag')], [503, null, null])
  })

  test('continues when the response has begun', async () => {
    assert.equal(await (await fetch(`${url}/slow`)).text(), 'begun, whole')
  })
})

suite('a response that exceeds its timeout', () => {
  test('is aborted, whether it is still being written or not read', async () => {
    for (const path of ['/cut-off', '/unread']) {
      const answer = await fetch(url + path)
      assert.equal(answer.status, 200)
      await waitFor(() => cutOff.includes(path))
      await assert.rejects(answer.text(), path)
    }
  })
})
