import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const path = '/api/v1/store/webhooks'

suite('GET /api/v1/store/webhooks', () => {
  test('lists the newest first, without secrets and URLs', async () => {
    const store = await aStore(service)
    const [first, second] = [await aWebhook(service, store), await aWebhook(service, store)]
    const { status, json, text } = await service.get(path, store.key)
    assert.equal(status, 200)
    assert.deepEqual(json.data.map(({ id }: { id: string }) => id), [second.id, first.id]) // prettier-ignore
    const { data, ...envelope } = json
    assert.deepEqual(envelope, {
      total: 2,
      limit: 20,
      offset: 0,
      source: 'SAVED_CONFIGURATION',
      delivery: 'UNVERIFIED',
    })
    assert.doesNotMatch(text, /ejemplo\.test|whsec/)
    assert.match(data[0]!.destinationReference, /^dst_[0-9a-f]{12}$/)
    assert.notEqual(data[0]!.destinationReference, data[1]!.destinationReference)
    const again = await service.get(`${path}?limit=1`, store.key)
    assert.equal(again.json.data[0]!.destinationReference, data[0]!.destinationReference)
  })

  test('counts unrecognized event names', async () => {
    const store = await aStore(service)
    const { id } = await aWebhook(service, store)
    await service.sql`update webhooks set events = '{order.created,order.paid,x}' where id = ${id}`
    const [webhook] = (await service.get(path, store.key)).json.data
    assert.deepEqual(webhook!.events, ['order.created'])
    assert.equal(webhook!.unrecognizedEventCount, 2)
  })

  test('shows nothing of another store', async () => {
    await aWebhook(service, await aStore(service))
    const stranger = await aStore(service)
    assert.deepEqual((await service.get(path, stranger.key)).json.data, [])
  })

  test('is 400 on limit or offset out of range and 403 without the scope', async () => {
    const store = await aStore(service)
    assert.equal((await service.get(`${path}?limit=101`, store.key)).status, 400)
    assert.equal((await service.get(`${path}?offset=-1`, store.key)).status, 400)
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: ['store:read'] })
    assert.equal((await service.get(path, key)).status, 403)
  })
})
