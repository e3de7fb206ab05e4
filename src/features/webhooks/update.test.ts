import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aPlacedOrder, aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const { sql } = service
const at = (id: string) => `/api/v1/store/webhooks/${id}` as const

async function aListener() {
  const store = await aStore(service)
  const { id } = await aWebhook(service, store)
  const put = (body: object) => service.put(at(id), { key: store.key, body })
  const states = async () =>
    (await sql<{ state: string }[]>`select state from deliveries where recipient = ${id}`).map(
      (row) => row.state,
    )
  return { store, id, put, states }
}

suite('PUT /api/v1/store/webhooks/:id', () => {
  test('changes only the fields sent, and nothing on equal values', async () => {
    const { id, put } = await aListener()
    const changed = await put({ url: 'https://93.184.216.34/otra', events: ['order.created'] })
    assert.equal(changed.status, 200, changed.text)
    assert.doesNotMatch(changed.text, /93\.184/)
    const { data } = changed.json
    assert.deepEqual([data.events, data.isActive], [['order.created'], true])
    assert.ok(data.updatedAt > data.createdAt)
    const [row] = await sql`select url from webhooks where id = ${id}`
    assert.equal(row!['url'], 'https://93.184.216.34/otra')
    assert.deepEqual((await put({ url: 'https://93.184.216.34/otra' })).json.data, data)
    assert.deepEqual((await put({})).json.data, data)
  })

  test('pauses and resumes it with its pending deliveries', async () => {
    const { store, put, states } = await aListener()
    await aPlacedOrder(service, store)
    assert.equal((await put({ isActive: false })).json.data.isActive, false)
    assert.ok((await states()).every((state) => state === 'paused'))
    const { data } = (await put({ isActive: true, events: ['order.created'] })).json
    assert.deepEqual([data.isActive, data.events], [true, ['order.created']])
    assert.deepEqual(new Set(await states()), new Set(['waiting']))
  })

  const bad: [body: object, field: string][] = [
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }, 'secret'],
    [{ isActive: 'no' }, 'isActive'],
  ]
  for (const [body, field] of bad) {
    test(`is 400 for ${JSON.stringify(body)}`, async () => {
      const { put } = await aListener()
      const { status, json } = await put(body)
      assert.deepEqual([status, json.details?.field], [400, field])
    })
  }

  test("is 404 for an unknown webhook and another store's", async () => {
    const [{ store }, stranger] = [await aListener(), await aListener()]
    for (const id of ['nada', stranger.id]) {
      const { status } = await service.put(at(id), { key: store.key, body: { isActive: false } })
      assert.equal(status, 404)
    }
  })
})
