import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, anAccount, aStore } from '../../../test/factories.ts'
import { setPlan } from '../billing/change.ts'
import { newId } from '../../core/values/id.ts'
import { scopesOf } from '../../core/auth/scopes.ts'
import { addMember } from '../team/change.ts'

const service = await startService()

const aSlug = () => `tienda-${newId().slice(0, 12)}`
const aShop = (changes: object = {}) => ({ name: 'Pan y Miel', slug: aSlug(), currency: 'MXN', ...changes })
const create = (key: string, body: unknown, headers?: Record<string, string>) =>
  service.post('/api/v1/stores', { key, body, ...(headers && { headers }) })

async function anOwner() {
  const account = await anAccount(service)
  const key = await aKey(service, { accountId: account.id, scopes: scopesOf('ACCOUNT') })
  return { ...account, key }
}

suite('POST /api/v1/stores', () => {
  test('creates a store on the free plan, which the key has access to at once', async () => {
    const { key } = await anOwner()
    const body = aShop({ whatsappNumber: '+52 55 1234 5678' })
    const { status, json, headers } = await create(key, body)
    assert.equal(status, 201, JSON.stringify(json))
    assert.equal(headers.get('location'), `/api/v1/stores/${json.data.id}`)
    const { name, slug, currency, whatsappNumber, plan, billingState, role, url } = json.data
    assert.deepEqual({ name, slug, currency, whatsappNumber }, { ...body, whatsappNumber: '+525512345678' })
    assert.deepEqual([plan, billingState, role], ['free', 'active', 'OWNER'])
    assert.equal(url, `${service.app.publicUrl}/${slug}`)
    assert.equal((await service.get('/api/v1/store', key)).json.data.id, json.data.id)
  })

  test('400 on missing or invalid fields', async () => {
    const { key } = await anOwner()
    for (const field of ['name', 'slug', 'currency']) {
      const { status, json } = await create(key, aShop({ [field]: undefined }))
      assert.equal(status, 400)
      assert.deepEqual([json.details.field, json.details.reason], [field, 'required'])
    }
    assert.equal((await create(key, aShop({ plan: 'pro' }))).json.details.reason, 'unknown_field')
    assert.equal((await create(key, aShop({ currency: 'mxn' }))).json.details.reason, 'enum')
    assert.equal((await create(key, aShop({ language: 'fr' }))).json.details.reason, 'enum')
  })

  test('409 on a slug that is in use or reserved', async () => {
    const { key } = await anOwner()
    const { slug } = await aStore(service)
    for (const taken of [slug, 'ayuda']) {
      const { status, json } = await create(key, aShop({ slug: taken }))
      assert.equal(status, 409)
      assert.equal(json.code, 'DUPLICATE_SLUG')
    }
  })

  test('403 past three free stores, also for concurrent requests; paid ones do not count', async () => {
    const owner = await anOwner()
    // Connections that are open already, so that the requests really meet.
    await Promise.all(Array.from({ length: 10 }, () => service.sql`select pg_sleep(0.1)`))
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(owner.key, aShop())))
    assert.deepEqual(
      responses.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 201, 201, 403, 403, 403],
    )
    const { json } = responses.find(({ status }) => status === 403)!
    const { error, code, resource, limit, used, upgradeUrl } = json
    assert.deepEqual(
      { error, code, resource, limit, used },
      { error: 'plan_limit_reached', code: 'PLAN_LIMIT_REACHED', resource: 'stores', limit: 3, used: 3 },
    )
    assert.equal(upgradeUrl, `${service.app.panelUrl}/panel/plan`)

    const made = responses.find(({ status }) => status === 201)!
    await setPlan(service.sql, made.json.data.id, 'pro')
    assert.equal((await create(owner.key, aShop())).status, 201)
  })

  test('409 while the account keeps twenty slugs of deleted stores, until the first is free', async () => {
    const { key } = await anOwner()
    const made: string[] = []
    for (let n = 0; n < 20; n++) {
      const slug = aSlug()
      const { json } = await create(key, aShop({ slug }))
      await service.delete(`/api/v1/stores/${json.data.id}`, key)
      made.push(slug)
    }
    const { status, json } = await create(key, aShop())
    assert.deepEqual([status, json.code, json.details.limit], [409, 'SLUG_LIMIT_REACHED', 20])
    const days = (Date.parse(String(json.details.freeAt)) - Date.now()) / 86_400_000
    assert.ok(days > 29.9 && days < 30.1, `${days} days`)
    await service.sql`update slugs set held_until = now() where slug = ${made[0]!}`
    assert.equal((await create(key, aShop())).status, 201)
  })

  test('creates one store for a retried request', async () => {
    const { key } = await anOwner()
    const body = aShop()
    const idempotent = { 'idempotency-key': newId() }
    const first = await create(key, body, idempotent)
    const second = await create(key, body, idempotent)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.json.data.id, first.json.data.id)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal(second.headers.get('location'), first.headers.get('location'))
  })

  test('403 for a key of one store, and for one without the scope', async () => {
    const store = await aStore(service)
    assert.equal((await create(store.key, aShop())).json.code, 'FORBIDDEN')
    const reader = await aKey(service, { accountId: store.ownerId, scopes: ['stores:read'] })
    const { status, json } = await create(reader, aShop())
    assert.equal(status, 403)
    assert.equal(json.details.requiredScope, 'stores:write')
  })
})

