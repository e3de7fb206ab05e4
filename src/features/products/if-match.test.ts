import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, countByStatus } from '../../../test/service.ts'
import { aProduct, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'

const service = await startService()

async function aReadProduct(query = '') {
  const store = await aStore(service)
  const variants = [{ name: 'Grande' }, { name: 'Chica', isActive: false }]
  const { id } = await aProduct(service, store, { price: 100, variants })
  const path = `/api/v1/products/${id}` as const
  const read = async () => (await service.get(path + query, store.key)).headers.get('etag')!
  const put = (body: object, ifMatch?: string) =>
    service.put(path, { key: store.key, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } })
  return { store, path, read, put, etag: await read() }
}

suite('PUT /api/v1/products/:id with If-Match', () => {
  for (const query of ['', '?variants=all']) {
    test(`changes the version that GET${query} read`, async () => {
      const { put, etag } = await aReadProduct(query)
      const { status, json } = await put({ price: 90 }, etag)
      assert.deepEqual([status, json.data.price], [200, 90])
    })
  }

  test('is 412 with the current product when it was changed since, and changes nothing', async () => {
    const { store, path, read, put, etag } = await aReadProduct()
    await put({ price: 90 })
    await aWebhook(service, store)
    const { status, headers, json } = await put({ name: 'Otro' }, etag)
    assert.deepEqual([status, json.code], [412, 'CHANGED_SINCE'])
    const { data } = (await service.get(path, store.key)).json
    assert.deepEqual(json.details.current, data)
    assert.equal(data.price, 90)
    assert.equal(headers.get('etag'), await read())
    assert.equal((await put({ name: 'Otro' }, headers.get('etag')!)).status, 200)
    assert.equal((await deliveriesOf(service, store)).length, 1)
  })

  test('is 412 where only an inactive variant changed', async () => {
    const { put, etag, path, store } = await aReadProduct()
    const { data } = (await service.get(`${path}?variants=all`, store.key)).json
    const inactive = data.variants.find(({ isActive }: { isActive: boolean }) => !isActive)
    await put({
      variants: [
        ...data.variants.filter((one: object) => one !== inactive),
        { id: inactive!.id, name: 'Mini' },
      ],
    })
    assert.equal((await put({ price: 90 }, etag)).status, 412)
  })

  test('takes one of several tags, and any version for *', async () => {
    const { put, etag } = await aReadProduct()
    assert.equal((await put({ price: 90 }, `"otra", ${etag}`)).status, 200)
    assert.equal((await put({ price: 80 }, '*')).status, 200)
  })

  test('is 412 for a weak or malformed tag', async () => {
    const { put, etag } = await aReadProduct()
    for (const tag of [`W/${etag}`, etag.slice(1, -1), 'nada', '']) {
      assert.equal((await put({ price: 90 }, tag)).status, 412, tag)
    }
  })

  test('is 404 for a deleted product, whatever the tag', async () => {
    const { store, path, put, etag } = await aReadProduct()
    await service.delete(path, store.key)
    assert.equal((await put({ price: 90 }, etag)).status, 404)
  })

  test('of ten concurrent requests with the same tag, one succeeds', async () => {
    const { put, etag } = await aReadProduct()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => put({ price: 10 + i }, etag)))
    assert.deepEqual(countByStatus(answers), { 200: 1, 412: 9 })
  })

  test('without it, the last write wins', async () => {
    const { put, etag } = await aReadProduct()
    await put({ price: 90 }, etag)
    assert.equal((await put({ price: 80 })).json.data.price, 80)
  })
})
