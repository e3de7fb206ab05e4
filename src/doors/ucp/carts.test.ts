import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { askedLine, asPlatform, startPlatform } from '../../../test/ucp.ts'

const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { sql } = service
const ask = asPlatform(service, await startPlatform())

async function aShop(product: Parameters<typeof aProduct>[2] = {}) {
  const store = await aStore(service)
  const { variants } = await aProduct(service, store, { name: 'Tornillo', price: 10, ...product })
  const id = variants[0]!.id
  const create = (quantity: number, headers = {}) =>
    ask(store, 'POST', '/carts', { line_items: [askedLine(id, quantity)] }, headers)
  return { store, id, create }
}

const cartsOf = async ({ id }: { id: string }) =>
  (await sql`select id from carts where store_id = ${id}`).length

suite('a cart of an assistant', () => {
  test('has its quantity raised to the minimum and the step that the product is sold by, which is said', async () => {
    const { store, create } = await aShop({ minQuantity: 6, quantityStep: 4 })
    for (const [asked, raised] of [
      [1, 8],
      [6, 8],
      [9, 12],
    ] as const) {
      const { status, json } = await create(asked)
      assert.deepEqual(
        [status, json.line_items[0]!.quantity, json.totals[1]!.amount],
        [201, raised, raised * 1000],
      )
      const [{ type, code, path, content }, ...others] = json.messages as [(typeof json.messages)[0]]
      assert.deepEqual(
        [type, code, path, others.length],
        ['warning', 'quantity_adjusted', '$.line_items[0]', 0],
      )
      assert.equal(
        content,
        `De Tornillo van ${raised} en lugar de ${asked}: por su mínimo o de a cuántos se vende`,
      )
      const { pathname, search } = new URL(json.continue_url)
      const { text } = await service.get(pathname + search)
      assert.match(text, new RegExp(`name="n" value="${raised}"`))
      assert.doesNotMatch(text, /formaction="[^"]*\/pedir" disabled/)
    }
    assert.equal((await create(8)).json.messages, undefined)
    assert.equal(await cartsOf(store), 4)
  })

  test('says that a minimum can not be reached with what there is', async () => {
    const { create } = await aShop({ minQuantity: 6, variants: [{ name: 'Chico', stock: 4 }] })
    const { json } = await create(2)
    assert.deepEqual(
      json.messages.map(({ code, severity }) => [code, severity]),
      [['quantity_invalid', 'recoverable']],
    )
  })

  test('has at most 100 lines and 9,999 of each', async () => {
    const { store, id } = await aShop()
    const lines = (count: number, quantity = 1) => ({
      line_items: Array.from({ length: count }, () => askedLine(id, quantity)),
    })
    const { status, json } = await ask(store, 'POST', '/carts', lines(100))
    assert.deepEqual([status, json.line_items.length, json.line_items[0]!.quantity], [201, 1, 100])
    for (const body of [lines(101), lines(1, 10_000), lines(1, 0), lines(1, 1.5)]) {
      for (const [method, path] of [
        ['POST', '/carts'],
        ['PUT', `/carts/${json.id}`],
      ] as const) {
        const wrong = await ask(store, method, path, body)
        assert.deepEqual([wrong.status, wrong.json.code], [400, 'invalid_request'])
        assert.ok(wrong.json.content)
      }
    }
    assert.equal(await cartsOf(store), 1)
  })

  test('is one of 2,000 that are open in a store; expired ones and other stores’ do not count', async () => {
    const [{ store, create }, other] = [await aShop(), await aShop()]
    await sql`
      insert into carts (store_id, id, lines, expires_at)
      select
        ${store.id}, 'c' || n, '[]',
        now() + case when n <= 1999 then interval '1 hour' else interval '-1 second' end
      from generate_series(1, 2500) as n`
    const made = await create(1)
    assert.equal(made.status, 201)
    const full = await create(1)
    assert.deepEqual(
      [full.status, full.json.code, full.headers.get('retry-after')],
      [429, 'rate_limit_exceeded', '3600'],
    )
    assert.equal((await other.create(1)).status, 201)
    const path = `/carts/${made.json.id}`
    assert.equal((await ask(store, 'GET', path)).json.id, made.json.id)
    await ask(store, 'POST', `${path}/cancel`, {})
    const raced = await Promise.all([create(1), create(2), create(3)])
    assert.deepEqual(
      raced.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 429, 429],
    )
  })

  test('is not there any more once it expired or was cancelled, nor by another shop’s address', async () => {
    const [shop, other] = [await aShop(), await aShop()]
    const [expired, cancelled, kept] = [await shop.create(1), await shop.create(1), await shop.create(1)]
    await sql`update carts set expires_at = now() where id = ${expired.json.id}`
    assert.equal((await ask(shop.store, 'POST', `/carts/${cancelled.json.id}/cancel`, {})).status, 200)
    for (const [{ store, id }, cartId] of [
      [shop, expired.json.id],
      [shop, cancelled.json.id],
      [shop, 'nada'],
      [other, kept.json.id],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { line_items: [askedLine(id)] }],
        ['POST', '/cancel', {}],
      ] as const) {
        const { status, json } = await ask(store, method, `/carts/${cartId}${path}`, body)
        assert.deepEqual([status, json.ucp.status, json.messages[0]!.code], [200, 'error', 'not_found'])
      }
    }
    assert.equal((await ask(shop.store, 'GET', `/carts/${kept.json.id}`)).json.ucp.status, 'success')
  })

  test('is kept for a day from its last change', async () => {
    const { store, id, create } = await aShop()
    const { json } = await create(1)
    await sql`update carts set expires_at = now() + interval '1 minute' where id = ${json.id}`
    await ask(store, 'GET', `/carts/${json.id}`)
    const left = async () => {
      const [cart] = await sql<{ hours: number }[]>`
        select extract(epoch from expires_at - now())::float / 3600 as hours from carts where id = ${json.id}`
      return Math.round(cart!.hours)
    }
    assert.equal(await left(), 0)
    await ask(store, 'PUT', `/carts/${json.id}`, { line_items: [askedLine(id, 3)] })
    assert.equal(await left(), 24)
  })

  test('is made once for an Idempotency-Key, also by requests at the same time, and shown as it is since', async () => {
    const { store, id, create } = await aShop()
    const key = { 'idempotency-key': 'una vez' }
    const raced = await Promise.all(Array.from({ length: 8 }, () => create(2, key)))
    const made = raced.filter(({ status }) => status === 201)
    const ids = new Set(made.map(({ json }) => json.id))
    assert.deepEqual([ids.size, await cartsOf(store)], [1, 1])
    for (const { status, json } of raced)
      if (status !== 201) assert.deepEqual([status, json.code], [409, 'idempotency_in_progress'])
    const [{ carts }] = await sql<[{ carts: number }]>`
      select carts from cart_months where store_id = ${store.id}`
    assert.equal(carts, 1)

    const [cartId] = ids
    await ask(store, 'PUT', `/carts/${cartId}`, { line_items: [askedLine(id, 5)] })
    const { json } = await create(2, key)
    assert.deepEqual([json.id, json.line_items[0]!.quantity], [cartId, 5])
    assert.match(json.continue_url, /n=5/)
    const other = await create(3, key)
    assert.deepEqual([other.status, other.json.code], [409, 'idempotency_key_reused'])
    assert.notEqual((await create(2, { 'idempotency-key': 'otra' })).json.id, cartId)
  })
})
