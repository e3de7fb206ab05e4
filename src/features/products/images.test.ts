import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { startService } from '../../../test/service.ts'
import { aProduct, aStore } from '../../../test/factories.ts'
import { pictureHref } from '../media/address.ts'
import { imagesAfter } from './images.ts'

const service = await startService() // of plain http
const store = await aStore(service)
const [A, B, C] = ['a', 'b', 'c'].map((name) => `https://fotos.test/${name}.jpg`) as [string, string, string]
const images = (...urls: string[]) => urls.map((url) => ({ url, alt: null }))

let shades = 0

async function uploaded(own: { key: string }) {
  const background = { r: shades++ % 256, g: 90, b: 7 }
  const body = await sharp({ create: { width: 60, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const response = await fetch(`${service.url}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own.key}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(body),
  })
  return ((await response.json()) as { data: { id: string; url: string } }).data
}

const create = (body: object, { key } = store) =>
  service.post('/api/v1/products', { key, body: { name: `Café ${Math.random()}`, price: 10, ...body } })
const update = (id: string, body: object) => service.put(`/api/v1/products/${id}`, { key: store.key, body })

suite('the pictures of a product', () => {
  test('imageUrl is the first image', () => {
    assert.deepEqual(imagesAfter([], { imageUrl: A }), images(A))
    assert.deepEqual(imagesAfter([], { images: [{ url: A }, { url: B, alt: '' }] }), images(A, B))
    assert.deepEqual(imagesAfter(images(A, B), { imageUrl: C }), images(C, B))
    assert.deepEqual(imagesAfter(images(A, B, C), { imageUrl: C }), images(C, B))
    assert.deepEqual(imagesAfter(images(A, B), { imageUrl: null }), [])
    assert.deepEqual(imagesAfter(images(A, B), {}), images(A, B))
    assert.deepEqual(imagesAfter(images(A, B), { images: [] }), [])
  })

  test('of imageUrl and images, the changed one takes precedence over the unchanged one', () => {
    assert.deepEqual(imagesAfter(images(A, B), { imageUrl: A, images: images(B, A) }), images(B, A))
    assert.deepEqual(imagesAfter(images(A, B), { imageUrl: C, images: images(A, B) }), images(C, B))
    assert.deepEqual(imagesAfter(images(A), { imageUrl: A, images: [] }), [])
  })

  test('are created, returned, listed and updated', async () => {
    const { json } = await create({ images: [{ url: A, alt: 'Una taza' }, { url: B }] })
    const { id } = json.data
    const expected = [
      { url: A, alt: 'Una taza' },
      { url: B, alt: null },
    ]
    assert.deepEqual([json.data.imageUrl, json.data.images], [A, expected])
    const { json: list } = await service.get('/api/v1/products', store.key)
    assert.deepEqual(list.data.find((one: { id: string }) => one.id === id)!.images, expected)
    const changed = await update(id, { imageUrl: C })
    assert.deepEqual(changed.json.data.images, [{ url: C, alt: null }, expected[1]])
    const none = await update(id, { images: [] })
    assert.deepEqual([none.json.data.imageUrl, none.json.data.images], [null, []])
  })

  test('400 on eleven, on duplicates, and on one that is not https', async () => {
    const eleven = Array.from({ length: 11 }, (_, n) => ({ url: `https://fotos.test/${n}.jpg` }))
    const cases: [object, string, string][] = [
      [{ images: eleven }, 'images', 'max_items'],
      [{ images: images(A, A) }, 'images.1.url', 'duplicate'],
      [{ images: images(A, 'http://fotos.test/b.jpg') }, 'images.1.url', 'pattern'],
      [{ imageUrl: 'http://fotos.test/b.jpg' }, 'imageUrl', 'pattern'],
      [{ images: [{ url: A, title: 'x' }] }, 'images.0.title', 'unknown_field'],
      [{ images: [{ alt: 'x' }] }, 'images.0.url', 'required'],
    ]
    for (const [body, field, reason] of cases) {
      const { status, json } = await create(body)
      assert.deepEqual(
        [status, json.details?.field, json.details?.reason],
        [400, field, reason],
        JSON.stringify(json),
      )
    }
  })

  test('an uploaded one is accepted over plain http too, by its own store only, while it exists', async () => {
    const { url } = await uploaded(store)
    assert.match(url, /^http:/)
    const { status, json } = await create({ imageUrl: url })
    assert.equal(status, 201)
    const stranger = await aStore(service)
    assert.equal((await create({ imageUrl: url }, stranger)).json.details.reason, 'pattern')
    const missing = await create({ images: [{ url: url.replace(/fotos\/\w+/, 'fotos/nada') }] })
    assert.deepEqual([missing.json.details.field, missing.json.details.reason], ['images.0.url', 'not_found'])

    const shown = await fetch(service.url + pictureHref(store.id, json.data.id, url, 120))
    assert.equal(shown.headers.get('content-type'), 'image/jpeg')
  })

  test('adding or removing one extends its expiry by 30 days', async () => {
    const { id, url } = await uploaded(store)
    const days = async () => {
      const [row] = await service.sql<[{ days: number }]>`
        select round(extract(epoch from expires_at - now()) / 86400) as days
        from pictures where store_id = ${store.id} and id = ${id}`
      return row.days
    }
    const product = await aProduct(service, store)
    for (const change of [{ imageUrl: url }, { imageUrl: A }]) {
      await service.sql`update pictures set expires_at = now() + interval '1 day' where id = ${id}`
      await update(product.id, change)
      assert.equal(await days(), 30)
    }
  })

  test('the product’s page, its data for search engines and the feed show them all', async () => {
    const { json } = await create({ images: [{ url: A, alt: 'Una "taza"' }, { url: B }] })
    const { id, slug } = json.data
    const { text } = await service.get(`/${store.slug}/p/${slug}`)
    const [first, second] = [A, B].map((url) => pictureHref(store.id, id, url, 1280)) as [string, string]
    assert.ok(text.includes('alt="Una &quot;taza&quot;"') && text.includes('href="#foto-2"'))
    assert.ok(text.includes(`${first} 1280w`) && text.includes(`${second} 1280w`))
    const origin = service.app.publicUrl
    assert.ok(text.includes(`"image":["${origin}${first}","${origin}${second}"]`))
    const { text: feed } = await service.get(`/${store.slug}/feed.xml`)
    assert.ok(feed.includes(`<g:image_link>${origin}${first}</g:image_link>`))
    assert.ok(feed.includes(`<g:additional_image_link>${origin}${second}</g:additional_image_link>`))
  })
})
