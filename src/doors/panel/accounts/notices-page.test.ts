import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { aMember } from '../../../../test/panel.ts'
import { aBrowserKey, aPushServer } from '../../../../test/push-server.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { createLog } from '../../../core/process/log.ts'
import { startPushes } from '../../../features/push/deliver.ts'

const service = await startService({ LOG_LEVEL: 'error', ALLOW_PRIVATE_DESTINATIONS: 'true' })
const loop = startPushes({ sql: service.sql, log: createLog('silent'), config: service.app.config })
service.app.afterWrite.add(loop.trigger)
after(() => loop.stop())
const guarded = await startService({ LOG_LEVEL: 'error' }, service)

suite('the page of the notices', () => {
  test('subscribes a device, sends a test, and unsubscribes it', async () => {
    const server = await aPushServer()
    const browser = aBrowserKey()
    const { base, person } = await aMember(service, 'STAFF')
    const endpoint = `${server.origin}/telefono`
    assert.match((await person.get(`${base}/avisos`)).text, /Ningún dispositivo tuyo avisa todavía/)

    const on = await person.post(`${base}/avisos`, { endpoint, ...browser.fields })
    assert.deepEqual([on.status, on.location], [303, `${base}/avisos`])
    const { text } = await person.follow(on)
    assert.ok(text.includes(`data-endpoint="${endpoint}"`))
    const [, id] = /avisos\/([^/"]+)\/probar/.exec(text)!

    assert.equal((await person.post(`${base}/avisos/${id}/probar`)).status, 303)
    await waitFor(() => server.pushes.length === 1)
    assert.match(browser.read(server.pushes[0]!.body)['title']!, /funcionan/)

    const off = await person.follow(await person.post(`${base}/avisos/${id}/apagar`))
    assert.match(off.text, /Ese dispositivo ya no avisa/)
    assert.doesNotMatch(off.text, /data-endpoint/)
  })

  test('rejects an invalid push endpoint, and a device of another account', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { fields } = aBrowserKey()
    for (const endpoint of ['', 'x', 'javascript:alert(1)', 'https://a:b@push.example/']) {
      const { status } = await person.post(`${base}/avisos`, { endpoint, ...fields })
      assert.equal(status, 400, endpoint)
    }
    assert.equal((await person.post(`${base}/avisos/nada/probar`)).status, 404)
    assert.equal((await person.post(`${base}/avisos/nada/apagar`)).status, 404)
  })

  test('rejects private addresses, with a rate limit', async () => {
    const { base, person } = await aMember(guarded, 'OWNER')
    const { fields } = aBrowserKey()
    const statuses = []
    for (let n = 0; n < 21; n++) {
      const endpoint = ['https://127.0.0.1/x', 'http://example.com/x', 'https://[::1]/x'][n % 3]!
      statuses.push((await person.post(`${base}/avisos`, { endpoint, ...fields })).status)
    }
    assert.deepEqual([...new Set(statuses.slice(0, 20))], [400])
    assert.equal(statuses[20], 429)
  })
})
