import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from '../http/create-app.ts'
import type { Db } from '../database/db.ts'
import { createLog } from './log.ts'

suite('the log', () => {
  test('does not contain the URL of a request that timed out', async () => {
    const { app, written } = loggingApp()
    const late = async () => {
      await wait(60)
      return { data: [] }
    }
    app.get('/late', { config: { maxHandlerMs: 20 } }, late)
    assert.equal((await app.inject('/late?search=Ana+Morales')).statusCode, 503)
    await wait(100)
    await app.close()
    assert.match(written(), /came after its deadline/)
    assert.doesNotMatch(written(), /Morales/)
  })
  test('has no error when a client disconnects before its body is complete', async (t) => {
    const { app, written } = loggingApp()
    t.after(() => app.close())
    app.post('/orders', () => ({ data: [] }))
    const answered = new Promise<number>((resolve) =>
      app.addHook('onSend', async (_request, reply) => resolve(reply.statusCode)),
    )
    await app.listen({ port: 0 })
    const arrived = once(app.server, 'request')
    const socket = connect((app.server.address() as AddressInfo).port)
    socket.write(
      'POST /orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await arrived
    socket.destroy()
    assert.equal(await answered, 400)
    assert.doesNotMatch(written(), /"level":50/)
  })
})

function loggingApp() {
  let written = ''
  const app = createApp({
    sql: {} as Db,
    publicUrl: 'http://tienda.test',
    panelUrl: 'http://tienda.test',
    shopsDomain: null,
    trustProxy: [],
    log: createLog('info', { write: (line) => void (written += line) }),
    slowRequestMs: 1000,
    https: null,
    sendNotFound: async () => {},
  })
  return { app, written: () => written }
}
