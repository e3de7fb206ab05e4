import assert from 'node:assert/strict'
import { readdir, mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { avifThatClaims, blankPng } from '../../../test/hostile-pictures.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { aKey, aStore } from '../../../test/factories.ts'
import { purgeUnusedPictures } from './purge-unused.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-uploads-'))
const service = await startService({ DATA_DIR: dataDir })
const store = await aStore(service)

let shades = 0

/** Each of another colour: the same photo is stored once. */
const photo = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: shades++ % 256, g: 90, b: 40 } } })

type Upload = { key?: string; type?: string; headers?: Record<string, string>; path?: string }

async function upload(body: Buffer | FormData, { key = store.key, type, headers }: Upload = {}) {
  const response = await fetch(`${service.url}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(type && { 'content-type': type }), ...headers },
    body: body as NonNullable<RequestInit['body']>,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- each test names the shape that it expects
  return { status: response.status, headers: response.headers, json: (await response.json()) as any }
}

function form(file: Buffer, { field = 'file', type = 'image/jpeg' } = {}) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(file)], { type }), 'foto.jpg')
  return form
}

const picturesOf = async ({ id }: { id: string }) => {
  const [count] = await service.sql<
    [{ n: number }]
  >`select count(*) as n from pictures where store_id = ${id}`
  return count.n
}

function rejected(answer: Awaited<ReturnType<typeof upload>>, status: number, code: string, reason?: string) {
  assert.deepEqual([answer.status, answer.json.code], [status, code], JSON.stringify(answer.json))
  if (reason) assert.deepEqual([answer.json.details.field, answer.json.details.reason], ['file', reason])
}

suite('POST /api/v1/images', () => {
  test('accepts a multipart form and a raw body, in each format', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const alone = await upload(await photo().toFormat(format).toBuffer(), { type: `image/${format}` })
      assert.equal(alone.status, 201, JSON.stringify(alone.json))
      const inForm = await upload(form(await photo().toFormat(format).toBuffer()))
      assert.equal(inForm.status, 201, JSON.stringify(inForm.json))
      for (const { json } of [alone, inForm]) {
        const { id, url, width, height, ...rest } = json.data
        assert.deepEqual([typeof id, width, height, rest], ['string', 300, 200, {}])
        assert.equal(alone.headers.get('location'), alone.json.data.url)
        assert.ok(url.startsWith(`${service.app.publicUrl}/media/${store.id}/fotos/`))
      }
    }
  })

  test('stores it rotated upright, at most 2048 px, without EXIF metadata', async () => {
    const taken = await photo(3000, 2000)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camara' }, IFD3: { GPSLatitude: '14/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { json } = await upload(taken, { type: 'image/jpeg' })
    assert.deepEqual([json.data.width, json.data.height], [1365, 2048])
    const { pathname } = new URL(json.data.url)
    const answer = await fetch(service.url + pathname)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('content-type'), 'image/jpeg')
    const { width, height, exif, orientation } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata()
    assert.deepEqual([width, height, exif, orientation], [1365, 2048, undefined, undefined])
  })

  test('keeps transparency', async () => {
    const png = await photo().ensureAlpha(0.5).png().toBuffer()
    const { json } = await upload(png, { type: 'image/png' })
    assert.match(json.data.url, /\.webp$/)
    const answer = await fetch(service.url + new URL(json.data.url).pathname)
    assert.equal((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).hasAlpha, true)
  })

  test('the same photo is stored once per store, also concurrently', async () => {
    const [own, other] = [await aStore(service), await aStore(service)]
    const body = await photo().jpeg().toBuffer()
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => upload(body, { key: own.key, type: 'image/jpeg' })),
    )
    assert.equal(new Set(responses.map(({ status, json }) => `${status} ${json.data.id}`)).size, 1)
    const elsewhere = await upload(body, { key: other.key, type: 'image/jpeg' })
    assert.notEqual(elsewhere.json.data.id, responses[0]!.json.data.id)
    assert.deepEqual([await picturesOf(own), await picturesOf(other)], [1, 1])
    const { pathname } = new URL(elsewhere.json.data.url)
    assert.equal((await fetch(service.url + pathname.replace(other.id, own.id))).status, 404)
  })

  test('an Idempotency-Key returns the first response, and is 409 with another photo', async () => {
    const headers = { 'idempotency-key': 'una-foto' }
    const body = await photo().jpeg().toBuffer()
    const first = await upload(body, { type: 'image/jpeg', headers })
    const again = await upload(form(body), { headers })
    assert.deepEqual(again.json, first.json)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const another = await upload(await photo(10, 10).jpeg().toBuffer(), { type: 'image/jpeg', headers })
    rejected(another, 409, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('400 without an image, and on one that is broken or has too many pixels', async () => {
    const jpeg = await photo(400, 400).jpeg().toBuffer()
    rejected(await upload(Buffer.alloc(0), { type: 'image/jpeg' }), 400, 'VALIDATION_ERROR', 'required')
    rejected(await upload(form(jpeg, { field: 'photo' })), 400, 'VALIDATION_ERROR', 'required')
    rejected(await upload(new FormData()), 400, 'VALIDATION_ERROR', 'required')
    rejected(await upload(form(Buffer.alloc(0))), 400, 'VALIDATION_ERROR', 'required')
    rejected(
      await upload(jpeg.subarray(0, jpeg.length / 2), { type: 'image/jpeg' }),
      400,
      'VALIDATION_ERROR',
      'invalid',
    )
    rejected(await upload(Buffer.from('hola'), { type: 'image/jpeg' }), 400, 'VALIDATION_ERROR', 'invalid')
    rejected(await upload(blankPng(7_100, 7_100), { type: 'image/png' }), 400, 'VALIDATION_ERROR', 'maximum')
    rejected(
      await upload(await avifThatClaims(5_000, 5_000), { type: 'image/avif' }),
      400,
      'VALIDATION_ERROR',
      'maximum',
    )
  })

  test('415 for another format, by its bytes', async () => {
    const gif = await photo().gif().toBuffer()
    rejected(await upload(gif, { type: 'image/gif' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    rejected(await upload(form(gif)), 415, 'UNSUPPORTED_MEDIA_TYPE')
    rejected(await upload(form(Buffer.from('hola'), { type: 'text/plain' })), 415, 'UNSUPPORTED_MEDIA_TYPE')
    rejected(await upload(Buffer.from('{}'), { type: 'application/json' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    rejected(await upload(svg, { type: 'image/svg+xml' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('413 over 15 MiB, multipart and raw; other endpoints keep their limit', async () => {
    const body = Buffer.alloc(15 * 1024 * 1024 + 1, (await photo().jpeg().toBuffer()).subarray(0, 64))
    rejected(await upload(body, { type: 'image/jpeg' }), 413, 'PAYLOAD_TOO_LARGE')
    rejected(await upload(form(body)), 413, 'PAYLOAD_TOO_LARGE')
    const product = JSON.stringify({ name: 'x'.repeat(1024 * 1024), price: 1 })
    const { status } = await service.post('/api/v1/products', { key: store.key, body: product })
    assert.equal(status, 413)
  })

  test('401 and 403 before anything of the body is read', async () => {
    const body = await photo().jpeg().toBuffer()
    rejected(await upload(body, { key: 'vit_no', type: 'image/jpeg' }), 401, 'UNAUTHORIZED')
    const reader = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['products:read'],
    })
    rejected(await upload(body, { key: reader, type: 'image/jpeg' }), 403, 'FORBIDDEN')
  })

  test('403 past the cap of the plan', async () => {
    const own = await aStore(service)
    await service.sql`update stores set plan = 'free' where id = ${own.id}`
    const body = await photo().jpeg().toBuffer()
    await upload(body, { key: own.key, type: 'image/jpeg' })
    await service.sql`select increment_counter(${own.id}, 'pictures', 499)`
    const more = await upload(await photo(20, 20).jpeg().toBuffer(), { key: own.key, type: 'image/jpeg' })
    assert.deepEqual([more.status, more.json.resource, more.json.limit], [403, 'images', 500])
    assert.equal((await upload(body, { key: own.key, type: 'image/jpeg' })).status, 201)
    await service.sql`
      select
        increment_counter(${own.id}, 'pictures', -499),
        increment_counter(${own.id}, 'pictures.bytes', ${250 * 2 ** 20})`
    const heavier = await upload(await photo(20, 20).jpeg().toBuffer(), { key: own.key, type: 'image/jpeg' })
    assert.deepEqual([heavier.status, heavier.json.resource], [403, 'imageMegabytes'])
  })

  test('leaves no temporary file behind, also when the client disconnects', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /api/v1/images HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${store.key}\r\n` +
        'content-type: image/jpeg\r\ncontent-length: 1000000\r\n\r\n\xff\xd8\xff',
    )
    const files = () => readdir(join(dataDir, 'uploads'))
    await waitFor(async () => (await files()).length === 1)
    socket.destroy()
    await waitFor(async () => (await files()).length === 0)
  })
})

