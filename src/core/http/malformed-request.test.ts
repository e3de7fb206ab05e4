import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, suite, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { bareApp } from '../../../test/bare-app.ts'
import { rawRequest } from '../../../test/raw-request.ts'
import { startService } from '../../../test/service.ts'
import type { App } from './app.ts'

const service = await startService()
const raw = (text: string) => rawRequest(service.url, text)

suite('malformed HTTP', () => {
  test('malformed HTTP: 400 in the error envelope', async () => {
    for (const text of [
      'GARBAGE\r\n\r\n',
      'GET /api/health HTTP/1.1\r\nbad header\r\n\r\n',
      'GET /api/health HTTP/9.9\r\n\r\n',
    ]) {
      const answer = await raw(text)
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.match(answer, /\r\nx-request-id: [0-9a-f-]{36}\r\n/)
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).code, 'VALIDATION_ERROR')
    }
  })

  test('malformed HTTP: 431 on headers that are too large', async () => {
    assert.match(
      await raw(`GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 /,
    )
  })

  test('malformed HTTP behind a request whose response is being sent closes the connection, and adds nothing to that', async (t) => {
    const streaming = bareApp()
    streaming.get('/parts', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200).write('part')
    })
    t.after(() => streaming.close())
    const { port } = new URL(await streaming.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    let answer = ''
    socket.on('data', (text: string) => {
      if (answer === '') socket.write('GARBAGE\r\n\r\n')
      answer += text
    })
    socket.write('GET /parts HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'close')
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.doesNotMatch(answer, / 400 /)
  })

  test('malformed HTTP: 400 where it has no clear Host: two of them, or one that is no host name', async () => {
    const status = async (...hosts: string[]) => {
      const lines = hosts.map((host) => `${host}\r\n`).join('')
      const answer = await raw(`GET /api/health HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
      return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)![1])
    }
    for (const good of ['Host: x', 'Host: a.example:80', 'host:', 'HOST: [::1]:3000', 'Host: 127.0.0.1:'])
      assert.equal(await status(good), 200, good)
    for (const bad of ['Host: a b', 'Host: a/b', 'Host: a@b', 'Host: a:b', 'Host: a?b', 'Host: [a.example]'])
      assert.equal(await status(bad), 400, bad)
    assert.equal(await status('Host: x', 'Host: x'), 400)
    assert.equal(await status('Host: x', 'hOST: a.example'), 400)
  })
})

suite('a connection whose time is up', async () => {
  const file = (name: string) => readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))
  const [plain, secure] = [
    bareApp(),
    bareApp({ https: { cert: file('localhost.crt'), key: file('localhost.key') } }),
  ]
  const [plainUrl, secureUrl] = [await listenBriefly(plain), await listenBriefly(secure)]

  test('is closed without a word where nothing was received, so that a page never shows an answer to nothing', async () => {
    assert.equal(await rawRequest(plainUrl), '')
    const spare = connectTls({ port: Number(new URL(secureUrl).port), rejectUnauthorized: false })
    await once(spare, 'secureConnect')
    assert.equal(await text(spare), '')
  })

  test('gets 408 where a part of a request was received', async () => {
    const answer = await rawRequest(plainUrl, 'GET / HTTP/1.1\r\nHost: x\r\n')
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(answer, /\r\nconnection: close\r\n/)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).code, 'REQUEST_TIMEOUT')
  })
})

/** Listens, with time limits of a moment. */
async function listenBriefly(app: App): Promise<string> {
  after(() => app.close())
  Object.assign(app.server, { headersTimeout: 200, connectionsCheckingInterval: 50 })
  return await app.listen({ port: 0, host: '127.0.0.1' })
}