suite('GET /api/v1/stores', () => {
  test('lists where the account is owner or administrator, with the role', async () => {
    const owner = await anOwner()
    const own = await aStore(service, { ownerId: owner.id })
    const [shared, staffed, foreign] = [await aStore(service), await aStore(service), await aStore(service)]
    await addMember(service.sql, shared.id, owner.id, 'ADMIN')
    await addMember(service.sql, staffed.id, owner.id, 'STAFF')
    const { status, json } = await service.get('/api/v1/stores', owner.key, { 'service-store': foreign.id })
    assert.equal(status, 200)
    assert.deepEqual(
      json.data.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [
        [own.id, 'OWNER'],
        [shared.id, 'ADMIN'],
      ],
    )
    assert.deepEqual([json.total, json.limit, json.offset], [2, 50, 0])
  })

  test('has pages', async () => {
    const owner = await anOwner()
    assert.deepEqual((await service.get('/api/v1/stores', owner.key)).json.data, [])
    const stores = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    const { json } = await service.get('/api/v1/stores?limit=1&offset=1', owner.key)
    assert.deepEqual([json.data[0]!.id, json.data.length, json.total], [stores[1]!.id, 1, 2])
    const past = await service.get('/api/v1/stores?offset=10', owner.key)
    assert.deepEqual([past.json.data, past.json.total], [[], 2])
    assert.equal((await service.get('/api/v1/stores?limit=101', owner.key)).status, 400)
  })

  test('403 for a key of one store', async () => {
    const { key } = await aStore(service)
    assert.equal((await service.get('/api/v1/stores', key)).json.code, 'FORBIDDEN')
  })
})

suite('DELETE /api/v1/stores/{id}', () => {
  test('revokes its keys, hides it from the account, and reserves its slug for 30 days', async () => {
    const owner = await anOwner()
    const [store, other] = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    const { status, json } = await service.delete(`/api/v1/stores/${store.id}`, owner.key)
    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual(json, { data: { id: store.id, deleted: true } })

    assert.equal((await service.get('/api/v1/store', store.key)).status, 401)
    const named = await service.get('/api/v1/store', owner.key, { 'service-store': store.id })
    assert.equal(named.json.code, 'FORBIDDEN')
    assert.equal((await service.get('/api/v1/store', owner.key)).json.data.id, other.id)
    assert.equal((await service.get('/api/v1/stores', owner.key)).json.total, 1)
    assert.equal((await service.delete(`/api/v1/stores/${store.id}`, owner.key)).status, 404)

    assert.equal((await create(owner.key, aShop({ slug: store.slug }))).status, 409)
    await service.sql`update slugs set held_until = held_until - interval '30 days' where slug = ${store.slug}`
    assert.equal((await create(owner.key, aShop({ slug: store.slug }))).status, 201)
    const [existing] = await service.sql`select id from stores where id = ${store.id}`
    assert.ok(existing)
  })

  test('403 for ADMIN, 404 for STAFF and for other accounts', async () => {
    const store = await aStore(service)
    const [admin, staff, stranger] = [await anOwner(), await anOwner(), await anOwner()]
    await addMember(service.sql, store.id, admin.id, 'ADMIN')
    await addMember(service.sql, store.id, staff.id, 'STAFF')
    const path = `/api/v1/stores/${store.id}` as const
    assert.equal((await service.delete(path, admin.key)).json.code, 'FORBIDDEN')
    assert.equal((await service.delete(path, staff.key)).status, 404)
    assert.equal((await service.delete(path, stranger.key)).status, 404)
    assert.equal((await service.delete(path, store.key)).status, 403)
    assert.equal((await service.get('/api/v1/store', store.key)).status, 200)
  })
})
