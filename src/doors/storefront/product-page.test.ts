import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()

suite('GET /{slug}/p/{product}', () => {
  test('offers each variant on sale at its price', async () => {
    const store = await aStore(service)
    const variants = [{ name: '250 g' }, { name: '1 kg', price: 320 }, { name: '5 kg', isActive: false }]
    const product = await aProduct(service, store, { name: 'Café', price: 85, comparePrice: 100, variants })
    const { status, text } = await service.get(`/${store.slug}/p/${product.slug}`)
    assert.equal(status, 200)
    assert.match(text, new RegExp(`value="${product.variants[0]!.id}~85"[^>]* checked`))
    assert.match(text, /1 kg <b>Q\s320\.00/)
    assert.match(text, /−15\s%/)
    assert.doesNotMatch(text, /5 kg/)
  })

  test('says by how much a price is reduced, in whole percents, never more than it is', async () => {
    const store = await aStore(service)
    for (const [price, comparePrice, reduction] of [
      [1.26, 1.4, 10],
      [0.8, 1, 20],
      [2.61, 2.9, 10],
      [80.01, 100, 19],
    ]) {
      const { slug } = await aProduct(service, store, { price, comparePrice })
      const { text } = await service.get(`/${store.slug}/p/${slug}`)
      assert.match(
        text,
        new RegExp(`<span class="badge">−${reduction}\u00a0%<`),
        `${price} of ${comparePrice}`,
      )
    }
  })

  test('says the price once where all variants have the same', async () => {
    const store = await aStore(service)
    const variants = [{ name: 'Entero' }, { name: 'Rebanado' }, { name: 'Molido', stock: 2 }]
    const { slug } = await aProduct(service, store, { price: 68, variants })
    const { text } = await service.get(`/${store.slug}/p/${slug}`)
    assert.match(text, /<span>Entero<\/span>/)
    assert.match(text, /<span>Molido <b>Quedan 2<\/b><\/span>/)
  })

  test('preselects the variant of the link, with its price', async () => {
    const store = await aStore(service)
    const variants = [{ name: '250 g' }, { name: '1 kg', price: 320 }]
    const product = await aProduct(service, store, { price: 85, comparePrice: 100, variants })
    const shown = async (query: string) => {
      const { text } = await service.get(`/${store.slug}/p/${product.slug}${query}`)
      return [/data-price><b>([^<]*)/.exec(text)![1], /([^ ]*)~[\d.]+"[^>]* checked/.exec(text)![1]]
    }
    const [small, large] = product.variants.map(({ id }) => id)
    assert.deepEqual(await shown(''), ['Q 85.00', `value="${small}`])
    assert.deepEqual(await shown(`?opcion=${large}`), ['Q 320.00', `value="${large}`])
    for (const other of ['', 'nada', '%00', `${large}&opcion=${small}`]) {
      assert.deepEqual((await shown(`?opcion=${other}`))[0], 'Q 85.00')
    }
  })

  test('has the original images in its structured data, and none without images', async () => {
    const store = await aStore(service)
    const plain = await aProduct(service, store)
    const imageUrl = 'https://ejemplo.test/foto.jpg'
    const pictured = await aProduct(service, store, { imageUrl })
    const data = async (slug: string) =>
      JSON.parse(/ld\+json">(.*?)<\/script>/.exec((await service.get(`/${store.slug}/p/${slug}`)).text)![1]!)
    assert.equal((await data(plain.slug)).image, undefined)
    assert.match((await data(pictured.slug)).image[0], new RegExp(`/media/${store.id}/${pictured.id}/`))
  })

  test('says that a product is unavailable, unless it was deleted', async () => {
    const store = await aStore(service)
    const { id, slug } = await aProduct(service, store, { isActive: false })
    const paused = await service.get(`/${store.slug}/p/${slug}`)
    assert.deepEqual(
      [paused.status, /<h1>(.*?)<\/h1>/.exec(paused.text)![1]],
      [404, 'Este producto está en pausa'],
    )
    await service.sql`update products set deleted_at = now() where id = ${id}`
    assert.match((await service.get(`/${store.slug}/p/${slug}`)).text, /<h1>Esta página no existe/)
  })

  test('has a link to ask about it, with its name', async () => {
    const store = await aStore(service)
    const { slug } = await aProduct(service, store, { name: 'Café & té' })
    const { text } = await service.get(`/${store.slug}/p/${slug}`)
    const [, question] =
      /wa\.me\/50255551234\?text=([^"]*)" rel="nofollow"><svg[^]*?<\/svg> ¿Preguntas\?/.exec(text)!
    assert.match(decodeURIComponent(question!), /pregunta sobre \*Café & té\*/)
  })

  test('shows approved reviews with their average, and no others', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    for (const [rating, status] of [
      [5, 'approved'],
      [4, 'approved'],
      [1, 'pending'],
      [1, 'rejected'],
    ] as const) {
      await service.sql`
        insert into reviews (store_id, id, product_id, name, text, rating, status)
        values (${store.id}, ${newId()}, ${product.id}, 'Ana', ${`opina ${status}`}, ${rating}, ${status})`
    }
    const { text } = await service.get(`/${store.slug}/p/${product.slug}`)
    assert.match(text, /<b>4\.5<\/b>/)
    assert.match(text, /"aggregateRating":\{[^}]*"ratingValue":4.5,"reviewCount":2\b/)
    assert.doesNotMatch(text, /opina (pending|rejected)/)
  })

  test('dates a review by the clocks of the store', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    await service.sql`
      insert into reviews (store_id, id, product_id, name, text, rating, status, created_at)
      values (${store.id}, ${newId()}, ${product.id}, 'Ana', 'Rico', 5, 'approved', '2026-03-13T02:00Z')`
    const { text } = await service.get(`/${store.slug}/p/${product.slug}`)
    assert.match(text, />12 de marzo de 2026</)
    assert.match(text, /"datePublished":"2026-03-12"/)
  })

  test('accepts a review without JavaScript, to be moderated by the store', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    const path = `/${store.slug}/p/${product.slug}/opinion`
    const send = (body: string) =>
      service.call('POST', path, {
        headers: { ...anAddress(), 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    assert.equal((await send('name=Ana&text=&rating=9')).status, 422)
    const sent = await send('name=Ana&text=Muy+rico&rating=5')
    assert.match(sent.text, /Gracias por tu opinión/)
    const reviews =
      await service.sql`select name, text, rating, status from reviews where store_id = ${store.id}`
    assert.deepEqual([...reviews], [{ name: 'Ana', text: 'Muy rico', rating: 5, status: 'pending' }])
  })

  test('has a long form of its URL too', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { slug: `cafe-${'muy-'.repeat(25)}largo` })
    assert.equal((await service.get(`/${store.slug}/p/${product.slug}`)).status, 200)
  })

  test('is 404 for what is not on sale', async () => {
    const store = await aStore(service)
    for (const path of ['nada', '%00']) {
      const { status, text } = await service.get(`/${store.slug}/p/${path}`)
      assert.equal(status, 404)
      assert.match(text, /Esta página no existe/)
    }
  })
})

suite('sold out and low stock', () => {
  const options = [
    { name: 'Talla', values: ['S', 'M'] },
    { name: 'Color', values: ['Azul', 'Rojo'] },
  ]
  const shirts = [
    { name: 'S azul', optionValues: ['S', 'Azul'], stock: 0 },
    { name: 'M azul', optionValues: ['M', 'Azul'], stock: 2, imageUrl: 'https://ejemplo.test/m.jpg' },
    { name: 'M roja', optionValues: ['M', 'Rojo'], stock: 50 },
  ]
  const buy = (store: { id: string }, variantId: string, quantity: number) =>
    order(service, anOrder(store, [{ variantId, quantity }]))

  async function aShop() {
    const store = await aStore(service)
    const shirt = await aProduct(service, store, { name: 'Camisa', options, variants: shirts })
    const only = await aProduct(service, store, { name: 'Taza', variants: [{ name: 'Única', stock: 6 }] })
    const read = async (path = '') => (await service.get(`/${store.slug}${path}`)).text
    return { store, shirt, mug: only.variants[0]!.id, read, page: await read(`/p/${shirt.slug}`) }
  }

  test('is shown in a plain list of variants, with chips that disable unavailable combinations', async () => {
    const { shirt, page } = await aShop()
    const [small, medium, red] = shirt.variants.map(({ id }) => id)
    assert.match(
      page,
      new RegExp(`<option value="${small}~100"[^>]* disabled[^>]*>S azul · Q\\s100\\.00 · Agotado<`),
    )
    assert.match(
      page,
      new RegExp(
        `<option value="${medium}~100"[^>]* data-photo="1" selected>M azul · Q\\s100\\.00 · Quedan 2<`,
      ),
    )
    assert.match(page, new RegExp(`<option value="${red}~100"[^>]*>M roja · Q\\s100\\.00<`))
    const chips = [...page.matchAll(/name="eje-\d" value="(\w+)"( checked)?><span( class="no")?>/g)]
    assert.deepEqual(
      chips.map(([, value, checked, no]) => [value, Boolean(checked), Boolean(no)]),
      [['S', false, true], ['M', true, false], ['Azul', true, false], ['Rojo', false, false]],
    ) // prettier-ignore
    assert.match(page, /max="2"[^>]*required/)
    assert.match(page, /<p class="left" role="status">Quedan 2</)
  })

  test('is updated by orders, on cached pages too; the product stays listed and leaves the feed', async () => {
    const { store, shirt, mug, read } = await aShop()
    assert.doesNotMatch(await read(), /Quedan|Agotado/)
    await buy(store, mug, 2)
    assert.match(await read(), /<span class="badge">Quedan 4</)
    assert.match(await read('/feed.xml'), new RegExp(`<g:id>${mug}<`))
    await buy(store, mug, 4)
    assert.match(await read(), /<span class="badge out">Agotado</)
    assert.doesNotMatch(await read(), new RegExp(`carrito\\?v=${mug}`))
    assert.doesNotMatch(await read('/feed.xml'), new RegExp(`<g:id>${mug}<`))
    assert.match(await read('/llms.txt'), new RegExp(`agotado \\(${mug}\\)`))
    const data = await read(`/p/${shirt.slug}?opcion=${shirt.variants[0]!.id}`)
    assert.match(data, /schema\.org\/OutOfStock.*schema\.org\/InStock/)
    assert.match(data, /<button class="button" disabled><span>Agotado</)
  })

  test('limits the quantities in the cart, and is shown in the checkout before ordering', async () => {
    const { store, shirt, mug, read } = await aShop()
    const [small, medium] = shirt.variants.map(({ id }) => id)
    const cart = await read(`/carrito?v=${small}~100&n=1&v=${medium}~100&n=5`)
    assert.match(cart, /<b>Camisa<\/b> se agotó y salió de tu carrito/)
    assert.match(cart, /De <b>Camisa<\/b> solo quedan 2\b/)
    assert.match(cart, /name="n" value="2" min="0" max="2"/)
    assert.match(cart, /<dt>Total<\/dt><dd>Q\s200\.00/)

    const body = new URLSearchParams({ v: mug, n: '7', name: 'Ana', phone: '+50255551234' }).toString()
    const headers = { ...anAddress(), 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await service.call('POST', `/${store.slug}/pedir`, { headers, body })
    assert.equal(sent.status, 422)
    assert.match(sent.text, /De <b>Taza<\/b> solo quedan 6\b/)
    assert.match(sent.text, /name="n" value="6"/)
  })
})
