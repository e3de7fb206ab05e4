import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, type Answer } from '../../../test/service.ts'
import { aKey, anAccount, aStore } from '../../../test/factories.ts'
import { revokeApiKey } from '../../features/api-keys/manage.ts'
import { hashToken, newToken } from '../../features/api-keys/token.ts'
import { setBillingState, setPlan } from '../../features/billing/change.ts'
import { addMember, removeMember } from '../../features/team/change.ts'
import { newId } from '../values/id.ts'
import { scopesOf, STORE_SCOPES } from './scopes.ts'

const service = await startService()
const beside = await startService({}, service)
const { sql } = service

const read = (key?: string, headers: Record<string, string> = {}) =>
  service.get('/api/v1/store', key, headers)

/** An account with a key of all its stores. */
async function anOwner(scopes = scopesOf('ACCOUNT')) {
  const account = await anAccount(service)
  return { ...account, key: await aKey(service, { accountId: account.id, scopes }) }
}

function is({ status, json }: Answer, expected: number, code?: string) {
  assert.equal(status, expected, JSON.stringify(json))
  assert.equal(json.code, code)
  assert.ok(typeof json.error === 'string' && json.error.length > 0)
}

const is401 = (answer: Answer) => is(answer, 401, 'UNAUTHORIZED')
const is403 = (answer: Answer) => is(answer, 403, 'FORBIDDEN')

/** Makes the key's next requests 429. */
async function exhaustLimit(key: string) {
  await sql`
    insert into rate_hits (key, hits, ends_at)
    select 'key:' || id, 1000, now() + interval '30 seconds' from api_keys where token_hash = ${hashToken(key)}
    on conflict (key) do update set hits = 1000, ends_at = excluded.ends_at`
}

const suspend = (storeId: string) => setBillingState(sql, storeId, 'suspended')

suite('401', () => {
  test('401 without a header, or with a malformed one', async () => {
    const { key } = await aStore(service)
    const wrong = [
      '',
      key,
      `Basic ${key}`,
      `Token ${key}`,
      'Bearer',
      'Bearer ',
      `Bearer ${key} ${key}`,
      `Bearer${key}`,
    ]
    is401(await read())
    for (const authorization of wrong) is401(await read(undefined, { authorization }))
  })

  test('401 with a key that is unknown, malformed, or differs in one letter', async () => {
    const { key } = await aStore(service)
    const changed = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
    for (const token of [newToken(), 'x', "' or 1=1--", '%00', 'é'.repeat(50), 'x'.repeat(5000), changed]) {
      is401(await read(undefined, { authorization: `Bearer ${token}` }))
    }
  })

  test('401 has a WWW-Authenticate header', async () => {
    assert.equal((await read()).headers.get('www-authenticate'), 'Bearer')
  })

  test('the scheme of a key is accepted in any case', async () => {
    const { key } = await aStore(service)
    for (const scheme of ['bearer', 'BEARER']) {
      assert.equal((await read(undefined, { authorization: `${scheme} ${key}` })).status, 200)
    }
  })

  test('401 on the next request after the key is revoked or expires, or its store is deleted', async () => {
    const [revoked, expired, deleted] = [await aStore(service), await aStore(service), await aStore(service)]
    for (const { key } of [revoked, expired, deleted]) assert.equal((await read(key)).status, 200)
    const [row] = await sql<{ id: string }[]>`select id from api_keys where store_id = ${revoked.id}`
    await revokeApiKey(sql, row!.id)
    await sql`update api_keys set expires_at = now() where store_id = ${expired.id}`
    await sql`update stores set deleted_at = now() where id = ${deleted.id}`
    for (const { key } of [revoked, expired, deleted]) is401(await read(key))
  })

  test('a key is accepted until it expires', async () => {
    const { id, key } = await aStore(service)
    await sql`update api_keys set expires_at = now() + interval '30 seconds' where store_id = ${id}`
    assert.equal((await read(key)).status, 200)
  })
})

