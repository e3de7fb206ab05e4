import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { avifThatClaims, blankPng } from '../../../test/hostile-pictures.ts'
import { anAccount, aProduct, aStore } from '../../../test/factories.ts'
import { NotConverted } from './converter.ts'
import { croppedHref, pictureHref, type Crop } from './address.ts'

const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#a8472a' } })
  .jpeg()
  .toBuffer()
const bodies: Record<string, Buffer> = {
  '/photo.jpg': photo,
  '/seen-later.jpg': photo,
  '/aside.jpg': await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#e8e8e8' } })
    .composite([
      {
        input: { create: { width: 240, height: 240, channels: 3, background: '#e01010' } },
        left: 180,
        top: 180,
      },
    ])
    .jpeg()
    .toBuffer(),
  '/empty': Buffer.alloc(0),
  '/broken.jpg': photo.subarray(0, photo.length / 2),
  '/huge.png': blankPng(7_100, 7_100),
  '/huge.avif': await avifThatClaims(7_000, 7_000),
}
const asked: string[] = []
const host = createServer((request, response) => {
  asked.push(request.url!)
  const body = bodies[request.url!]
  if (body) response.end(body)
  else if (request.url === '/drawing.svg')
    response.end('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>')
  else if (request.url === '/page.html') response.end('<html>')
  else if (request.url?.startsWith('/moved/')) {
    const left = Number(request.url.slice(7))
    response.writeHead(302, { location: left > 1 ? `/moved/${left - 1}` : '/photo.jpg' }).end()
  } else if (request.url === '/away') response.writeHead(301, { location: 'file:///etc/passwd' }).end()
  else response.writeHead(404).end()
})
host.listen(0, '127.0.0.1')
await once(host, 'listening')
after(() => host.close())
const site = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-media-'))
const service = await startService({ ALLOW_PRIVATE_DESTINATIONS: 'true', DATA_DIR: dataDir })
const guarded = await startService({ DATA_DIR: dataDir }, service)

/** Sets a picture that the API would not take: it is not https. */
const show = (id: string, url: string) => service.sql`
  update products
  set image_url = ${url}, images = ${service.sql.json([{ url, alt: null }])}
  where id = ${id}`

async function pictured(path: string) {
  const store = await aStore(service)
  const product = await aProduct(service, store)
  await show(product.id, site + path)
  const href = (width: number) => pictureHref(store.id, product.id, site + path, width)
  const cropped = (crop: Crop, width: number) => croppedHref(crop, store.id, product.id, site + path, width)
  return { store, product, href, cropped }
}

/** The answer once the picture is converted: on a busy machine it may be late, which is 503. */
async function get(path: string, accept = 'image/avif,image/webp,image/svg+xml,*/*', { url } = service) {
  let reply: Response
  await waitFor(async () => (reply = await fetch(url + path, { headers: { accept } })).status !== 503)
  return reply!
}

