import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anOrder, aProduct, aStore, order } from '../../../test/factories.ts'

const service = await startService()

type Store = Awaited<ReturnType<typeof aStore>>

const set = (store: Store, zeroPrice: 'free' | 'ask') =>
  service.put('/api/v1/store', { key: store.key, body: { zeroPrice } })

const page = async (store: Store, path: string) => (await service.get(`/${store.slug}${path}`)).text

suite('a price of 0', () => {
  test('is free unless the store says otherwise: on pages and in orders', async () => {
    const store = await aStore(service)
    const { slug, variants } = await aProduct(service, store, { name: 'Muestra', price: 0, comparePrice: 10 })
    assert.match(await page(store, ''), /<b>Gratis<\/b>\s+<s>/)
    assert.match(await page(store, `/p/${slug}`), /data-price><b>Gratis<\/b>/)
    assert.match(await page(store, '/feed.xml'), /<g:sale_price>0.00 GTQ/)
    const placed = await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }]))
    assert.equal(placed.status, 201, placed.text)
    const line = `v=${variants[0]!.id}&n=2`
    assert.match(await page(store, `/carrito?${line}`), /<span class="sum">Gratis</)
    const tracked = new URL(placed.json.trackingUrl).pathname.replace(`/${store.slug}`, '')
    for (const path of [`/pedir?${line}`, tracked])
      assert.match(await page(store, path), /2 unidades\s*<\/span><span class="sum">Gratis</, path)
  })

  test('is asked for where the store wants so: by WhatsApp, and nobody can order it', async () => {
    const store = await aStore(service)
    const { slug, variants } = await aProduct(service, store, { name: 'Mesa', price: 0, comparePrice: 10 })
    const cup = await aProduct(service, store, { name: 'Taza', price: 12 })
    const { json } = await set(store, 'ask')
    assert.equal(json.data.zeroPrice, 'ask')

    const list = await page(store, '')
    assert.match(list, /<b>Consultar precio<\/b>\s*<\/p>/)
    assert.match(
      list,
      /href="https:\/\/wa.me\/[^"]*Mesa[^"]*" rel="nofollow" aria-label="Preguntar el precio de Mesa"/,
    )
    const own = await page(store, `/p/${slug}`)
    assert.match(own, /<form class="order asks"/)
    assert.match(own, /Preguntar el precio/)
    assert.doesNotMatch(own, /"offers"|−100\s%/)
    assert.doesNotMatch(await page(store, '/feed.xml'), /Mesa/)
    assert.match(await page(store, '/llms.txt'), /Mesa\].*Consultar precio/)

    const lines = [cup, { variants }].map((one) => ({ variantId: one.variants[0]!.id, quantity: 1 }))
    const rejected = await order(service, anOrder(store, lines))
    assert.deepEqual(
      [rejected.status, rejected.json.details.field, rejected.json.details.reason],
      [400, 'items.1.variantId', 'invalid'],
    )
    assert.match(rejected.json.error, /se consulta con la tienda/)
    const query = lines.map(({ variantId }) => `v=${variantId}&n=1`).join('&')
    assert.match(await page(store, `/carrito?${query}`), /<b>Mesa<\/b> tiene el precio por consultar y salió/)
    assert.equal((await order(service, anOrder(store, lines.slice(0, 1)))).status, 201)
  })

  test('of one variant leaves the others for sale, at their price', async () => {
    const store = await aStore(service)
    await set(store, 'ask')
    const product = await aProduct(service, store, {
      name: 'Tela',
      price: 30,
      variants: [{ name: 'Metro' }, { name: 'Rollo', price: 0 }],
    })
    const [metre, roll] = product.variants.map(({ id }) => id)
    assert.match(await page(store, ''), /<small>Desde<\/small>\s+<b>Q\s30\.00<\/b>/)
    const shown = await page(store, `/p/${product.slug}`)
    assert.match(shown, /<form class="order"/)
    assert.match(shown, new RegExp(`value="${roll}~0"[^>]* data-ask`))
    assert.match(await page(store, `/p/${product.slug}?opcion=${roll}`), /<form class="order asks"/)
    assert.equal((await order(service, anOrder(store, [{ variantId: metre!, quantity: 1 }]))).status, 201)
  })

  test('is an amount where what is chosen has a price of its own', async () => {
    const store = await aStore(service)
    await set(store, 'ask')
    const group = await service.post('/api/v1/modifier-groups', {
      key: store.key,
      body: { name: 'Tamaño', minChoices: 1, choices: [{ name: 'Chica', price: 20 }, { name: 'De prueba' }] },
    })
    const { id, choices } = group.json.data
    const { slug, variants } = await aProduct(service, store, { price: 0, modifierGroupIds: [id] })
    const own = await page(store, `/p/${slug}`)
    assert.match(own, /data-price><b>Desde Q\s20\.00/)
    assert.match(own, /"price":"20\.00"/)
    assert.match(await page(store, '/feed.xml'), /<g:price>20\.00 GTQ/)
    assert.match(await page(store, ''), /<small>Desde<\/small>\s+<b>Q\s20\.00<\/b>/)
    assert.match(await page(store, '?desde=20&hasta=20'), /<b>Q\s20\.00<\/b>/)
    const place = (choice: { id: string }) => {
      const item = { variantId: variants[0]!.id, quantity: 1, modifiers: [{ choiceId: choice.id }] }
      return order(service, anOrder(store, [item]))
    }
    assert.equal((await place(choices[0]!)).status, 201)
    assert.equal((await place(choices[1]!)).status, 400, 'nothing has a price')
  })
})