suite('the store of an account key', () => {
  test('the store of an account key is the only one that it has access to', async () => {
    const owner = await anOwner()
    const store = await aStore(service, { ownerId: owner.id })
    await addMember(sql, (await aStore(service)).id, owner.id, 'STAFF')
    assert.equal((await read(owner.key)).json.data.id, store.id)
  })

  test('the store of an account key is selected by id or slug when there are several', async () => {
    const owner = await anOwner()
    const stores = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    is(await read(owner.key), 400, 'store_required')
    is(await read(owner.key, { 'service-store': ' ' }), 400, 'store_required')
    for (const { id, slug } of stores) {
      for (const name of [id, slug, ` ${id} `]) {
        assert.equal((await read(owner.key, { 'service-store': name })).json.data.id, id)
      }
    }
  })

  test('the store of an account key is the one with that id, even if another store has it as its slug', async () => {
    const owner = await anOwner()
    for (let n = 0; n < 4; n++) {
      const twin = await aStore(service, { ownerId: owner.id })
      const meant = await aStore(service, { ownerId: owner.id })
      await sql`update stores set slug = ${meant.id} where id = ${twin.id}`
      assert.equal((await read(owner.key, { 'service-store': meant.id })).json.data.id, meant.id)
    }
  })

  test('an account key: 403 when its store is unknown, another account’s, a former one, or one where the account is STAFF', async () => {
    const owner = await anOwner()
    await aStore(service, { ownerId: owner.id })
    const [foreign, staffed, left] = [await aStore(service), await aStore(service), await aStore(service)]
    await addMember(sql, staffed.id, owner.id, 'STAFF')
    await addMember(sql, left.id, owner.id, 'ADMIN')
    assert.equal((await read(owner.key, { 'service-store': left.slug })).status, 200)
    await removeMember(sql, left.id, owner.id)
    const names = [newId(), 'ninguna', '*', '%', foreign.id, foreign.slug, staffed.id, staffed.slug, left.id]
    for (const name of names) is403(await read(owner.key, { 'service-store': name }))
  })

  test('the store of an account key: 403 when the account has access to none', async () => {
    const owner = await anOwner()
    const none = await read(owner.key)
    is403(none)
    assert.match(none.json.error, /no alcanza ninguna tienda/)
    await addMember(sql, (await aStore(service)).id, owner.id, 'STAFF')
    is403(await read(owner.key))
  })
})

suite('a store key', () => {
  test('a store key may select its own store, by id or slug, and no other', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    for (const name of [store.id, store.slug]) {
      assert.equal((await read(store.key, { 'service-store': name })).json.data.id, store.id)
    }
    for (const name of [other.id, other.slug, 'ninguna'])
      is403(await read(store.key, { 'service-store': name }))
  })

  test('a store key may not select another store of the same owner', async () => {
    const owner = await anOwner()
    const [store, other] = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    is403(await read(store.key, { 'service-store': other.id }))
  })

  test('a store key is 401 once its creator loses the role or leaves, and works again with the role', async () => {
    const store = await aStore(service)
    const admin = await anAccount(service)
    await addMember(sql, store.id, admin.id, 'ADMIN')
    const key = await aKey(service, { storeId: store.id, accountId: admin.id })
    assert.equal((await read(key)).status, 200)
    await addMember(sql, store.id, admin.id, 'STAFF')
    const lowered = await read(key)
    is403(lowered)
    assert.match(lowered.json.error, /ya no administra la tienda/)
    await addMember(sql, store.id, admin.id, 'OWNER')
    assert.equal((await read(key)).status, 200)
    await removeMember(sql, store.id, admin.id)
    is403(await read(key))
  })
})

suite('402', () => {
  test('402 while the store is suspended, and not on the next request after that', async () => {
    const store = await aStore(service)
    await suspend(store.id)
    const { status, json } = await read(store.key)
    assert.equal(status, 402)
    const { message, ...rest } = json
    assert.ok(message.length > 0)
    assert.deepEqual(rest, {
      error: 'payment_required',
      state: 'suspended',
      upgradeUrl: `${service.app.panelUrl}/panel/t/${store.slug}/plan`,
    })
    assert.equal((await service.put('/api/v1/store', { key: store.key, body: {} })).status, 402)
    await setBillingState(sql, store.id, 'active')
    assert.equal((await read(store.key)).status, 200)
  })

  test('a suspended store does not affect the other stores of the account, nor its list of stores', async () => {
    const owner = await anOwner()
    const [store, other] = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    await suspend(store.id)
    assert.equal((await read(owner.key, { 'service-store': store.id })).status, 402)
    assert.equal((await read(owner.key, { 'service-store': other.id })).status, 200)
    assert.equal((await service.get('/api/v1/stores', owner.key)).json.total, 2)
  })
})

