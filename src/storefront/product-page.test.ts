import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { anAddress, aProduct, aStore } from '../../test/factories.ts'
import { newId } from '../core/values/id.ts'

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
    assert.match(text, /−15 %/)
    assert.doesNotMatch(text, /5 kg/)
  })

  test('has the variant chosen that a link names, with its price', async () => {
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

  test('names the plain pictures to search engines, and none where there is none', async () => {
    const store = await aStore(service)
    const plain = await aProduct(service, store)
    const imageUrl = 'https://ejemplo.test/foto.jpg'
    const pictured = await aProduct(service, store, { imageUrl })
    const data = async (slug: string) =>
      JSON.parse(/ld\+json">(.*?)<\/script>/.exec((await service.get(`/${store.slug}/p/${slug}`)).text)![1]!)
    assert.equal((await data(plain.slug)).image, undefined)
    assert.match((await data(pictured.slug)).image[0], new RegExp(`/media/${store.id}/${pictured.id}/`))
  })

  test('says that a product is paused, and not of one that is gone', async () => {
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
    assert.match(text, /"aggregateRating":\{[^}]*"ratingValue":4.5,"reviewCount":2/)
    assert.doesNotMatch(text, /opina (pending|rejected)/)
  })

  test('takes a review from a plain form, to be read by the store first', async () => {
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

  test('has a long address too', async () => {
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
