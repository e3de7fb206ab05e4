import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { requestAt } from '../../../test/domains.ts'
import { aCategory, aModifierGroup, anAddress, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { askedLine as line, asPlatform, startPlatform, type UcpAnswer as Answer } from '../../../test/ucp.ts'

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const strict = await startService({ SHOPS_DOMAIN: 'tiendas.example' }, service)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
for (const schema of JSON.parse(readFileSync('test/fixtures/ucp/schemas.json', 'utf8'))) ajv.addSchema(schema)
function assertSchema(name: string, value: unknown) {
  const validate = ajv.getSchema(`https://ucp.dev/schemas/${name}`)!
  assert.ok(validate(value), `${name}: ${JSON.stringify(validate.errors)}`)
}

const platform = await startPlatform()
const rest = asPlatform(service, platform)

async function aShop() {
  const store = await aStore(service)
  const category = await aCategory(service, store, { name: 'Cafés', slug: 'cafes' })
  const coffee = await aProduct(service, store, {
    name: 'Café sin azúcar', price: 25.5, comparePrice: 30, categoryId: category.id, sku: 'CSA',
  }) // prettier-ignore
  const shirt = await aProduct(service, store, {
    name: 'Remera', price: 90,
    options: [{ name: 'Talla', values: ['S', 'M', 'L'] }],
    variants: [{ name: 'S', optionValues: ['S'], stock: 0 }, { name: 'M', optionValues: ['M'], stock: 3 }],
  }) // prettier-ignore
  return { store, coffee, shirt }
}

suite('a shop for assistants', () => {
  test('is found, asked with a typing mistake, and filled by a client that knows its address alone', async () => {
    const { store, coffee } = await aShop()
    const client = new Client({ name: 'alguien', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/${store.slug}/ucp/mcp`)))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    assert.equal(names.length, 7)
    const call = async (name: string, given: object) =>
      (await client.callTool({ name, arguments: { ...given } })).structuredContent as Answer
    const found = await call('search_catalog', { catalog: { query: 'cafe sin asucar' } })
    assertSchema('shopping/catalog_search.json#/$defs/search_response', found)
    const product = found.products[0]!
    assert.deepEqual([product.id, product.price_range.min.amount], [coffee.id, 2550])
    const cart = await call('create_cart', { cart: { line_items: [line(product.variants[0]!.id, 2)] } })
    assertSchema('shopping/cart.json', cart)
    assert.deepEqual(
      cart.totals.map(({ amount }) => amount),
      [5100, 5100],
    )
    const { pathname, search } = new URL(cart.continue_url)
    const page = await service.get(pathname + search)
    assert.match(page.text, /value="2"[^>]*aria-label="Cantidad de Café sin azúcar"|name="n" value="2"/)
    assert.doesNotMatch(page.text, /formaction="[^"]*\/pedir" disabled/)
    await client.close()
  })

  test('does the same over REST, whose answers are as the release’s schemas say', async () => {
    const { store, coffee, shirt } = await aShop()
    const own = await requestAt(strict, `${store.slug}.tiendas.example`, '/.well-known/ucp')
    assert.deepEqual([own.status, own.headers['cache-control']], [200, 'public, max-age=300'])
    assertSchema('ucp.json#/$defs/business_schema', JSON.parse(own.text).ucp)
    const search = await rest(store, 'POST', '/catalog/search', { filters: { categories: ['cafes'] } })
    assertSchema('shopping/catalog_search.json#/$defs/search_response', search.json)
    assert.equal(search.json.products.length, 1)
    const lookup = await rest(store, 'POST', '/catalog/lookup', { ids: ['CSA', shirt.id, 'nada'] })
    assertSchema('shopping/catalog_lookup.json#/$defs/lookup_response', lookup.json)
    assert.deepEqual(
      lookup.json.products
        .flatMap(({ variants }) => variants.flatMap(({ inputs }) => inputs))
        .toSorted((a, b) => (a.match < b.match ? -1 : 1)),
      [{ id: 'CSA', match: 'exact' }, { id: shirt.id, match: 'featured' }],
    ) // prettier-ignore
    const detail = await rest(store, 'POST', '/catalog/product', {
      id: shirt.id,
      selected: [{ name: 'Talla', label: 'S' }],
    })
    assertSchema('shopping/catalog_lookup.json#/$defs/get_product_response', detail.json)
    assert.deepEqual(detail.json.product.options[0]!.values, [
      { label: 'S', available: false, exists: true },
      { label: 'M', available: true, exists: true },
      { label: 'L', available: false, exists: false },
    ])
    const made = await rest(
      store,
      'POST',
      '/carts',
      { line_items: [line(coffee.variants[0]!.id, 2)] },
      { 'idempotency-key': 'k' },
    )
    const again = await rest(
      store,
      'POST',
      '/carts',
      { line_items: [line(coffee.variants[0]!.id, 2)] },
      { 'idempotency-key': 'k' },
    )
    assert.deepEqual([made.status, again.json.id], [201, made.json.id])
    const other = await rest(
      store,
      'POST',
      '/carts',
      { line_items: [line(coffee.variants[0]!.id, 3)] },
      { 'idempotency-key': 'k' },
    )
    assert.equal(other.status, 409)
    const put = await rest(store, 'PUT', `/carts/${made.json.id}`, {
      line_items: [line('nada'), line(shirt.variants[1]!.id, 9), line(coffee.variants[0]!.id)],
    })
    assertSchema('shopping/cart.json', put.json)
    assert.deepEqual(
      put.json.messages.map(({ code, path }) => [code, path]),
      [['item_unavailable', '$.line_items[0]'], ['quantity_adjusted', '$.line_items[1]']],
    ) // prettier-ignore
    assert.deepEqual(
      put.json.line_items.map(({ quantity }) => quantity),
      [3, 1],
    )
    assert.equal((await rest(store, 'POST', `/carts/${made.json.id}/cancel`, {})).status, 200)
    const gone = await rest(store, 'GET', `/carts/${made.json.id}`)
    assertSchema('shopping/types/error_response.json', gone.json)
    assert.deepEqual([gone.status, gone.json.messages[0]!.code], [200, 'not_found'])
  })

  test('shows another shop neither its products nor its carts', async () => {
    const [{ store, coffee }, other] = [await aShop(), await aShop()]
    const { json: cart } = await rest(store, 'POST', '/carts', { line_items: [line(coffee.variants[0]!.id)] })
    for (const [method, path, body] of [
      ['GET', `/carts/${cart.id}`],
      ['PUT', `/carts/${cart.id}`, { line_items: [line(other.coffee.variants[0]!.id)] }],
      ['POST', `/carts/${cart.id}/cancel`, {}],
      ['POST', '/catalog/product', { id: coffee.id }],
      ['POST', '/carts', { line_items: [line(coffee.variants[0]!.id)] }],
    ] as const) {
      const { json } = await rest(other.store, method, path, body)
      assert.equal(json.ucp.status, 'error', path)
    }
    const { json } = await rest(other.store, 'POST', '/catalog/lookup', { ids: [coffee.id, coffee.slug] })
    assert.deepEqual(json.products, [])
    assert.equal((await rest(store, 'GET', `/carts/${cart.id}`)).json.id, cart.id)
  })

  test('keeps a product whose choices are required, which the cart’s page asks for', async () => {
    const store = await aStore(service)
    const group = await aModifierGroup(service, store, {
      name: 'Masa', minChoices: 1, maxChoices: 1, choices: [{ name: 'Delgada', price: 5 }, { name: 'Rellena', price: 9 }],
    }) // prettier-ignore
    const { variants } = await aProduct(service, store, {
      name: 'Pizza',
      price: 50,
      modifierGroupIds: [group.id],
    })
    const { json } = await rest(store, 'POST', '/carts', { line_items: [line(variants[0]!.id, 2)] })
    assert.deepEqual([json.messages[0]!.severity, json.totals[1]!.amount], ['requires_buyer_input', 11_000])
    const { pathname, search } = new URL(json.continue_url)
    const { text } = await service.get(pathname + search)
    assert.match(text, /Por completar/)
    assert.match(text, /formaction="[^"]*\/pedir" disabled/)
  })

  test('rejects what is wrong as the release says', async () => {
    const { store } = await aShop()
    for (const [body, code] of [
      ['{', 'invalid_request'],
      [{}, 'invalid_request'],
      [{ query: 5 }, 'invalid_request'],
      [{ query: 'a', pagination: { cursor: 'x' } }, 'invalid_request'],
    ] as const) {
      const { status, json } = await rest(store, 'POST', '/catalog/search', body)
      assert.deepEqual([status, json.code], [400, code])
      assert.match(json.content, /^[A-Z].{10}/)
    }
    const rpc = async (body: string) => {
      const response = await fetch(`${service.url}/${store.slug}/ucp/mcp`, {
        method: 'POST',
        headers: {
          ...anAddress(), 'content-type': 'application/json', accept: 'application/json, text/event-stream',
        },
        body,
      }) // prettier-ignore
      const [message] = /\{.*\}/.exec(await response.text())!
      return (JSON.parse(message) as { error: { message: string; data: { content: string } } }).error
    }
    const params = { name: 'get_cart', arguments: { id: 5 } }
    for (const body of ['{', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })]) {
      const { message, data } = await rpc(body)
      assert.match(message, /^[A-Z].{10}/)
      assert.equal(data.content, message)
    }
    const many = await rest(store, 'POST', '/catalog/lookup', { ids: Array.from({ length: 51 }, String) })
    assert.deepEqual([many.status, many.json.code], [400, 'request_too_large'])
  })
})

suite('a platform’s profile', () => {
  test('that is no use is said as the release has it, and not read again for a minute', async () => {
    const { store } = await aShop()
    const ask = (url: string) =>
      rest(store, 'POST', '/catalog/search', { query: 'café' }, { 'ucp-agent': `profile="${url}"` })
    for (const [url, status, code] of [
      ['ftp://x/', 400, 'invalid_profile_url'],
      [`${platform.url}/moved`, 424, 'profile_unreachable'],
      [`${platform.url}/hangs`, 424, 'profile_unreachable'],
      [`${platform.url}/list`, 422, 'profile_malformed'],
      [`${platform.url}/text`, 422, 'profile_malformed'],
      [`${platform.url}/large`, 422, 'profile_malformed'],
      [`${platform.url}/odd`, 422, 'profile_malformed'],
      [`${platform.url}/old`, 422, 'version_unsupported'],
    ] as const) {
      const { status: sent, json } = await ask(url)
      assert.deepEqual([sent, json.code], [status, code], url)
      const before = platform.reads()
      await ask(url)
      assert.equal(platform.reads(), before, url)
    }
    const { json } = await rest(store, 'GET', '/carts/x', undefined, {
      'ucp-agent': `profile="${platform.url}/search"`,
    })
    assert.equal(json.messages[0]!.code, 'capabilities_incompatible')
  })

  test('that nobody named before is one of few in a minute; known ones are served meanwhile', async () => {
    const { store } = await aShop()
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async (_, n) => {
        const headers = { 'ucp-agent': `profile="${platform.url}/inventado/${n}"` }
        const { status } = await rest(store, 'POST', '/catalog/search', { query: 'café' }, headers)
        return status
      }),
    )
    assert.ok(statuses.filter((status) => status === 503).length >= 10)
    assert.equal((await rest(store, 'POST', '/catalog/search', { query: 'café' })).status, 200)
  })
})
