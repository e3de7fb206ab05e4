import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { pictureHref } from './address.ts'
import { createConverter } from './converter.ts'

const service = await startService({
  ALLOW_PRIVATE_DESTINATIONS: 'true',
  DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-late-')),
})
const { converter } = service.app
const convert = converter.convert

let shades = 0
const photo = () =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: { r: shades++, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer()

async function upload(key: string, body: Buffer) {
  const response = await fetch(`${service.url}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(body),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- an image or an error
  return { status: response.status, headers: response.headers, json: (await response.json()) as any }
}

/** Every conversion takes longer than its process may live. */
const hasty = createConverter({ timeout: 1 })
after(hasty.close)
const stopConverting = () => (converter.convert = hasty.convert)
const convertAgain = () => (converter.convert = convert)

suite('a picture that is not converted in time', { concurrency: false }, () => {
  test('is 503 when it is uploaded, and taken when it is sent again', async () => {
    const { key } = await aStore(service)
    const body = await photo()
    stopConverting()
    const { status, headers, json } = await upload(key, body)
    convertAgain()
    assert.deepEqual([status, json.code, headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '5'])
    assert.equal((await upload(key, body)).status, 201)
  })

  test('is shown whole meanwhile where the shop has it, uploaded or drawn, and in its size afterwards', async (t) => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    t.mock.method(service.app.pictures, 'makeSizes', async () => {}) // nothing is converted but what is asked for
    const uploaded = (await upload(store.key, await photo())).json.data.url as string
    const drawn = `${service.app.publicUrl}/media/demo/aerosol.svg`
    for (const url of [uploaded, drawn]) {
      stopConverting()
      const get = await shownAt(store, id, url)
      for (const accept of ['image/avif,image/svg+xml,*/*', 'image/jpeg']) {
        const late = await get(accept)
        assert.deepEqual([late.status, late.headers.get('cache-control')], [302, 'no-store'])
        const whole = await fetch(new URL(late.headers.get('location')!, service.url))
        assert.deepEqual(
          [whole.status, /^image\/(jpeg|svg)/.test(whole.headers.get('content-type')!)],
          [200, true],
        )
      }
      convertAgain()
      const later = performance.now() + 16_000
      const clock = t.mock.method(performance, 'now', () => later)
      const sized = await get('image/avif,*/*')
      clock.mock.restore()
      assert.deepEqual([sized.status, sized.headers.get('content-type')], [200, 'image/avif'])
    }
  })

  test('of another site is 503 without initials, which would say that there is none, and nobody keeps it', async (t) => {
    const body = await photo()
    const site = createServer((_request, response) => void response.end(body)).listen(0, '127.0.0.1')
    await once(site, 'listening')
    t.after(() => site.close())
    const store = await aStore(service)
    const { id } = await aProduct(service, store, { name: 'Jarra Azul' })
    const get = await shownAt(store, id, `http://127.0.0.1:${(site.address() as AddressInfo).port}/jarra.jpg`)
    stopConverting()
    const [late, feed] = [await get('image/avif,image/svg+xml,*/*'), await get('image/jpeg')]
    convertAgain()
    assert.deepEqual(
      ['content-type', 'cache-control', 'retry-after'].map((name) => late.headers.get(name)),
      ['image/svg+xml', 'no-store', '5'],
    )
    assert.deepEqual([late.status, feed.status], [503, 503])
    assert.match(await late.text(), /<text[^>]*><\/text>/)
  })
})

/** Gives a product this picture. @returns what gets it in a small size */
async function shownAt(store: { id: string }, id: string, url: string) {
  await service.sql`
    update products set image_url = ${url}, images = ${service.sql.json([{ url, alt: null }])} where id = ${id}`
  return (accept: string) =>
    fetch(service.url + pictureHref(store.id, id, url, 120), { headers: { accept }, redirect: 'manual' })
}