suite('GET /media/{store}/{product}/{picture}', () => {
  test('has the width of its URL and the best format that the browser accepts', async () => {
    const { href } = await pictured('/photo.jpg')
    for (const [accept, format] of [
      ['image/avif,image/webp', 'avif'],
      ['image/webp', 'webp'],
      ['*/*', 'jpeg'],
    ] as const) {
      const reply = await get(href(240), accept)
      assert.equal(reply.headers.get('content-type'), `image/${format}`)
      assert.match(reply.headers.get('cache-control')!, /immutable/)
      const { width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
      assert.deepEqual([width, height], [240, 320])
    }
  })

  test('is fetched once for concurrent requests', async () => {
    const { href } = await pictured('/photo.jpg')
    asked.length = 0
    await Promise.all([240, 240, 400, 640].map((width) => get(href(width))))
    assert.ok(asked.length <= 1, String(asked.length))
  })

  test('a changed image has another URL, and the old one is 404', async () => {
    const { product, href } = await pictured('/photo.jpg')
    await show(product.id, `${site}/other.jpg`)
    assert.equal((await get(href(240))).status, 404)
  })

  test('404 on another width and in another store', async () => {
    const { product, href } = await pictured('/photo.jpg')
    const stranger = await aStore(service)
    assert.equal((await get(href(241))).status, 404)
    assert.equal((await get(href(99999))).status, 404)
    assert.equal((await get(pictureHref(stranger.id, product.id, `${site}/photo.jpg`, 240))).status, 404)
    assert.equal((await get('/media/%00/x/aaaaaaaa-240')).status, 404)
  })

  test('a response that is not an image is replaced by a placeholder, for a limited time', async () => {
    for (const path of ['/page.html', '/drawing.svg', '/none.jpg']) {
      const { href } = await pictured(path)
      const reply = await get(href(240))
      assert.equal(reply.headers.get('content-type'), 'image/svg+xml', path)
      assert.equal(reply.headers.get('cache-control'), 'public, max-age=60')
      assert.match(await reply.text(), />CA<\/text>/) // of Café de altura
      assert.equal((await get(href(240), '*/*')).status, 404, 'for a feed')
    }
  })

  test('follows up to three redirects', async () => {
    const typeOf = async (path: string) =>
      (await get((await pictured(path)).href(240), 'image/svg+xml')).headers.get('content-type')
    assert.equal(await typeOf('/moved/1'), 'image/jpeg')
    assert.equal(await typeOf('/moved/3'), 'image/jpeg')
    assert.equal(await typeOf('/moved/4'), 'image/svg+xml')
    assert.equal(await typeOf('/away'), 'image/svg+xml')
  })

  test('an image that is broken or too large is fetched once', async () => {
    for (const path of ['/empty', '/broken.jpg', '/huge.png', '/huge.avif']) {
      const { href } = await pictured(path)
      asked.length = 0
      for (const width of [240, 400, 640]) {
        const reply = await get(href(width))
        assert.equal(reply.status, 200, path)
        assert.equal(reply.headers.get('content-type'), 'image/svg+xml', path)
      }
      assert.deepEqual(asked, [path])
    }
  })

  test('is not delayed by those of a dead site in several stores of another account', async (t) => {
    let connections = 0
    const silent = createServer(() => {}).on('connection', () => connections++)
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    t.after(() => silent.close().closeAllConnections())
    const { id: ownerId } = await anAccount(service)
    const leaving = new AbortController()
    for (let n = 0; n < 8; n++) {
      const store = await aStore(service, { ownerId })
      const product = await aProduct(service, store)
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/${n}.jpg`
      await show(product.id, url)
      const path = service.url + pictureHref(store.id, product.id, url, 240)
      void fetch(path, { signal: leaving.signal }).catch(() => {})
    }
    await waitFor(() => connections > 0)
    const { href } = await pictured('/moved/2')
    // Those of the dead site would hold it for 15 s.
    const reply = await fetch(service.url + href(240), { signal: AbortSignal.timeout(10_000) })
    leaving.abort()
    assert.equal(reply.headers.get('content-type'), 'image/jpeg')
  })

  test('is never fetched from a private address', async () => {
    const { href } = await pictured('/photo.jpg?inside')
    asked.length = 0
    assert.equal(
      (await get(href(240), 'image/svg+xml', guarded)).headers.get('content-type'),
      'image/svg+xml',
    )
    assert.deepEqual(asked, [])
  })

  test('is cropped to the shape of a frame, keeping what attracts attention', async () => {
    const { cropped, href } = await pictured('/aside.jpg')
    const centreOf = async (path: string) => {
      const body = Buffer.from(await (await get(path, '*/*')).arrayBuffer())
      const { width, height } = await sharp(body).metadata()
      const { channels } = await sharp(body).extract({ left: 60, top: 60, width: 120, height: 120 }).stats()
      return { size: [width, height], red: channels[0]!.mean }
    }
    for (const [crop, height] of [
      ['square', 240],
      ['portrait', 300],
      ['tall', 320],
    ] as const) {
      const { size, red } = await centreOf(cropped(crop, 240))
      assert.deepEqual(size, [240, height])
      if (crop === 'square') assert.ok(red > 190, `the subject at the left is in the middle: ${red}`)
    }
    // One that is smaller than its frame is not enlarged.
    assert.deepEqual((await centreOf(cropped('tall', 1280))).size, [450, 600])
    assert.equal((await get(`${href(240)}-round`)).status, 404)
    assert.equal((await get(`${href(240)}-constructor`)).status, 404)
  })

  test('a product’s page has it in srcset, in its own shape and on the colour of its edges', async (t) => {
    const { store, product, href } = await pictured('/seen-later.jpg')
    const page = async () => (await service.get(`/${store.slug}/p/${product.slug}`)).text
    const before = await page()
    assert.ok(before.includes(`${href(800)} 800w`))
    assert.match(before, /<img class="picture whole unknown"[^>]* width="4" height="5"/)
    await get(href(480))
    const later = Date.now() + 6_000 // the page without the shape is kept for five seconds
    t.mock.method(Date, 'now', () => later)
    await waitFor(async () => /<img class="picture whole"[^>]* width="900" height="1200"/.test(await page()))
    assert.match(await page(), /<svg class="behind" aria-hidden="true"><path fill="#a[78]4[67][23][89ab]"/)
  })

  test('a page knows the shape of an uploaded picture at once, and puts a transparent one on a plate', async (t) => {
    const store = await aStore(service)
    for (const [channels, expected] of [
      [3, /<path fill="#1[345]7[789]5[9ab]"[^]*class="picture whole broad"[^>]* width="320" height="160"/],
      [4, /class="picture whole broad plate"[^>]* width="320" height="160"/],
    ] as const) {
      const background = { r: 20, g: 120, b: 90, alpha: 0.4 }
      const body = await sharp({ create: { width: 320, height: 160, channels, background } })
        .png()
        .toBuffer()
      const uploaded = await fetch(`${service.url}/api/v1/images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${store.key}`, 'content-type': 'image/png' },
        body: new Uint8Array(body),
      })
      const { data } = (await uploaded.json()) as { data: { url: string } }
      const noTurn = t.mock.method(service.app.converter, 'convert', () => Promise.reject(new NotConverted()))
      const { slug } = await aProduct(service, store, { imageUrl: data.url })
      const { text } = await service.get(`/${store.slug}/p/${slug}`)
      noTurn.mock.restore()
      assert.match(text, expected)
    }
  })
})

type Manifest = { name: string; start_url: string; icons: { src: string; sizes: string }[] }

suite('GET /media/{store}/icono/{side}.png', () => {
  test('is a square icon with the initials of the shop, listed in its manifest', async () => {
    const { id, slug } = await aStore(service)
    const { text } = await service.get(`/${slug}/manifest.webmanifest`)
    const manifest = JSON.parse(text) as Manifest
    assert.deepEqual([manifest.name, manifest.start_url], ['Café de la Antigua', `/${slug}`])
    for (const { src, sizes } of manifest.icons) {
      const { format, width, height } = await sharp(
        Buffer.from(await (await get(src)).arrayBuffer()),
      ).metadata()
      assert.deepEqual([format, `${width}x${height}`], ['png', sizes])
    }
    assert.equal((await get(`/media/${id}/icono/64.png`)).status, 404)
    assert.equal((await get('/media/nada/icono/192.png')).status, 404)
  })
})

suite('GET /media/{store}/compartir/{subject}', () => {
  test('is the preview image of a product and of the store', async () => {
    const { store, product } = await pictured('/photo.jpg')
    await service.sql`update products set name = ${'Café </text><script>& "fino"'} where id = ${product.id}`
    for (const subject of [product.id, 'tienda']) {
      const reply = await get(`/media/${store.id}/compartir/${subject}`)
      const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
      assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
    }
    assert.equal((await get(`/media/${store.id}/compartir/nada`)).status, 404)
  })
})
