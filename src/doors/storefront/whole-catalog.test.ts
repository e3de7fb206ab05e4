import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { anAddress, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()
const texts = ['feed.xml', 'sitemap.xml', 'llms.txt']

/** A shop of the free plan that is as large as it can be: 50 products of 100 variants and 5,000 characters. */
async function aFullFreeShop() {
  const store = await aStore(service, { plan: 'free' })
  const product = await aProduct(service, store, {
    name: '&'.repeat(120),
    description: '<&> '.repeat(1250),
    variants: Array.from({ length: 100 }, (_, n) => ({ name: `${'"'.repeat(70)}${n}` })),
  })
  await service.sql`
    insert into products (store_id, id, name, slug, description, price, variants)
    select store_id, id || n, name, slug || n, description, price, variants
    from products, generate_series(1, 49) as n
    where store_id = ${store.id}`
  await service.sql`
    insert into variants (store_id, id, product_id, name, position)
    select store_id, id || n, ${product.id} || n, name, position
    from variants, generate_series(1, 49) as n
    where store_id = ${store.id}`
  await service.sql`update stores set catalog_version = catalog_version + 1 where id = ${store.id}`
  return store
}

const full = await aFullFreeShop()

suite('a document of a whole catalog', () => {
  test('is limited in size, and lists every product and variant', async () => {
    const feed = await service.get(`/${full.slug}/feed.xml`)
    assert.equal(feed.text.match(/<item>/g)?.length, 5_000)
    assert.ok(feed.text.length < 30_000_000, `${feed.text.length} characters`)
    assert.match(feed.text, /…<\/g:description>/)
    const llms = await service.get(`/${full.slug}/llms.txt`)
    assert.equal(llms.text.match(/^- /gm)?.length, 50)
    assert.ok(llms.text.length < 2_000_000)
    const sitemap = await service.get(`/${full.slug}/sitemap.xml`)
    assert.equal(sitemap.text.match(/<url>/g)?.length, 51)
  })

  test('is shared by concurrent requests, in any encoding', async () => {
    const store = await aFullFreeShop()
    const asked = Array.from({ length: 12 }, (_, n) =>
      service.app.inject({
        url: `/${store.slug}/feed.xml`,
        headers: { ...anAddress(), 'accept-encoding': ['gzip, br', 'br', 'identity'][n % 3]! },
      }),
    )
    const sizes = (await Promise.all(asked)).map(({ statusCode, rawPayload, headers }) => {
      assert.equal(statusCode, 200)
      return unpacked(rawPayload, headers['content-encoding']).length
    })
    assert.equal(new Set(sizes).size, 1)
  })

  test('is decompressed for at most four concurrent readers per IP address', async (t) => {
    const { slug } = full
    const address = anAddress()
    /** Reads no more than the head of the response. */
    const ask = (headers: Record<string, string> = address) =>
      new Promise<IncomingMessage>((resolve) => {
        get(`${service.url}/${slug}/feed.xml`, { headers, agent: false }, (response) => {
          t.after(() => response.destroy())
          resolve(response.pause())
        }).on('error', () => {}) // the service closes while some wait
      })
    const held = [await ask(), await ask(), await ask(), await ask()]
    assert.deepEqual(
      held.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    const fifth = ask()
    assert.equal((await ask({ ...address, 'accept-encoding': 'gzip' })).statusCode, 200)
    assert.equal((await ask(anAddress())).statusCode, 200)
    assert.equal(await Promise.race([fifth, wait(200, 'waits')]), 'waits')
    held[0]!.destroy()
    assert.equal((await fifth).statusCode, 200)

    for (let n = 0; n < 50; n++) void ask()
    await waitFor(async () => {
      const answer = await Promise.race([ask(), wait(50, null)])
      return answer?.statusCode === 503 && Number(answer.headers['retry-after']) > 0
    })
  })

  test('is sent to everybody at an address that many ask at once, without gzip', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const address = anAddress()
    const headers = { ...address, 'accept-encoding': 'identity' }
    const asked = Array.from({ length: 40 }, () => service.get(`/${store.slug}/feed.xml`, undefined, headers))
    for (const { status, text } of await Promise.all(asked))
      assert.deepEqual([status, text.endsWith('</channel></rss>')], [200, true])
  })

  test('has an ETag for each encoding, and a 304', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    for (const text of texts) {
      const tags = []
      for (const encoding of ['gzip', 'identity']) {
        const ask = (headers: Record<string, string> = {}) =>
          service.app.inject({
            url: `/${store.slug}/${text}`,
            headers: { 'accept-encoding': encoding, ...headers },
          })
        const { headers } = await ask()
        assert.equal(headers['content-encoding'] ?? 'identity', encoding)
        assert.equal(headers['vary'], 'accept-encoding')
        const again = await ask({ 'if-none-match': String(headers.etag) })
        assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag])
        tags.push(headers.etag)
      }
      assert.equal(new Set(tags).size, 2)
    }
  })

  test('shows a change at once', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'El primero' })
    for (const text of texts) await service.get(`/${store.slug}/${text}`)
    await aProduct(service, store, { name: 'El segundo', slug: 'el-segundo' })
    for (const text of texts) {
      assert.match((await service.get(`/${store.slug}/${text}`)).text, /el-segundo/, text)
    }
  })

  test('is empty for a shop without products', async () => {
    const store = await aStore(service)
    for (const text of texts) assert.equal((await service.get(`/${store.slug}/${text}`)).status, 200, text)
  })

  test('is an error while the catalog cannot be read, and works again afterwards', async () => {
    const { slug } = await aStore(service)
    const statuses = () =>
      Promise.all(texts.map(async (text) => (await service.get(`/${slug}/${text}`)).status))
    await service.sql`alter table products rename to unreadable_products`
    try {
      assert.deepEqual(await statuses(), [500, 500, 500])
    } finally {
      await service.sql`alter table unreadable_products rename to products`
    }
    assert.deepEqual(await statuses(), [200, 200, 200])
  })
})

function unpacked(body: Buffer, encoding: unknown): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}