suite('uploaded pictures', () => {
  test('are deleted when unused for 30 days', async () => {
    const own = await aStore(service)
    const names = ['product', 'inTheBin', 'longInTheBin', 'theme', 'nobody', 'young'] as const
    const pictures = {} as Record<(typeof names)[number], { id: string; url: string }>
    for (const [i, name] of names.entries()) {
      const body = await photo(20 + i, 20)
        .jpeg()
        .toBuffer()
      pictures[name] = (await upload(body, { key: own.key, type: 'image/jpeg' })).json.data
    }
    const { sql } = service
    const shown = (name: (typeof names)[number], deleted: string | null) => sql`
      insert into products (store_id, id, name, slug, price, image_url, variants, deleted_at)
      values (
        ${own.id}, ${name.toLowerCase()}, 'x', ${name.toLowerCase()}, 1, ${pictures[name].url}, '[]',
        now() - ${deleted}::interval
      )`
    await shown('product', null)
    await shown('inTheBin', '20 days')
    await shown('longInTheBin', '40 days')
    await sql`insert into themes (store_id, id, draft) values (${own.id}, 'lino', ${sql.json({ logoUrl: pictures.theme.url })})`
    await sql`update pictures set expires_at = now() - interval '1 minute' where store_id = ${own.id} and id <> ${pictures.young.id}`
    while (await purgeUnusedPictures(sql));

    const left = await sql<{ id: string }[]>`select id from pictures where store_id = ${own.id}`
    const expected = (['product', 'inTheBin', 'theme', 'young'] as const).map((name) => pictures[name].id)
    assert.deepEqual(left.map(({ id }) => id).toSorted(), expected.toSorted())
    const [count] = await sql<[{ n: number }]>`select counted(${own.id}, ${['pictures']}) as n`
    assert.equal(count.n, 4)
    const gone = await fetch(service.url + new URL(pictures.nobody.url).pathname)
    assert.equal(gone.status, 404)
  })
})
