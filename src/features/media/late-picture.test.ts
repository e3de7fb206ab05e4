import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { pictureHref } from './address.ts'
import { createConverter } from './converter.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-late-')) })
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

  test('is 503 with a placeholder that nobody keeps where it is shown, and is there seconds later', async (t) => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    t.mock.method(service.app.pictures, 'makeSizes', async () => {}) // nothing is converted but what is asked for
    const { url } = (await upload(store.key, await photo())).json.data
    stopConverting()
    await service.sql`update products set image_url = ${url}, images = ${service.sql.json([{ url, alt: null }])} where id = ${id}`
    const get = (accept: string) =>
      fetch(service.url + pictureHref(store.id, id, url, 120), { headers: { accept } })
    const late = await get('image/avif,image/svg+xml,*/*')
    assert.deepEqual(
      ['content-type', 'cache-control', 'retry-after'].map((name) => late.headers.get(name)),
      ['image/svg+xml', 'no-store', '5'],
    )
    assert.equal(late.status, 503)
    assert.equal((await get('image/jpeg')).status, 503)
    convertAgain()
    assert.equal((await get('image/avif,*/*')).status, 503)
    const later = performance.now() + 16_000
    t.mock.method(performance, 'now', () => later)
    const shown = await get('image/avif,*/*')
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/avif'])
  })
})
