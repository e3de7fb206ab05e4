import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { after, suite, test } from 'node:test'
import { bareApp } from '../../../test/bare-app.ts'
import { waitFor } from '../../../test/wait-for.ts'
import type { KeyLookup } from '../auth/key-lookup.ts'
import { limitUnreadBodies } from './unread-bodies.ts'

const app = bareApp()
/** 30 MiB as UTF-8, half as many characters. */
const text = 'ñ'.repeat(15 * 1024 * 1024)
const cached = Buffer.alloc(30 * 1024 * 1024)
app.addHook('onRequest', async (request) => {
  request.key = { accountId: String(request.headers['x-account']) } as KeyLookup
})
limitUnreadBodies(app)
app.get('/large', (_request, reply) => reply.send(text))
app.get('/cached', (_request, reply) => reply.send(cached))
app.post('/large', {}, (_request, reply) => reply.send(text))
app.post('/relay/:what', { config: { relay: true, nonIdParams: true } }, (request, reply) => {
  request.mayHaveWritten = (request.params as { what: string }).what === 'write'
  return reply.send(text)
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())

/** Asks for the body and reads no more than its head. */
const ask = (account: string, method = 'GET', path = '/large') =>
  new Promise<IncomingMessage>((resolve) => {
    const headers = { 'x-account': account }
    get(url + path, { method, headers, agent: false }, (answer) => resolve(answer.pause()))
  })
const statusOf = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  answer.destroy()
  return answer.statusCode
}

suite('large response bodies that clients do not read', () => {
  test('are 503 past the limit of their owner, until one of them has ended', async (t) => {
    const held = [await ask('a'), await ask('a')]
    t.after(() => held.forEach((answer) => answer.destroy()))
    const rejected = await ask('a')
    held.push(rejected)
    assert.deepEqual(
      [rejected.statusCode, rejected.headers['content-type']],
      [503, 'application/json; charset=utf-8'],
    )
    assert.ok(Number(rejected.headers['retry-after']) > 0)

    assert.equal(await statusOf('b'), 200)
    assert.equal(await statusOf('a', 'POST'), 200)
    assert.equal(await statusOf('a', 'POST', '/relay/read'), 503)
    assert.equal(await statusOf('a', 'POST', '/relay/write'), 200)
    held[0]!.destroy()
    await waitFor(async () => (await statusOf('a')) === 200)
  })

  test('count once where they share a cached body, until its last reader has ended', async (t) => {
    const held = [await ask('c', 'GET', '/cached'), await ask('c', 'GET', '/cached'), await ask('c')]
    t.after(() => held.forEach((answer) => answer.destroy()))
    assert.equal(await statusOf('c', 'GET', '/cached'), 200)
    assert.equal(await statusOf('c'), 503)
    held[0]!.destroy()
    held[1]!.destroy()
    await waitFor(async () => (await statusOf('c')) === 200)
  })
})
