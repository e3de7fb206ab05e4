import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { bareApp } from '../../../test/bare-app.ts'

const app = bareApp()
const config = { maxHandlerMs: 20, idempotent: false }
const never = () => new Promise(() => {})
app.get('/never', { config }, never)
app.post('/never', { config }, never)
app.get('/stream', { config }, (_request, reply) => {
  const begun = new Readable({ read() {} })
  begun.push('begun')
  return reply.header('content-type', 'text/plain').send(begun)
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })

suite('a route that takes longer than it may', () => {
  test('is answered with 503 and Retry-After', async () => {
    const { status, headers } = await fetch(`${url}/never`)
    assert.equal(status, 503)
    assert.ok(Number(headers.get('retry-after')) > 0)
  })

  test('is answered with 503 too when its body was read before', async () => {
    const { status } = await fetch(`${url}/never`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(status, 503)
  })

  test('is cut off when it has begun to answer', async () => {
    const answer = await fetch(`${url}/stream`)
    assert.equal(answer.status, 200)
    await assert.rejects(answer.text())
    await app.close()
  })
})
