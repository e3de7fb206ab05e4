import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant, message, toolCall } from '../../../test/assistant.ts'
import { startService } from '../../../test/service.ts'
import { aKey, anAddress, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()

const READING = 18
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

suite('POST /api/mcp', () => {
  for (const [mode, revision] of [
    ['auto', '2026-07-28'],
    [{ pin: '2026-07-28' }, '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const) {
    test(`serves the official client, ${JSON.stringify(mode)}`, async () => {
      const store = await aStore(service)
      const product = await aProduct(service, store)
      const { client, names, call } = await anAssistant(service, store.key, { mode })
      assert.equal(client.getNegotiatedProtocolVersion(), revision)
      assert.match(client.getInstructions() ?? '', /nunca sigas instrucciones/)
      assert.equal((await names()).length, 34)
      const { isError, body, structured } = await call('list_products')
      assert.equal(isError, false)
      assert.deepEqual(structured, body)
      assert.deepEqual([body.total, body.data[0]?.id], [1, product.id])
    })
  }

  test('serves a client of 2025-06-18, without any session', async () => {
    const { key } = await aStore(service)
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const opened = await message(
      service,
      { jsonrpc: '2.0', id: 0, method: 'initialize', params },
      bearer(key),
    )
    assert.deepEqual([opened.status, opened.json.result.protocolVersion], [200, '2025-06-18'])
    assert.equal(opened.headers.get('mcp-session-id'), null)
    const headers = { ...bearer(key), 'mcp-protocol-version': '2025-06-18' }
    const noted = await message(service, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
    assert.deepEqual([noted.status, noted.text], [202, ''])
    const response = await message(service, toolCall('get_store'), headers)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(response.json.result.isError, undefined)
  })

  test('401 as an HTTP status, with WWW-Authenticate, for every message', async () => {
    const bad: Record<string, string>[] = [{}, { authorization: 'Basic eDp5' }, bearer('vit_nadie')]
    for (const headers of bad) {
      for (const body of [list, toolCall('get_store'), toolCall('get_product', {}), toolCall('nada')]) {
        const rejected = await message(service, body, headers)
        assert.deepEqual([rejected.status, rejected.json.code], [401, 'UNAUTHORIZED'], JSON.stringify(body))
        const metadata = `resource_metadata="${service.app.publicUrl}/.well-known/oauth-protected-resource/api/mcp"`
        const challenge = headers['authorization']
          ? `Bearer error="invalid_token", ${metadata}`
          : `Bearer ${metadata}`
        assert.equal(rejected.headers.get('www-authenticate'), challenge)
      }
    }
  })

  test('401 on the message after the key was revoked', async () => {
    const store = await aStore(service)
    assert.equal((await message(service, list, bearer(store.key))).status, 200)
    await service.sql`update api_keys set revoked_at = now() where store_id = ${store.id}`
    assert.equal((await message(service, list, bearer(store.key))).status, 401)
    assert.equal((await message(service, toolCall('get_store'), bearer(store.key))).status, 401)
  })

  test('a call counts once towards the rate limit, whether its response is cached, fresh or an error', async () => {
    const store = await aStore(service)
    const reader = { accountId: store.ownerId, storeId: store.id }
    const keys = [store.key, await aKey(service, { ...reader, scopes: ['orders:read'] })] as const
    const calls = [0, 0]
    const call = async (n: 0 | 1) => {
      const { headers, json } = await message(service, toolCall('list_products'), bearer(keys[n]))
      assert.equal(headers.get('x-ratelimit-remaining'), String(99 - calls[n]!++))
      return json.result
    }
    for (let total = 0; total < 3; total++) {
      for (let i = 0; i < 3; i++) assert.equal((await call(0)).structuredContent.total, total)
      const rejected = await call(1)
      assert.match(rejected.content[0]!.text, /products:read/)
      await aProduct(service, store)
    }
  })

  test('each message counts once; past the limit a call gets an error result, everything else a 429', async () => {
    const { key } = await aStore(service)
    const left = async (body: object) =>
      (await message(service, body, bearer(key))).headers.get('x-ratelimit-remaining')
    assert.equal(await left(list), '99')
    assert.equal(await left(toolCall('list_products')), '98')
    assert.equal(await left(toolCall('get_product', {})), '97')
    assert.equal((await service.get('/api/v1/products', key)).headers.get('x-ratelimit-remaining'), '96')
    await service.sql`update rate_hits set hits = 100 where hits = 4`
    const padded = { ...list, params: { _meta: { x: 'x'.repeat(70 * 1024) } } }
    assert.equal((await message(service, padded, bearer(key))).status, 429)
    await service.sql`update rate_hits set hits = 100 where hits = 101`
    const called = await message(service, toolCall('list_products'), bearer(key))
    assert.deepEqual([called.status, called.json.result.isError], [200, true])
    assert.equal(JSON.parse(called.json.result.content[0]!.text).code, 'RATE_LIMIT_EXCEEDED')
    assert.ok(Number(called.headers.get('retry-after')) > 0)
    const listed = await message(service, list, bearer(key))
    assert.deepEqual([listed.status, listed.json.code], [429, 'RATE_LIMIT_EXCEEDED'])
  })

  test('past the limit a malformed call gets a 429 too', async () => {
    const { key } = await aStore(service)
    await message(service, list, bearer(key))
    await service.sql`update rate_hits set hits = 100 where key like 'key:%'`
    const malformed: [body: string | object, headers?: Record<string, string>][] = [
      ['{"jsonrpc":'],
      ['nada', { 'content-type': 'text/plain' }],
      [[list, list]],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call' }],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nada' } }],
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } }],
      [{ ...toolCall('list_products'), id: undefined }],
      [{ ...toolCall('list_products'), jsonrpc: '1.0' }],
      [toolCall('list_products'), { 'mcp-protocol-version': 'nada' }],
      [toolCall('list_products'), { accept: 'text/html' }],
      [{ jsonrpc: '2.0', id: 1, method: 'nada' }],
      ['null'],
      ['5'],
    ]
    for (const [body, headers] of malformed) {
      const { status, json } = await message(service, body, { ...bearer(key), ...headers })
      assert.deepEqual([status, json?.code], [429, 'RATE_LIMIT_EXCEEDED'], JSON.stringify(body))
    }
  })

  test('of calls at the same time, as many get a result as the limit allows', async () => {
    const { key } = await aStore(service)
    const responses = await Promise.all(
      Array.from({ length: 110 }, () => message(service, toolCall('list_products'), bearer(key))),
    )
    assert.equal(responses.filter(({ json }) => json.result.isError).length, 10)
  })

  test('initialize and ping do not count, even past the limit', async () => {
    const { key } = await aStore(service)
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const free = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', id: 2, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]
    await message(service, list, bearer(key))
    for (const hits of [1, 100]) {
      await service.sql`update rate_hits set hits = ${hits} where key like 'key:%'`
      for (const body of free) {
        const { status, headers } = await message(service, body, bearer(key))
        assert.ok(status < 300, JSON.stringify(body))
        assert.equal(headers.get('x-ratelimit-remaining'), String(100 - hits))
      }
    }
    assert.equal((await message(service, list, bearer(key))).status, 429)
  })

  test('401 before the body is read, however large or deep it is', async () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000)
    assert.equal((await message(service, deep, bearer('vit_nadie'))).status, 401)
  })

  test('lists every issue of a call at once, as the REST API does', async () => {
    const store = await aStore(service)
    const { call } = await anAssistant(service, store.key)
    const fieldsOf = async (name: string, args: Record<string, unknown>) =>
      (await call(name, args)).body.details.issues.map(({ field }: { field: string }) => field).toSorted()
    assert.deepEqual(await fieldsOf('create_product', { price: 'x', color: 1, dryRun: 'si' }), [
      'color',
      'dryRun',
      'name',
      'price',
    ])
    assert.deepEqual(await fieldsOf('update_product', { name: '', color: 1 }), ['color', 'id', 'name'])
    assert.deepEqual(await fieldsOf('list_products', { limit: 0, offset: [], nada: 1, store: 7 }), [
      'limit',
      'nada',
      'offset',
      'store',
    ])
  })

  test('405 on other methods, 415 and 413 on other bodies', async () => {
    const { key } = await aStore(service)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const rejected = await service.call(method, '/api/mcp', { key })
      assert.deepEqual([rejected.status, rejected.headers.get('allow')], [405, 'POST'])
    }
    const plain = await message(service, 'hola', { ...bearer(key), 'content-type': 'text/plain' })
    assert.equal(plain.status, 415)
    const huge = { ...list, params: { _meta: { x: 'x'.repeat(1100 * 1024) } } }
    assert.equal((await message(service, huge, bearer(key))).status, 413)
  })

  test('responds to malformed messages with JSON-RPC errors', async () => {
    const { key } = await aStore(service)
    const codeOf = async (body: unknown) => {
      const { json } = await message(service, body, bearer(key))
      return json.error.code
    }
    assert.equal(await codeOf('{"jsonrpc":'), -32_700)
    assert.equal(await codeOf([list]), -32_600)
    assert.equal(await codeOf({ ...list, method: 'tools/dance' }), -32_601)
    assert.equal(await codeOf({ ...list, method: 'prompts/list' }), -32_601)
    assert.equal(await codeOf(toolCall('fly_to_the_moon')), -32_602)
    assert.equal(await codeOf({ ...list, method: 'tools/call', params: { name: 7 } }), -32_602)
    assert.equal(await codeOf({ ...list, method: 'tools/call' }), -32_602)
    assert.equal(await codeOf({ ...list, method: 'resources/read' }), -32_602)
    assert.equal(await codeOf({ ...list, method: 'initialize', params: {} }), -32_602)
    const arguments_ = { name: 'get_store', arguments: [] }
    assert.equal(await codeOf({ ...list, method: 'tools/call', params: arguments_ }), -32_602)
  })

  test('lists the tools that the key has scopes for; others fail as in the REST API', async () => {
    const store = await aStore(service)
    const key = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['orders:read', 'products:write'],
    })
    const { names, call } = await anAssistant(service, key)
    assert.deepEqual(await names(), [
      'create_product',
      'update_product',
      'delete_product',
      'list_orders',
      'get_order',
    ])
    const { isError, body } = await call('list_products')
    assert.equal(isError, true)
    assert.deepEqual([body.code, body.details.requiredScope], ['FORBIDDEN', 'products:read'])
    assert.deepEqual(body, (await service.get('/api/v1/products', key)).json)
  })

  test('with readonly=1 lists only reading tools, and rejects writes', async () => {
    const store = await aStore(service)
    const { tools, call } = await anAssistant(service, store.key, { search: '?readonly=1' })
    const offered = await tools()
    assert.equal(offered.length, READING)
    assert.ok(offered.every(({ annotations }) => annotations?.readOnlyHint))
    const { isError, body } = await call('create_product', { name: 'Café', price: 10 })
    assert.deepEqual([isError, body.code], [true, 'FORBIDDEN'])
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 0)
    assert.equal((await message(service, list, bearer(store.key), '/api/mcp?readonly=si')).status, 400)
  })

  test('an account key selects the store in each call, or by header for all of them', async () => {
    const one = await aStore(service)
    const two = await aStore(service, { ownerId: one.ownerId })
    const key = await aKey(service, { accountId: one.ownerId, scopes: ['store:read', 'stores:read'] })
    const { call, done } = await anAssistant(service, key)
    assert.equal((await call('get_store')).body.code, 'store_required')
    assert.equal((await done('get_store', { store: one.id })).data.id, one.id)
    assert.equal((await done('get_store', { store: two.slug })).data.id, two.id)
    const stranger = await aStore(service)
    for (const store of [stranger.id, 'ñandú', 'a\0b', 'x'.repeat(65), 7]) {
      const { isError, body } = await call('get_store', { store })
      assert.ok(isError && ['FORBIDDEN', 'VALIDATION_ERROR'].includes(body.code ?? ''), JSON.stringify(body))
    }
    const fixed = await anAssistant(service, key, { headers: { 'service-store': two.id } })
    assert.equal((await fixed.done('get_store')).data.id, two.id)
    assert.equal((await fixed.done('get_store', { store: one.id })).data.id, one.id)
  })

  test('402 of a suspended store and 403 of a free plan have the messages of the REST API', async () => {
    const store = await aStore(service, { plan: 'free' })
    const { call } = await anAssistant(service, store.key)
    const paid = await call('get_stats')
    assert.deepEqual(
      [paid.isError, paid.body.code, paid.body.feature],
      [true, 'PLAN_REQUIRED', 'advancedAnalytics'],
    )
    await service.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    const suspended = await call('list_orders')
    assert.deepEqual([suspended.isError, suspended.body.error], [true, 'payment_required'])
  })

  test('behind TLS the tools still reach the REST API', async () => {
    const secure = await startService({ PUBLIC_URL: 'https://tienda.example' }, service)
    const store = await aStore(service)
    const headers = { ...anAddress(), ...bearer(store.key), 'x-forwarded-proto': 'https' }
    const { json } = await message(secure, toolCall('get_store'), headers)
    assert.equal(json.result.structuredContent.data.id, store.id)
    assert.equal((await message(secure, toolCall('get_store'), bearer(store.key))).status, 301)
  })
})
