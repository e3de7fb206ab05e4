import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { message } from '../../test/assistant.ts'
import { startService } from '../../test/service.ts'
import { aKey, aProduct, aStore } from '../../test/world.ts'

const service = await startService()
const NEWEST = '2026-07-28'

type Capabilities = Record<string, object>

/** A message of the newest revision; with capabilities that hold something it goes to the library. */
function send(
  key: string,
  method: string,
  params: Record<string, unknown>,
  capabilities: Capabilities = {},
  id: unknown = 1,
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': NEWEST,
    'io.modelcontextprotocol/clientInfo': { name: 'prueba', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const headers = { authorization: `Bearer ${key}`, 'mcp-protocol-version': NEWEST, 'mcp-method': method }
  const named: Record<string, string> = 'name' in params ? { 'mcp-name': String(params['name']) } : {}
  return message(
    service,
    { jsonrpc: '2.0', id, method, params: { ...params, _meta } },
    { ...headers, ...named },
  )
}

const judged = { elicitation: { form: {} } }
const products = { name: 'list_products', arguments: {} }

suite('an answer that needs only a frame', () => {
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', products],
    ['tools/call', { name: 'list_orders' }],
  ] as const) {
    test(`is what the library would have written: ${method} ${JSON.stringify(params)}`, async () => {
      const store = await aStore(service)
      await aProduct(service, store, { name: 'Café "de altura" ñ' })
      const [first, second, library] = [
        await send(store.key, method, params),
        await send(store.key, method, params),
        await send(store.key, method, params, judged),
      ]
      assert.equal(second.text, library.text)
      assert.equal(first.text, library.text)
      assert.equal(second.headers.get('content-type'), library.headers.get('content-type'))
      assert.ok(second.headers.get('x-request-id') && second.headers.get('x-content-type-options'))
    })
  }

  test('carries the id of its own message, whatever it is', async () => {
    const { key } = await aStore(service)
    for (const id of [7, 'a"b', '\\', 'ñ', 0, -1]) {
      assert.equal((await send(key, 'tools/list', {}, {}, id)).json.id, id)
      assert.equal((await send(key, 'tools/call', products, {}, id)).json.id, id)
    }
  })

  test('is as fresh as the REST API’s', async () => {
    const store = await aStore(service)
    const names = async () =>
      (await send(store.key, 'tools/call', products)).json.result.structuredContent.data.map(
        ({ name }: { name: string }) => name,
      )
    assert.deepEqual(await names(), [])
    const { id } = await aProduct(service, store, { name: 'Uno' })
    assert.deepEqual(await names(), ['Uno'])
    assert.deepEqual(await names(), ['Uno'])
    await service.put(`/api/v1/products/${id}`, { key: store.key, body: { name: 'Dos' } })
    assert.deepEqual(await names(), ['Dos'])
  })

  test('is kept for nobody else: not for another store, nor for a key that may no longer', async () => {
    const one = await aStore(service)
    const two = await aStore(service, { ownerId: one.ownerId })
    await aProduct(service, one)
    const key = await aKey(service, { accountId: one.ownerId, scopes: ['products:read'] })
    const total = async (store: string) => {
      const call = { ...products, arguments: { store } }
      return (await send(key, 'tools/call', call)).json.result.structuredContent.total
    }
    for (let i = 0; i < 2; i++) assert.deepEqual([await total(one.id), await total(two.id)], [1, 0])
    await service.sql`update api_keys set scopes = '{store:read}' where kind = 'ACCOUNT' and account_id = ${one.ownerId}`
    const refused = await send(key, 'tools/call', { ...products, arguments: { store: one.id } })
    assert.equal(refused.json.result.isError, true)
    await service.sql`update api_keys set revoked_at = now() where kind = 'ACCOUNT' and account_id = ${one.ownerId}`
    assert.equal((await send(key, 'tools/call', products)).status, 401)
  })

  test('leaves to the library whatever is not plain', async () => {
    const { key } = await aStore(service)
    const authorization = `Bearer ${key}`
    const plain = { authorization, 'mcp-protocol-version': NEWEST, 'mcp-method': 'tools/list' }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': NEWEST,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }
    const codeOf = async (body: object, headers: Record<string, string>) =>
      (await message(service, body, headers)).json.error?.code
    assert.equal(await codeOf(list, plain), undefined)
    assert.equal(await codeOf(list, { ...plain, 'mcp-method': 'tools/call' }), -32_020)
    assert.equal(await codeOf(list, { ...plain, 'mcp-protocol-version': '2025-11-25' }), -32_020)
    assert.equal(await codeOf({ ...list, jsonrpc: '1.0' }, plain), -32_600)
    assert.equal(
      await codeOf(
        { ...list, params: { _meta: { ..._meta, 'io.modelcontextprotocol/clientCapabilities': 7 } } },
        plain,
      ),
      -32_602,
    )
    const call = { ...list, method: 'tools/call', params: { name: 'get_store', _meta } }
    assert.equal(
      await codeOf(call, { ...plain, 'mcp-method': 'tools/call', 'mcp-name': 'list_orders' }),
      -32_020,
    )
  })

  test('a call that is refused happens once', async () => {
    const store = await aStore(service)
    const create = { name: 'create_category', arguments: { name: 'Métodos' } }
    for (const expected of [undefined, true, true]) {
      assert.equal((await send(store.key, 'tools/call', create)).json.result.isError, expected)
    }
    const remaining = (await service.get('/api/v1/categories', store.key)).headers.get(
      'x-ratelimit-remaining',
    )
    assert.equal(remaining, '96')
  })
})
