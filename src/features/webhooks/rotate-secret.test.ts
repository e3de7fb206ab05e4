import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startService } from '../../../test/service.ts'
import { aStore, aWebhook } from '../../../test/factories.ts'
import { aReceiver } from '../../../test/receiver.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { createLog } from '../../core/process/log.ts'
import { startWebhooks } from './deliver.ts'
import { newWebhookSecret } from './secret.ts'

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { sql } = service
const worker = startWebhooks({ sql, log: createLog('silent'), allowPrivateDestinations: true })
after(() => worker.stop())
const path = '/api/v1/store/webhooks'

suite('POST /api/v1/store/webhooks/:id/rotate-secret', () => {
  test('signs with the new secret, and with the previous one for a day', async () => {
    const { url, messages } = await aReceiver()
    const { key } = await aStore(service)
    const [old, secret] = [newWebhookSecret(), newWebhookSecret()]
    const made = await service.post(path, { key, body: { url, events: ['order.created'], secret: old } })
    const at = `${path}/${made.json.data.id}` as const
    assert.equal(made.headers.get('location'), at)
    for (let n = 0; n < 2; n++) {
      const rotated = await service.post(`${at}/rotate-secret`, { key, body: { secret } }) // sent twice, rotates once
      assert.equal(rotated.status, 200, rotated.text)
      assert.equal(rotated.json.data.id, made.json.data.id)
      assert.doesNotMatch(rotated.text, /whsec/)
    }
    const { deliveryId } = (await service.post(`${at}/ping`, { key })).json.data
    worker.trigger()
    await waitFor(() => messages.length === 1)
    const { id, text, headers } = messages[0]!
    assert.equal(id, deliveryId)
    for (const valid of [old, secret]) new Webhook(valid).verify(text, headers)
    assert.throws(() => new Webhook(newWebhookSecret()).verify(text, headers))
  })

  test("is 400 for an invalid secret, 404 for another store's webhook", async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id } = await aWebhook(service, stranger)
    const rotate = (key: string, secret: string) =>
      service.post(`${path}/${id}/rotate-secret`, { key, body: { secret } })
    assert.equal((await rotate(store.key, newWebhookSecret())).status, 404)
    const { status, json, text } = await rotate(stranger.key, 'whsec_corto')
    assert.deepEqual([status, json.details.field], [400, 'secret'])
    assert.ok(!text.includes('corto'))
    const [row] = await sql`select secret from webhooks where id = ${id}`
    assert.equal(row!['secret'], 'whsec_')
  })
})