suite('403', () => {
  test('403 names the scope that is missing; writing does not imply reading', async () => {
    const store = await aStore(service, { scopes: ['store:write'] })
    const answer = await read(store.key)
    is403(answer)
    assert.deepEqual(answer.json.details, { requiredScope: 'store:read' })
    assert.equal((await service.put('/api/v1/store', { key: store.key, body: {} })).status, 200)
  })

  test('403 PLAN_REQUIRED on a free store, and not on the next request after it is paid', async () => {
    const store = await aStore(service, { plan: 'free' })
    const remove = () => service.delete(`/api/v1/reviews/${newId()}`, store.key)
    const answer = await remove()
    is(answer, 403, 'PLAN_REQUIRED')
    const { error, feature, upgradeUrl, message } = answer.json
    assert.deepEqual(
      [error, feature, upgradeUrl],
      ['plan_required', 'reviewModeration', `${service.app.panelUrl}/panel/t/${store.slug}/plan`],
    )
    assert.ok(message.length > 0)
    for (const plan of ['pro', 'lifetime'] as const) {
      await setPlan(sql, store.id, plan)
      is(await remove(), 404, 'NOT_FOUND')
    }
  })
})

suite('the order of the checks', () => {
  test('an unknown path and a wrong method come before the key', async () => {
    is(await service.get('/api/v1/nada'), 404, 'NOT_FOUND')
    const wrong = await service.call('PATCH', '/api/v1/store')
    is(wrong, 405, 'METHOD_NOT_ALLOWED')
    assert.equal(wrong.headers.get('allow'), 'GET, HEAD, PUT')
  })

  test('the key comes before the limit', async () => {
    const { id, key } = await aStore(service)
    await exhaustLimit(key)
    is(await read(key), 429, 'RATE_LIMIT_EXCEEDED')
    await sql`update api_keys set revoked_at = now() where store_id = ${id}`
    is401(await read(key))
  })

  test('the limit comes before the selection of the store', async () => {
    const owner = await anOwner()
    for (let n = 0; n < 2; n++) await aStore(service, { ownerId: owner.id })
    const { key } = await aStore(service)
    await exhaustLimit(owner.key)
    await exhaustLimit(key)
    is(await read(owner.key), 429, 'RATE_LIMIT_EXCEEDED')
    is(await read(owner.key, { 'service-store': 'ninguna' }), 429, 'RATE_LIMIT_EXCEEDED')
    is(await read(key, { 'service-store': 'ninguna' }), 429, 'RATE_LIMIT_EXCEEDED')
    is(await service.get('/api/v1/stores', key), 429, 'RATE_LIMIT_EXCEEDED')
  })

  test('the selection of the store comes before its suspension', async () => {
    const owner = await anOwner()
    const [store, other] = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    for (const { id } of [store, other]) await suspend(id)
    is(await read(owner.key), 400, 'store_required')
    is403(await read(store.key, { 'service-store': other.id }))
  })

  test('the suspension comes before the scope', async () => {
    const store = await aStore(service, { scopes: ['orders:read'] })
    await suspend(store.id)
    assert.equal((await read(store.key)).status, 402)
  })

  test('the scope comes before the plan', async () => {
    const store = await aStore(service, { plan: 'free', scopes: ['reviews:read'] })
    is403(await service.delete(`/api/v1/reviews/${newId()}`, store.key))
  })

  test('scope and plan come before the body', async () => {
    const moderate = (key: string) =>
      service.put('/api/v1/reviews/x', { key, headers: { 'content-type': 'text/plain' }, body: 'x' })
    const free = await aStore(service, { plan: 'free' })
    is(await moderate(free.key), 403, 'PLAN_REQUIRED')
    is(await moderate((await aStore(service)).key), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const reader = await aStore(service, { scopes: ['store:read'] })
    is403(await service.put('/api/v1/store', { key: reader.key, body: '{' }))
  })

  test('the content type comes before the size, the size before the syntax, the syntax before the fields', async () => {
    const { key } = await aStore(service)
    const put = (body: string, type = 'application/json') =>
      service.put('/api/v1/store', { key, body, headers: { 'content-type': type } })
    const large = '{'.repeat(1024 * 1024 + 1)
    is(await put(large, 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    is(await put(large), 413, 'PAYLOAD_TOO_LARGE')
    const malformed = await put('{"name": 7')
    is(malformed, 400, 'VALIDATION_ERROR')
    assert.equal(malformed.json.details.reason, 'malformed_json')
    assert.equal((await put('{"name": 7}')).json.details.reason, 'type')
  })

  test('validation comes before existence', async () => {
    const { key } = await aStore(service)
    for (const id of [newId(), '%00', 'a b']) {
      const move = (status: string) => service.put(`/api/v1/orders/${id}`, { key, body: { status } })
      is(await move('lost'), 400, 'VALIDATION_ERROR')
      is(await move('confirmed'), 404, 'NOT_FOUND')
    }
  })
})

suite('the limit of a key', () => {
  test('the limit of a key is 100 per minute, over all endpoints and processes, with headers in each response', async () => {
    const { key } = await aStore(service)
    const paths = ['/api/v1/store', '/api/v1/orders', '/api/v1/products', '/api/v1/store/team']
    const responses = await Promise.all(
      Array.from({ length: 101 }, (_, n) => (n % 2 ? service : beside).get(paths[n % 4]!, key)),
    )
    const remaining = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    assert.deepEqual(
      remaining.toSorted((a, b) => a - b),
      [0, ...Array.from({ length: 100 }, (_, n) => n)],
    )
    for (const { headers } of responses) assert.equal(headers.get('x-ratelimit-limit'), '100')

    const rejected = responses.filter(({ status }) => status !== 200)
    assert.equal(rejected.length, 1)
    is(rejected[0]!, 429, 'RATE_LIMIT_EXCEEDED')
    const wait = rejected[0]!.headers.get('retry-after')
    assert.match(wait!, /^\d+$/)
    assert.ok(Number(wait) > 0 && Number(wait) <= 60, String(wait))
    assert.ok(rejected[0]!.json.error.includes(`${wait} segundos`))
    for (const { status, headers } of responses) assert.equal(headers.has('retry-after'), status === 429)
  })

  test('the limit of a key is shared by lists and single resources of the catalog and orders', async () => {
    const { key } = await aStore(service)
    const paths = ['products', 'products/nada', 'categories', 'orders', 'orders/nada']
    for (const [n, path] of paths.entries()) {
      const { headers } = await service.get(`/api/v1/${path}`, key)
      assert.equal(headers.get('x-ratelimit-remaining'), String(99 - n), path)
    }
  })

  test('the limit of a key starts over when the minute has passed', async () => {
    const { key } = await aStore(service)
    await exhaustLimit(key)
    assert.equal((await read(key)).status, 429)
    await sql`
      update rate_hits set ends_at = now()
      where key = (select 'key:' || id from api_keys where token_hash = ${hashToken(key)})`
    assert.equal((await read(key)).headers.get('x-ratelimit-remaining'), '99')
  })

  test('the limit of a key counts failed requests too, except those without a valid key', async () => {
    const { key } = await aStore(service, { scopes: ['store:read'] })
    await service.put('/api/v1/store', { key, body: {} })
    await service.get('/api/v1/orders?limit=x', key)
    await read(key, { 'service-store': 'ninguna' })
    await read()
    assert.equal((await read(key)).headers.get('x-ratelimit-remaining'), '96')
  })
})

suite('every keyed route', () => {
  test('every keyed route has a scope that keys can hold, and is 401 without a key', async () => {
    const routes = [...service.app.knownRoutes].flatMap(([url, known]) =>
      known.map((route) => ({ ...route, url })),
    )
    const keyed = routes.filter(({ config }) => config?.scope)
    assert.ok(keyed.length > 20)
    for (const { method, url, config } of keyed) {
      assert.ok(scopesOf('ACCOUNT').includes(config!.scope!))
      is401(await service.call(String(method), url.replaceAll(/:\w+/g, newId())))
    }
    assert.ok(STORE_SCOPES.every((scope) => !scope.startsWith('stores:')))
  })
})
