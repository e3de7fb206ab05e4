import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import fc from 'fast-check'
import sharp from 'sharp'
import { aCategory, aKey, anAddress, anOrder, aProduct, aStore } from '../../test/factories.ts'
import { startService } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'
import { holdStreamedFile } from '../core/http/unread-bodies.ts'
import { createLog } from '../core/process/log.ts'
import { nextSlug } from '../core/values/slug.ts'
import { fold } from '../core/values/text.ts'
import { exportProducts } from './export-products.ts'
import { startImports } from './start.ts'
import { startImportPictures } from './store-pictures.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-imports-'))
const service = await startService({ DATA_DIR: dataDir, ALLOW_PRIVATE_DESTINATIONS: 'true' })
const worker = startImports({ sql: service.sql, log: createLog('silent') })
after(worker.stop)

type Store = Awaited<ReturnType<typeof aStore>>
type Options = { dryRun?: boolean; skipRefused?: boolean; columns?: Record<string, string | null> }

/** Sends a file as a form does. */
async function send(
  store: Store,
  file: string | Buffer,
  options: Options = {},
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(options)) form.set(name, JSON.stringify(value))
  form.set('file', new Blob([new Uint8Array(Buffer.from(file))], { type: 'text/csv' }), 'productos.csv')
  return asked(store, form, headers)
}

async function asked(
  store: Store,
  body: FormData | string | Uint8Array,
  headers: Record<string, string> = {},
  query = '',
) {
  const response = await fetch(`${service.url}/api/v1/imports${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.key}`, ...headers },
    body: body as NonNullable<RequestInit['body']>,
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- each test names the shape that it expects
  return { status: response.status, headers: response.headers, json: (await response.json()) as any }
}

/** The import once it has ended, with its rows. */
async function ended(store: Store, id: string) {
  await waitFor(async () => {
    worker.trigger()
    const [row] = await service.sql`
      select 1 from imports where store_id = ${store.id} and id = ${id} and state not in ('waiting', 'undoing')`
    return row !== undefined
  })
  return (await service.get(`/api/v1/imports/${id}?limit=100`, store.key)).json.data
}

async function imported(store: Store, file: string | Buffer, options: Options = {}) {
  const { status, json } = await send(store, file, options)
  assert.equal(status, 201, JSON.stringify(json))
  return ended(store, json.data.id)
}

async function productsOf(store: Store) {
  const { json } = await service.get('/api/v1/products?status=all&variants=all&limit=100', store.key)
  return json.data
}

async function productOf(store: Store, slug: string) {
  const found = (await productsOf(store)).find((product: { slug: string }) => product.slug === slug)
  assert.ok(found, slug)
  return found
}

/** A picture that was uploaded, by its address. */
async function storedPicture(store: Store): Promise<string> {
  const body = await sharp({
    create: { width: 20, height: 20, channels: 3, background: { r: pictures++, g: 9, b: 9 } },
  })
    .png()
    .toBuffer()
  const answer = await fetch(`${service.url}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.key}`, 'content-type': 'image/png' },
    body: new Uint8Array(body),
  })
  const { data } = (await answer.json()) as { data: { url: string } }
  return data.url
}

let pictures = 0

const actions = ({ rows }: { rows: { action: string }[] }) => rows.map(({ action }) => action)

/** Another key, which has asked nothing yet. */
const fresh = ({ id: storeId, ownerId: accountId }: Store) => aKey(service, { storeId, accountId })

const own = 'Nombre,Precio,Descripción\nCafé,"1,250.50",Tostado\nTaza,80,\n'

suite('POST /api/v1/imports', () => {
  test('a dry run returns the changes without applying them; an import of the same file applies them', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Taza', price: 90, slug: 'taza' })
    const dryRun = await imported(store, own, { dryRun: true })
    assert.deepEqual([dryRun.state, dryRun.dryRun, dryRun.format], ['done', true, 'vitrina'])
    assert.deepEqual(actions(dryRun), ['new', 'changed'])
    assert.equal(dryRun.rows[0]!.productId, null)
    assert.deepEqual(dryRun.rows[1]!.changes, [{ field: 'price', before: 90, after: 80 }])
    assert.deepEqual(dryRun.cap, { limit: 10_000, used: 1, after: 2 })
    assert.equal((await productsOf(store)).length, 1)

    const { status, json, headers } = await service.post('/api/v1/imports', {
      key: store.key,
      body: { from: dryRun.id },
    })
    assert.equal(status, 201, JSON.stringify(json))
    assert.equal(headers.get('location'), `/api/v1/imports/${json.data.id}`)
    const done = await ended(store, json.data.id)
    assert.deepEqual([done.state, done.counts], ['done', { new: 1, changed: 1, unchanged: 0, refused: 0 }])
    const coffee = await productOf(store, 'cafe')
    const [created] = done.rows
    const variants = created!.changes.find(({ field }) => field === 'variants')?.after as { id: string }[]
    assert.deepEqual([created!.productId, variants[0]!.id], [coffee.id, coffee.variants[0]!.id])
    assert.deepEqual([coffee.price, coffee.description], [1250.5, 'Tostado'])
    assert.equal((await productOf(store, 'taza')).price, 80)
    assert.deepEqual((await service.get('/api/v1/products', store.key)).json.total, 2)
  })

  test('a dry run returns each variant before and after, with its id if it has one', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store, {
      name: 'Remera',
      slug: 'remera',
      price: 90,
      variants: [
        { name: 'S', stock: 3 },
        { name: 'M', price: 95 },
      ],
    })
    const file = 'Slug,Variante,Precio de la variante,Stock\nremera,S,,5\nremera,L,99,\n'
    const { rows } = await imported(store, file, { dryRun: true })
    const { field, before, after } = rows[0]!.changes[0]!
    assert.equal(field, 'variants')
    const rest = { isActive: true, optionValues: [], imageUrl: null, sku: null, gtin: null }
    const [small, medium] = variants
    assert.deepEqual(before, [
      { id: small!.id, name: 'S', price: 90, stock: 3, ...rest },
      { id: medium!.id, name: 'M', price: 95, stock: null, ...rest },
    ])
    assert.deepEqual(after, [
      { id: small!.id, name: 'S', price: 90, stock: 5, ...rest },
      { id: null, name: 'L', price: 99, stock: null, ...rest },
    ])
  })

  test('the same file again changes nothing', async () => {
    const store = await aStore(service)
    await imported(store, own)
    const before = await productsOf(store)
    assert.deepEqual(actions(await imported(store, own)), ['unchanged', 'unchanged'])
    assert.deepEqual(await productsOf(store), before)
  })

  test('an invalid row prevents the import, unless such rows are to be skipped', async () => {
    const store = await aStore(service)
    const file = 'Nombre,Precio\nBien,10\nMal,a consultar\n,5\n'
    const failed = await imported(store, file)
    assert.deepEqual([failed.state, failed.error!.code], ['failed', 'REFUSED_ROWS'])
    assert.deepEqual(actions(failed), ['new', 'refused', 'refused'])
    assert.equal(failed.rows[0]!.productId, null)
    assert.deepEqual([failed.rows[2]!.line, failed.rows[2]!.issues[0]!.field], [4, 'name'])
    assert.deepEqual([failed.rows[1]!.line, failed.rows[1]!.issues[0]!.field], [3, 'price'])
    assert.equal((await productsOf(store)).length, 0)
    const done = await imported(store, file, { skipRefused: true })
    assert.equal(done.state, 'done')
    assert.deepEqual(
      (await productsOf(store)).map(({ name }: { name: string }) => name),
      ['Bien'],
    )
  })

  test('rows are validated as products are: names, prices, categories, slugs', async () => {
    const store = await aStore(service)
    const file = [
      'Nombre,Precio,Precio anterior,Slug',
      `${'x'.repeat(121)},1,,a`,
      'Caro,10,5,b',
      'Mal,1.005,,c',
      'Otro,1,,CON MAYÚSCULAS',
      'Sin precio,,,d',
    ].join('\n')
    const { rows } = await imported(store, file, { dryRun: true })
    const fields = rows.map(({ issues }: { issues: { field: string; reason: string }[] }) => issues[0]?.field)
    assert.deepEqual(fields, ['name', 'comparePrice', undefined, 'slug', 'price'])
  })

  test('columns can be mapped manually, and ignored', async () => {
    const store = await aStore(service)
    const file = 'Artículo,Lista,Nota\nVela,12,"una ""nota"""\n'
    const { status, json } = await send(store, file, { dryRun: true })
    assert.equal(status, 201)
    const failed = await ended(store, json.data.id)
    assert.deepEqual([failed.state, failed.error!.code], ['failed', 'VALIDATION_ERROR'])
    const done = await imported(store, file, {
      columns: { Artículo: 'name', Lista: 'price', Nota: 'description' },
    })
    assert.deepEqual(
      done.columns.map(({ field }) => field),
      ['name', 'price', 'description'],
    )
    const candle = await productOf(store, 'vela')
    assert.deepEqual([candle.price, candle.description], [12, 'una "nota"'])
  })

  test('400 on a missing file, a file that is not CSV, and unknown columns', async () => {
    const store = await aStore(service)
    const json = { 'content-type': 'application/json' }
    const cases = [
      [await asked(store, '{}', json), 'file', 'required'],
      [await asked(store, '{"from":"x","nada":1}', json), 'nada', 'unknown_field'],
      [await send(store, 'a,b\n', { columns: { a: 'peso' } }), 'columns.a', 'enum'],
      [await send(store, 'a,b\n', { columns: { 'a\0': 'name' } }), 'columns', 'invalid'],
      [await send(store, 'a,b\n', { columns: { '\ud800': 'name' } }), 'columns', 'invalid'],
      [await send(store, ''), 'file', 'required'],
      [await send(store, Buffer.from('PK\u0003\u0004')), 'file', 'format'],
      [await send(store, Buffer.from('a\0b')), 'file', 'format'],
      [await send(store, '\ufeff<?xml version="1.0"?><rss>'), 'file', 'format'],
    ] as const
    for (const [{ status, json }, field, reason] of cases) {
      assert.equal(status, 400, JSON.stringify(json))
      assert.deepEqual([json.details.field, json.details.reason], [field, reason])
    }
    assert.equal((await asked(store, '{"from":"nada"}', json)).status, 404)
    assert.equal((await send(store, Buffer.alloc(50 * 1024 * 1024, 'a,b\n'))).status, 413)
  })

  test('415 on a content type other than CSV', async () => {
    const store = await aStore(service)
    for (const type of ['application/pdf', 'image/png', 'application/x-www-form-urlencoded']) {
      const { status, json } = await asked(store, own, { 'content-type': type })
      assert.deepEqual([status, json.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type)
    }
    const named = await asked(store, own, { 'content-type': 'application/vnd.ms-excel' })
    assert.equal(named.status, 201)
    await ended(store, named.json.data.id)
  })

  test('a raw body has its options in the query', async () => {
    const store = await aStore(service)
    const query = `?dryRun=true&columns=${encodeURIComponent('{"Precio":null}')}`
    const { status, json } = await asked(store, own, { 'content-type': 'text/csv' }, query)
    assert.equal(status, 201, JSON.stringify(json))
    const { dryRun, columns, rows } = await ended(store, json.data.id)
    assert.deepEqual([dryRun, columns[1]!.field, rows[0]!.issues[0]!.field], [true, null, 'price'])
  })

  test('409 IMPORT_IN_PROGRESS while another import of the store runs', async () => {
    const store = await aStore(service)
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(store, own)))
    const codes = answers.map(({ status, json }) => (status === 201 ? 'ok' : json.code))
    assert.ok(codes.includes('ok'))
    assert.ok(
      codes.every((code) => ['ok', 'IMPORT_IN_PROGRESS', 'RATE_LIMIT_EXCEEDED'].includes(code)),
      codes.join(),
    )
    for (const { status, json } of answers) if (status === 201) await ended(store, json.data.id)
    assert.equal((await productsOf(store)).length, 2)
  })

  test('the same Idempotency-Key creates one import', async () => {
    const store = await aStore(service)
    const headers = { 'idempotency-key': 'una-vez' }
    const first = await send(store, own, {}, headers)
    const again = await send(store, own, {}, headers)
    assert.deepEqual([first.status, again.status, again.json.data.id], [201, 201, first.json.data.id])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await send(store, `${own}Otro,1,\n`, {}, headers)).json.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('nothing is imported past the cap of the plan, and the dry run shows by how much', async () => {
    const store = await aStore(service, { plan: 'free' })
    const file = `Nombre,Precio\n${Array.from({ length: 51 }, (_, n) => `Producto ${n},1`).join('\n')}\n`
    const { cap } = await imported(store, file, { dryRun: true })
    assert.deepEqual(cap, { limit: 50, used: 0, after: 51 })
    const failed = await imported(store, file)
    assert.deepEqual([failed.state, failed.error!.code], ['failed', 'PLAN_LIMIT_REACHED'])
    assert.equal((await productsOf(store)).length, 0)
  })

  test('with more categories than the plan allows it says how many, and which columns there are to choose', async () => {
    const store = await aStore(service, { plan: 'free' })
    await aCategory(service, store)
    const rows = Array.from({ length: 10 }, (_, n) => `Producto ${n},1,Categoría ${n}\n`)
    const file = `Nombre,Precio,Categoría\n${rows.join('')}`
    const failed = await imported(store, file, { dryRun: true })
    assert.deepEqual([failed.state, failed.error!.code], ['failed', 'PLAN_LIMIT_REACHED'])
    assert.match(failed.error!.message, /trae 10 categorías nuevas; el plan permite 10 y ya hay 1\b/)
    assert.equal(failed.columns.length, 3)
    const columns = { Categoría: null }
    assert.deepEqual((await imported(store, file, { dryRun: true, columns })).counts.new, 10)
  })

  test('stores the last 3 dry runs and failures of a store, and every completed import', async () => {
    const store = await aStore(service)
    const first = await imported(store, own)
    for (let n = 0; n < 6; n++) await imported(store, 'Nombre,Precio\nA,nada\n', { dryRun: n % 2 === 0 })
    const { json } = await service.get('/api/v1/imports?limit=100', store.key)
    assert.equal(json.total, 5) // with the newest, which waited while the oldest went
    assert.ok(json.data.some(({ id }: { id: string }) => id === first.id))
  })

  test('stores of a dry run what would change of each product, and shows it as the import would', async () => {
    const store = await aStore(service)
    const variants = Array.from({ length: 90 }, (_, n) => ({ name: `Talla ${n}` }))
    await aProduct(service, store, { slug: 'a', name: 'A', price: 1, variants })
    const dryRun = await imported(store, 'Slug,Nombre,Precio\na,Otro nombre,1\n', { dryRun: true })
    assert.deepEqual(
      dryRun.rows.map(({ changes }: { changes: unknown }) => changes),
      [[{ field: 'name', before: 'A', after: 'Otro nombre' }]],
    )
    const [stored] = await service.sql<[{ bytes: number }]>`
      select pg_column_size(import_rows) as bytes from import_rows
      where store_id = ${store.id} and import_id = ${dryRun.id}`
    assert.ok(stored.bytes < 500, `${stored.bytes} bytes`)
  })

  test('past what the account may write in a day fails, and says so', async () => {
    const store = await aStore(service, { plan: 'free' })
    const rows = Array.from({ length: 40 }, (_, n) => `Producto ${n},1,${'x'.repeat(4000)}\n`)
    const file = `Nombre,Precio,Descripción\n${rows.join('')}`
    await service.sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`bytes:${store.ownerId}`}, ${512 * 1024 - 300}, now() + interval '5 hours')`
    const { state, error } = await imported(store, file)
    assert.deepEqual([state, error!.code], ['failed', 'RATE_LIMIT_EXCEEDED'])
    assert.match(error!.message, /ya guardó en un día el máximo de 512 MiB/)
    assert.equal((await productsOf(store)).length, 0)
  })

  test('stores the unchanged and refused rows of the newest imports only', async () => {
    const store = await aStore(service)
    const first = await imported(store, 'Nombre,Precio\nA,1\nB,nada\n', { skipRefused: true })
    assert.deepEqual(actions(first), ['new', 'refused'])
    await service.sql`
      insert into imports (store_id, id, file_id, state, is_dry_run, skips_refused, adds_categories, column_map, finished_at)
      select ${store.id}, 'later-' || n, 'gone', 'done', false, true, false, '{}', now() from generate_series(1, 19) as n`
    await imported(store, 'Nombre,Precio\nA,1\n')
    assert.deepEqual(actions(await ended(store, first.id)), ['new', 'refused'])
    await imported(store, 'Nombre,Precio\nA,1\n')
    assert.deepEqual(actions(await ended(store, first.id)), ['new'])
  })

  test('rejects a file without a header row, and truncates the stored texts of invalid rows', async () => {
    const store = await aStore(service)
    const long = await imported(store, `Nombre,Precio,${'x'.repeat(201)}\nA,1,2\n`)
    assert.deepEqual([long.state, long.columns], ['failed', []])
    assert.match(long.error!.message, /encabezado de una columna tiene más de 200 caracteres/)
    const text = 'x'.repeat(100_000)
    const { rows } = await imported(store, `Nombre,Slug,Precio\n${text},a,1\nB,${text},1\n`)
    assert.deepEqual(actions({ rows }), ['refused', 'refused'])
    assert.ok(JSON.stringify(rows).length < 3_000, `${JSON.stringify(rows).length} characters`)
  })

  test('generates slugs for many products of one name in linear time', async () => {
    const store = await aStore(service)
    const taken = new Set<string>()
    let looks = 0
    const counting = { has: (slug: string) => taken.has(slug) || ++looks < 0 } as Set<string>
    let last = 1
    for (let n = 0; n < 1000; n++) {
      const next = nextSlug('vela', counting, last)
      taken.add(next.slug)
      last = next.suffix
    }
    assert.deepEqual([taken.size, last, looks], [1000, 1001, 1000])
    const { rows } = await imported(store, `Nombre,Precio\n${'Vela,1\n'.repeat(4)}`)
    assert.deepEqual(actions({ rows }), ['new', 'new', 'new', 'new'])
    const slugs = (await productsOf(store)).map(({ slug }: { slug: string }) => slug)
    assert.deepEqual(slugs.toSorted(), ['vela', 'vela-2', 'vela-3', 'vela-4'])
  })

  test('rejects an invalid category, with its row', async () => {
    const store = await aStore(service)
    const file = `Nombre,Precio,Categoría\nA,1,${'x'.repeat(100_000)}\nB,1,"Pan\u0007"\nC,1,Dulces\n`
    const done = await imported(store, file, { skipRefused: true })
    assert.deepEqual([done.state, actions(done)], ['done', ['refused', 'refused', 'new']])
    assert.deepEqual(done.newCategories, ['Dulces'])
    assert.ok(done.rows[0]!.issues[0]!.message.length < 250)
  })

  test('rejects a product with too many options', async () => {
    const store = await aStore(service)
    const rows = Array.from({ length: 90 }, (_, n) => `a,Vela,1,Talla ${n},Opción ${n},x`)
    const file = `Id,Nombre,Precio,Variante,Opción 1,Valor de la opción 1\n${rows.join('\n')}\n`
    const { rows: [one] } = await imported(store, file) // prettier-ignore
    assert.deepEqual([one!.issues[0]!.field, one!.issues[0]!.reason], ['options', 'max_items'])
  })

  test('a row has at most 20 issues', async () => {
    const store = await aStore(service)
    const rows = Array.from({ length: 100 }, (_, n) => `a,Vela,1,Talla ${n},🍎${'x'.repeat(38)}🍏`)
    const { rows: [one] } = await imported(store, `Id,Nombre,Precio,Variante,Stock\n${rows.join('\n')}\n`) // prettier-ignore
    assert.equal(one!.issues.length, 20)
  })

  test('creates missing categories if the key has the scope; otherwise their rows are invalid', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store, { name: 'Bebidas' })
    const file = 'Nombre,Precio,Categoría\nA,1,bebidas\nB,1,Dulces\nC,1,\n'
    const limited = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['products:read', 'products:write'],
    })
    const refused = await imported({ ...store, key: limited }, file, { dryRun: true })
    assert.deepEqual(actions(refused), ['new', 'refused', 'new'])
    const done = await imported(store, file)
    assert.deepEqual(done.newCategories, ['Dulces'])
    assert.equal((await productOf(store, 'a')).categoryId, category.id)
    const names = (await service.get('/api/v1/categories', store.key)).json.data
    assert.deepEqual(
      names.map(({ name }: { name: string }) => name),
      ['Bebidas', 'Dulces'],
    )
    assert.equal((await productOf(store, 'c')).categoryId, null)
  })
})

suite('GET /api/v1/imports/{id}', () => {
  test('returns the import with a page of its rows, filtered by kind', async () => {
    const store = await aStore(service)
    const { id } = await imported(store, `${own}Sin precio,caro,\n`, { dryRun: true })
    const read = async (query: string) =>
      (await service.get(`/api/v1/imports/${id}?${query}`, store.key)).json.data
    const page = await read('limit=1&offset=1')
    assert.deepEqual([page.rows.length, page.rows[0]!.name, page.rowTotal], [1, 'Taza', 3])
    const refused = await read('action=refused')
    assert.deepEqual([refused.rows[0]!.line, refused.rowTotal, refused.counts.refused], [4, 1, 1])
  })

  test('404 on an unknown one, and on another store’s', async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id } = await imported(store, own, { dryRun: true })
    for (const [one, { key }] of [
      ['nada', store],
      [id, stranger],
    ] as const)
      // prettier-ignore
      assert.equal((await service.get(`/api/v1/imports/${one}`, key)).json.code, 'NOT_FOUND')
  })
})

suite('pages of rows of tens of megabytes', () => {
  test('take little memory, however many are read at once, and delay those of another account little', async (t) => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id } = await importWithLargeRows(store)
    const { id: small } = await imported(other, own, { dryRun: true })
    const before = process.memoryUsage.rss()
    let highest = 0
    const sampling = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5)
    t.after(() => clearInterval(sampling))
    const pages = Array.from({ length: 4 }, async () => {
      const page = await ask(store, id)
      let bytes = 0
      for await (const chunk of page as AsyncIterable<Buffer>) bytes += chunk.length
      return bytes
    })
    const began = performance.now()
    const { json } = await service.get(`/api/v1/imports/${small}`, other.key)
    assert.ok(performance.now() - began < 1_000)
    assert.equal(json.data.rowTotal, 2)
    for (const bytes of await Promise.all(pages)) assert.ok(bytes > 25_000_000)
    assert.ok(highest - before < 150 * 2 ** 20, `${(highest - before) / 2 ** 20} MiB`)
  })

  test('are 503 while others of the account are not read yet', async (t) => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id } = await importWithLargeRows(store)
    const unread = await Promise.all([1, 2, 3, 4].map(() => ask(store, id)))
    t.after(() => unread.forEach((page) => page.destroy()))
    assert.deepEqual(
      unread.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    const refused = await ask(store, id)
    assert.deepEqual([refused.resume().statusCode, refused.headers['retry-after']], [503, '2'])
    const { id: small } = await imported(other, own, { dryRun: true })
    assert.equal((await service.get(`/api/v1/imports/${small}`, other.key)).status, 200)
  })

  async function importWithLargeRows(store: Store) {
    const { id } = await imported(store, own, { dryRun: true })
    await service.sql`
      insert into import_rows (store_id, import_id, line, action, name, before, after)
      select
        ${store.id}, ${id}, 100 + n, 'changed', 'Taza', jsonb_build_object('variants', '[]'::jsonb, 'description', ''),
        jsonb_build_object(
          'variants', '[]'::jsonb,
          'description', (select string_agg(md5(n::text || m), '') from generate_series(1, 8000) m)
        )
      from generate_series(1, 100) n`
    return { id }
  }

  const ask = (store: Store, id: string) =>
    new Promise<IncomingMessage>((resolve) => {
      const address = `${service.url}/api/v1/imports/${id}?limit=100&action=changed`
      const headers = { authorization: `Bearer ${store.key}` }
      get(address, { headers, agent: false }, (answer) => resolve(answer.pause()))
    })
})

suite('GET /api/v1/imports', () => {
  test('lists the newest first, in pages, only those of the store', async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const first = await imported(store, own, { dryRun: true })
    const second = await imported(store, own)
    const list = async (query: string, { key }: Store) =>
      (await service.get(`/api/v1/imports?${query}`, key)).json
    const { data, ...page } = await list('', store)
    assert.deepEqual(
      data.map(({ id, dryRun }: { id: string; dryRun: boolean }) => [id, dryRun]),
      [
        [second.id, false],
        [first.id, true],
      ],
    )
    assert.deepEqual(page, { total: 2, limit: 50, offset: 0 })
    assert.equal((await list('limit=1&offset=1', store)).data[0]!.id, first.id)
    assert.equal((await list('', stranger)).total, 0)
  })
})

suite('GET /api/v1/exports/products', () => {
  const download = async (store: Store, format: string) => {
    const response = await fetch(`${service.url}/api/v1/exports/products?format=${format}`, {
      headers: { authorization: `Bearer ${store.key}` },
    })
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }

  const pictureUrls = ['https://x.test/1.jpg', 'https://x.test/a b,c.jpg?x=1&y=2', 'https://x.test/ñ|1.png']

  /** The products without what each store gives its own. */
  const essence = async (of: Store) =>
    (await productsOf(of)).map((product: { variants: object[] }) => ({
      ...product,
      id: '',
      categoryId: '',
      createdAt: '',
      updatedAt: '',
      variants: product.variants.map((variant) => ({ ...variant, id: '' })),
    }))

  type Products = Awaited<ReturnType<typeof productsOf>>

  /** What shoppers see of products. Other formats say neither which variants are inactive nor whose price they follow. */
  const shown = (products: Products, format: string) =>
    products.map(({ name, slug, description, categoryId, isActive, variants }) => {
      const active = variants.filter((variant) => variant.isActive)
      const sold = active.map(({ name, price, optionValues, stock }) => ({
        name,
        price,
        optionValues,
        stock,
      }))
      // A feed has descriptions without markup, also that of which they speak.
      const text = format === 'feed' ? null : description?.replaceAll(/\s+/g, ' ').trim()
      return { name, slug, categoryId, isActive, text, sold }
    })

  for (const currency of ['GTQ', 'ARS', 'CLP']) {
    test(`an import of the export changes nothing that a shopper sees, and in our own format nothing (${currency})`, async () => {
      const store = await aStore(service, { currency })
      await oddProducts(store)
      const before = await productsOf(store)
      for (const format of ['vitrina', 'shopify', 'tiendanube', 'woocommerce', 'feed']) {
        const done = await imported(store, await download(store, format))
        assert.equal(done.format, format)
        assert.deepEqual(shown(await productsOf(store), format), shown(before, format), format)
        if (format !== 'vitrina') continue
        assert.deepEqual(done.counts, { new: 0, changed: 0, unchanged: before.length, refused: 0 })
        assert.deepEqual(await productsOf(store), before)
      }
    })
  }

  test('is 503 past four concurrent files of an account', async () => {
    const store = await aStore(service)
    const raw = new EventEmitter()
    for (let n = 0; n < 4; n++) holdStreamedFile({ raw } as unknown as FastifyReply, store.ownerId)
    const { status, headers } = await service.get('/api/v1/exports/products', store.key)
    assert.deepEqual([status, headers.get('content-disposition')], [503, null])
    assert.ok(Number(headers.get('retry-after')) > 0)
    raw.emit('close')
    await download(store, 'vitrina')
  })

  test('has a timeout of two minutes until the response begins', async () => {
    const store = await aStore(service)
    const asked = Promise.withResolvers<IncomingMessage>()
    service.app.server.once('request', asked.resolve)
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = service.sql.begin(async (tx) => {
      await tx`lock table products in access exclusive mode`
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const file = download(store, 'tiendanube')
    const { socket } = await asked.promise
    await waitFor(() => socket.timeout === 120_000).finally(released.resolve)
    await Promise.all([file, lock])
    assert.notEqual(socket.timeout, 120_000)
    const [route] = service.app.knownRoutes.get('/api/v1/exports/products')!
    assert.equal(route!.config?.maxHandlerMs, 120_000)
  })

  test("is streamed in chunks of the socket's buffer size", async () => {
    const store = await aStore(service)
    const variants = Array.from({ length: 100 }, (_, n) => ({ name: `${'x'.repeat(70)}${n}` }))
    for (let n = 0; n < 20; n++) await aProduct(service, store, { variants, description: 'y'.repeat(5_000) })
    const { id, currency } = store
    const shop = { id, currency, digits: 2, linkOf: (slug: string) => slug }
    const pieces = await Array.fromAsync(await exportProducts(service.sql, shop, 'vitrina'))
    assert.ok(pieces.length > 2)
    assert.ok(pieces.every(({ length }) => length < 256 * 1024))
  })

  test('an import into another store creates the same products', async () => {
    const store = await aStore(service)
    await oddProducts(store)
    const other = await aStore(service)
    const done = await imported(other, await download(store, 'vitrina'))
    assert.equal(done.state, 'done', JSON.stringify(done.rows))
    assert.deepEqual(await essence(other), await essence(store))
  })

  test('any catalog round-trips, in each format', async () => {
    const text = fc
      .stringMatching(/^[A-Za-z0-9ñÁœ–€🎁=+@;,/|"'<>&# \\.-]{1,12}$/u)
      .map((one) => `${one.trim()}x`)
    const units = fc.integer({ min: 1, max: 99_999_999 })
    const product = fc.record({
      name: text,
      description: fc.array(text, { maxLength: 4 }).map((lines) => lines.join('\n')),
      price: units,
      reduction: fc.option(units),
      category: fc.option(fc.nat(2)),
      isShown: fc.boolean(),
      images: fc.uniqueArray(fc.constantFrom(...pictureUrls), { maxLength: 3 }),
      alt: fc.option(text),
      options: fc.uniqueArray(text, { maxLength: 3, selector: fold }),
      values: fc.uniqueArray(text, { maxLength: 5, selector: fold }),
      unused: fc.nat(2),
      stock: fc.option(fc.nat(2_000)),
      ownPrice: fc.option(units),
      picture: fc.option(fc.constantFrom(...pictureUrls)),
      isActive: fc.boolean(),
    })
    const currency = fc.constantFrom('GTQ', 'ARS', 'CLP')
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 1, maxLength: 4 }),
        currency,
        async (products, currency) => {
          const store = await aStore(service, { currency })
          const amount = (value: number) => (currency === 'CLP' ? value : value / 100)
          const categories = [
            await aCategory(service, store, { name: 'Té, café > más' }),
            await aCategory(service, store, { name: 'TÉ, CAFÉ > MÁS', slug: 'otra' }),
            await aCategory(service, store, { name: '=Ropa | "abrigo"' }),
          ]
          for (const [n, { options, values, unused, ...one }] of products.entries()) {
            const isVaried = values.length > 0
            await aProduct(service, store, {
              name: one.name,
              slug: `producto-${n}`,
              description: one.description,
              price: amount(one.price),
              comparePrice: one.reduction && amount(one.price + one.reduction),
              categoryId: one.category === null ? null : categories[one.category]!.id,
              isActive: one.isShown,
              images: one.images.map((url) => ({ url, alt: one.alt })),
              options: isVaried ? options.map((name) => ({ name, values: values.toReversed() })) : [],
              variants: isVaried
                ? values.slice(0, Math.max(1, values.length - unused)).map((value, place) => ({
                    name: `${value} ${place}`,
                    optionValues: options.map(() => value),
                    isActive: place === 0 || one.isActive,
                    price: one.ownPrice && amount(one.ownPrice),
                    stock: one.stock,
                    imageUrl: one.picture,
                  }))
                : [{ name: 'Única', stock: one.stock }],
            })
          }
          const before = await productsOf(store)
          const other = await aStore(service, { currency })
          await imported(other, await download({ ...store, key: await fresh(store) }, 'vitrina'))
          assert.deepEqual(await essence(other), await essence(store))
          const visible = products.filter(({ isShown }) => isShown)
          for (const format of ['vitrina', 'shopify', 'tiendanube', 'woocommerce', 'feed']) {
            const key = await fresh(store)
            const file = await download({ ...store, key }, format)
            if (format === 'feed' && visible.length === 0) continue // a file without a row is refused
            const { counts, rows } = await imported({ ...store, key }, file)
            const context = `${format}: ${JSON.stringify(rows)}\n${file.toString()}`
            if (format === 'vitrina') assert.equal(counts.unchanged, products.length, context)
            assert.deepEqual([counts.new, counts.refused], [0, 0], context)
            assert.deepEqual(shown(await productsOf(store), format), shown(before, format), context)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  test("options, images and stock can be moved to another store in the other platforms' formats", async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Remera',
      slug: 'remera',
      options: [
        { name: 'Talle', values: ['S', 'M'] },
        { name: 'Color', values: ['Rojo', 'Azul, claro'] },
      ],
      variants: [
        { name: 'S rojo', optionValues: ['S', 'Rojo'], stock: 3, imageUrl: 'https://x.test/roja.jpg' },
        { name: 'M azul', optionValues: ['M', 'Azul, claro'], stock: 0 },
      ],
    })
    const pictured = new Set(['vitrina', 'shopify', 'woocommerce'])
    for (const format of ['vitrina', 'shopify', 'tiendanube', 'woocommerce']) {
      const other = await aStore(service)
      const done = await imported(other, await download(store, format))
      assert.equal(done.state, 'done', JSON.stringify(done))
      const { options, variants } = await productOf(other, 'remera')
      assert.deepEqual(
        options,
        [
          { name: 'Talle', values: ['S', 'M'] },
          { name: 'Color', values: ['Rojo', 'Azul, claro'] },
        ],
        format,
      )
      assert.deepEqual(
        variants.map(({ optionValues, stock, imageUrl }) => [optionValues, stock, imageUrl]),
        [
          [['S', 'Rojo'], 3, pictured.has(format) ? 'https://x.test/roja.jpg' : null],
          [['M', 'Azul, claro'], 0, null],
        ],
        format,
      )
      const { pictures } = done
      assert.equal(pictures.total, pictured.has(format) ? 1 : 0, format)
    }
  })

  test('a file that renames an option or adds a value changes that, and keeps the variants', async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Remera',
      slug: 'remera',
      options: [{ name: 'Talle', values: ['M', 'S', 'XXL'] }],
      variants: [
        { name: 'Chica', optionValues: ['S'] },
        { name: 'Mediana', optionValues: ['M'] },
      ],
    })
    const before = await productOf(store, 'remera')
    const file = (name: string, values: string[]) =>
      `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${values
        .map((value, n) => `remera,${n === 0 ? 'Remera' : ''},${n === 0 ? name : ''},${value},100.00\n`)
        .join('')}`
    await imported(store, file('Talle', ['S', 'M', 'L']))
    const added = await productOf(store, 'remera')
    assert.deepEqual(added.options, [{ name: 'Talle', values: ['M', 'S', 'XXL', 'L'] }])
    type Named = { id: string; name: string }
    assert.deepEqual(
      added.variants.slice(0, 2).map(({ id, name }: Named) => [id, name]),
      before.variants.map(({ id, name }: Named) => [id, name]),
    )
    assert.equal(added.variants[2]!.name, 'L')
    await imported(store, file('Tamaño', ['S', 'M', 'L']))
    const { options, variants } = await productOf(store, 'remera')
    assert.deepEqual([options[0]!.name, variants.length], ['Tamaño', 3])
  })

  test('our own format lists option values that no variant has', async () => {
    const store = await aStore(service)
    const options = [{ name: 'Talle', values: ['M', 'S', 'XXL'] }]
    const variants = [
      { name: 'Chica', optionValues: ['S'] },
      { name: 'Mediana', optionValues: ['M'] },
    ]
    await aProduct(service, store, { name: 'Remera', slug: 'remera', options, variants })
    await aProduct(service, store, { name: 'Gorra', slug: 'gorra', options })
    const valuesIn = async (slug: string) => (await productOf(store, slug)).options[0]?.values
    const file = (await download(store, 'vitrina')).toString()
    assert.match(file, /"M\nS\nXXL"/)
    await imported(store, file.replaceAll('M\nS\nXXL', 'S\nM\nL'))
    for (const slug of ['remera', 'gorra']) assert.deepEqual(await valuesIn(slug), ['S', 'M', 'L'], slug)
    await imported(store, file.replaceAll('"M\nS\nXXL"', ''))
    assert.deepEqual([await valuesIn('remera'), await valuesIn('gorra')], [['S', 'M'], undefined])
    const renamed = (await download(store, 'vitrina')).toString().replace('Talle,S', 'Talle,XS')
    await imported(store, renamed)
    assert.deepEqual(await valuesIn('remera'), ['XS', 'M'])
  })

  test('escapes formulas for spreadsheets', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: '=HYPERLINK("https://x.test")', description: "'+1" })
    for (const format of ['vitrina', 'shopify', 'tiendanube', 'woocommerce', 'feed']) {
      const text = (await download(store, format)).toString()
      assert.doesNotMatch(text, /(^|[,;"\n])[=+@-]/m, format)
      assert.match(text, /'=HYPERLINK/)
    }
  })

  /** Products with what some form can't express. */
  async function oddProducts(store: Store) {
    const [plain, twin] = [
      await aCategory(service, store, { name: 'Té, café > más', slug: 'uno' }),
      await aCategory(service, store, { name: 'té, CAFÉ > más', slug: 'dos' }),
    ]
    const made: Record<string, unknown>[] = [
      { name: 'Simple', price: 10 },
      { name: 'Contado', price: 10, variants: [{ name: 'Única', stock: 7 }] },
      {
        name: 'Tallas contadas',
        price: 10,
        variants: [{ name: 'S', stock: 0 }, { name: 'M' }, { name: 'L', stock: 3 }],
      },
      { name: 'Rebajado', price: 10, comparePrice: 15, categoryId: twin.id },
      { name: 'Con "comillas"; y, comas', description: 'a < b & c\n\n\n- <b>no</b>  &amp; 🎁  \n=1' },
      { name: '=cmd|1', slug: 'otra-direccion', categoryId: plain.id, isActive: false },
      {
        name: "'+1",
        images: [{ url: 'https://x.test/a,b.jpg', alt: 'a | b' }, { url: 'https://x.test/c d.jpg' }],
      },
      {
        name: 'Varios',
        price: 100,
        variants: [{ name: 'A', price: 120 }, { name: 'B' }, { name: 'C, c', price: 90 }],
      },
      {
        name: 'Todos más caros',
        price: 5,
        comparePrice: 8,
        variants: [
          { name: 'A', price: 9 },
          { name: 'A', price: 8 },
        ],
      },
      { name: 'Uno oculto', price: 5, variants: [{ name: 'A', isActive: false }, { name: 'B' }] },
      { name: 'Todos ocultos', price: 5, variants: [{ name: 'Default Title', isActive: false }] },
      {
        name: 'Con opciones',
        price: 20,
        options: [
          { name: 'Talla, y', values: ['S', 'M, larga'] },
          { name: 'Color / tono', values: ['Rojo', 'azul'] },
        ],
        variants: [
          { name: 'Chica', optionValues: ['S', 'Rojo'], stock: 3, imageUrl: 'https://x.test/a,b.jpg' },
          { name: 'Otra', optionValues: ['M, larga', 'azul'], price: 25 },
          { name: 'Vieja', optionValues: ['S', 'azul'], isActive: false },
        ],
      },
      {
        name: 'Una opción',
        price: 20,
        options: [{ name: 'Variante', values: ['=A', 'B'] }],
        variants: [
          { name: '=A', optionValues: ['=A'] },
          { name: 'b', optionValues: ['B'], stock: 0 },
        ],
      },
      { name: 'Se llama Única', price: 5, variants: [{ name: 'Única', price: 7 }] },
      {
        name: 'Con valores sin usar',
        price: 20,
        options: [{ name: 'Talle', values: ['M', '=S', 'L, larga'] }],
        variants: [
          { name: 'Chica', optionValues: ['=S'] },
          { name: 'Mediana', optionValues: ['M'] },
        ],
      },
      { name: 'Variantes por venir', price: 20, options: [{ name: 'Talle', values: ['S', 'M'] }] },
    ]
    for (const [n, product] of made.entries())
      await aProduct(service, store, { slug: `producto-${n}`, ...product })
  }
})

suite('POST /api/v1/imports/{id}/undo', () => {
  const undo = async (store: Store, id: string) => {
    const { status, json } = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
    assert.equal(status, 200, JSON.stringify(json))
    return ended(store, id)
  }

  test('reverts changed products, and deletes new products and categories', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      price: 90,
      variants: [{ name: 'Azul' }, { name: 'Roja', price: 95 }],
    })
    const before = await productsOf(store)
    const file = [
      'Slug,Nombre,Precio,Categoría,Variante,Precio de la variante',
      'taza,Taza de barro,100,Cocina,Azul,',
      'taza,,,,Verde,120',
      'plato,Plato,50,Cocina,,',
    ].join('\n')
    const { id } = await imported(store, file)
    const changed = await productOf(store, 'taza')
    assert.deepEqual(
      changed.variants.map(({ name, price }: { name: string; price: number }) => [name, price]),
      [
        ['Azul', 100],
        ['Verde', 120],
      ],
    )
    const { state, undo: undone } = await undo(store, id)
    assert.deepEqual([state, undone], ['undone', { restored: 1, deleted: 1, kept: 0 }])
    const [restored, ...others] = await productsOf(store)
    assert.deepEqual({ ...restored, updatedAt: '' }, { ...before[0], updatedAt: '' })
    assert.deepEqual(others, [])
    assert.equal(restored!.id, product.id)
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 0)
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 1)
  })

  test('restores the catalog, for any file', async () => {
    const row = fc.record({
      Nombre: fc.constantFrom('Café', 'Taza', 'Remera', '=Vela'),
      Precio: fc.constantFrom('10', '20.5', 'gratis'),
      'Precio anterior': fc.constantFrom('', '30', '5'),
      Categoría: fc.constantFrom('', 'Ropa', 'Hogar'),
      Visible: fc.constantFrom('sí', 'no'),
      Fotos: fc.constantFrom('', 'https://x.test/1.jpg', 'https://x.test/2.jpg | https://x.test/1.jpg'),
      Variante: fc.constantFrom('', 'S', 'M', 'L'),
      Stock: fc.constantFrom('', '0', '7'),
    })
    const fileOf = (rows: Record<string, string>[], hasOptions: boolean) => {
      const all = rows.map((one) =>
        hasOptions ? { ...one, 'Opción 1': 'Talle', 'Valor de la opción 1': one['Variante']! } : one,
      )
      return [Object.keys(all[0]!), ...all.map((one) => Object.values(one))]
        .map((cells) => `${cells.join()}\n`)
        .join('')
    }
    const stateOf = async (store: Store) => {
      const key = await fresh(store)
      const { json } = await service.get('/api/v1/categories', key)
      const products = await productsOf({ ...store, key })
      return [products, json.data].map((all) => all.map((one: object) => ({ ...one, updatedAt: '' })))
    }
    const rows = fc.array(row, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.boolean(), async (first, second, hasOptions) => {
        const store = await aStore(service)
        await imported(store, fileOf(first, !hasOptions), { skipRefused: true })
        const start = await stateOf(store)
        const { id, state } = await imported(store, fileOf(second, hasOptions), { skipRefused: true })
        assert.equal(state, 'done')
        const undone = await undo({ ...store, key: await fresh(store) }, id)
        assert.deepEqual([undone.state, undone.undo!.kept], ['undone', 0])
        assert.deepEqual(await stateOf(store), start)
      }),
      { numRuns: 8 },
    )
  })

  test('keeps and reports products that were changed since', async () => {
    const store = await aStore(service)
    const taza = await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      price: 90,
      description: 'Fría',
    })
    const { id } = await imported(
      store,
      'Slug,Nombre,Precio,Descripción\ntaza,Taza,80,Tibia\nplato,Plato,50,\n',
    )
    await service.put(`/api/v1/products/${taza.id}`, { key: store.key, body: { price: 85 } })
    await service.put(`/api/v1/products/${(await productOf(store, 'plato')).id}`, {
      key: store.key,
      body: { name: 'Plato hondo' },
    })
    const { rows, undo: undone } = await undo(store, id)
    assert.deepEqual(undone, { restored: 1, deleted: 0, kept: 2 })
    assert.deepEqual(
      rows.map(({ kept }: { kept: string[] }) => kept[0]),
      ['price', 'name'],
    )
    const now = await productOf(store, 'taza')
    assert.deepEqual([now.price, now.description], [85, 'Fría'])
    assert.equal((await productOf(store, 'plato')).name, 'Plato hondo')
  })

  test('runs once for concurrent requests, also beside other imports of the store', async () => {
    const store = await aStore(service)
    const { id } = await imported(store, own)
    const { id: other } = await imported(store, 'Nombre,Precio\nVela,5\n')
    const ask = (one: string) => service.post(`/api/v1/imports/${one}/undo`, { key: store.key })
    const same = await Promise.all([ask(id), ask(id), ask(id), ask(id)])
    for (const { status, json } of same) assert.ok(status === 200 || status === 409, JSON.stringify(json))
    assert.ok(same.some(({ status }) => status === 200))
    await ended(store, id)
    const { id: third } = await imported(store, 'Nombre,Precio\nMesa,9\n')
    const both = await Promise.all([ask(other), ask(third), ask(other), ask(third)])
    for (const { status, json } of both) {
      assert.ok(status === 200 || json.code === 'IMPORT_IN_PROGRESS', JSON.stringify(json))
    }
    await Promise.all([ended(store, other), ended(store, third)])
  })

  test('subtracts its own difference from the stock, whatever was sold since, and reports where it could not', async () => {
    const store = await aStore(service)
    const made = await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      price: 90,
      variants: [{ name: 'A', stock: 5 }, { name: 'B', stock: 5 }, { name: 'C' }, { name: 'D', stock: 2 }, { name: 'E', stock: 4 }],
    }) // prettier-ignore
    const cells = ['A,20', 'B,6', 'C,9', 'D,', 'E,4'].map((row) => `taza,Taza,90,${row}\n`)
    const file = `Slug,Nombre,Precio,Variante,Stock\n${cells.join('')}`
    const { id, rows } = await imported(store, file)
    assert.deepEqual(rows[0]!.changes.map(({ field }: { field: string }) => field), ['variants']) // prettier-ignore
    const buy = async (n: number, quantity: number) => {
      const variantId = made.variants[n]!.id
      const body = anOrder(store, [{ variantId, quantity }])
      assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 201)
    }
    await buy(0, 3) // 17 are left, of 5 that there were and 15 that the import added
    await buy(1, 6) // none is left, of 5 and 1: one too many was sold
    await buy(2, 1)
    await buy(4, 1)
    const { undo: undone, rows: after } = await undo(store, id)
    assert.deepEqual(undone, { restored: 1, deleted: 0, kept: 1 })
    assert.deepEqual(after[0]!.kept, ['stock'])
    const { variants } = await productOf(store, 'taza')
    assert.deepEqual(
      variants.map(({ stock }: { stock: number | null }) => stock),
      [2, 0, null, 2, 3],
    )
  })

  test('extends the expiry of restored pictures', async () => {
    const store = await aStore(service)
    const [url, other] = [await storedPicture(store), await storedPicture(store)]
    await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      variants: [{ name: 'A', imageUrl: url }, { name: 'B' }],
    })
    const { id } = await imported(
      store,
      `Slug,Nombre,Precio,Variante,Foto de la variante\ntaza,Taza,90,A,${other}\ntaza,,,B,\n`,
    )
    assert.equal((await productOf(store, 'taza')).variants[0]!.imageUrl, other)
    await service.sql`update pictures set expires_at = now() where store_id = ${store.id}`
    await undo(store, id)
    assert.equal((await productOf(store, 'taza')).variants[0]!.imageUrl, url)
    const [due] = await service.sql<[{ n: number }]>`
      select count(*) as n from pictures where store_id = ${store.id} and expires_at < now() + interval '29 days'`
    assert.equal(due.n, 0)
  })

  test('by its change deletes its categories too', async () => {
    const store = await aStore(service)
    const { id } = await imported(store, 'Nombre,Precio,Categoría\nPlato,50,Cocina\n')
    const { status, text } = await service.post(`/api/v1/changes/${id}/undo`, { key: store.key })
    assert.equal(status, 200, text)
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 0)
    const redone = await service.post(`/api/v1/changes/${JSON.parse(text).data.id}/undo`, { key: store.key })
    assert.equal(redone.status, 200, redone.text)
    const [plate] = (await service.get('/api/v1/products', store.key)).json.data
    const [kitchen] = (await service.get('/api/v1/categories', store.key)).json.data
    assert.deepEqual([kitchen!.name, plate!.categoryId], ['Cocina', kitchen!.id])
  })

  test('is a change that undoes that of the import, and is not undone itself', async () => {
    const store = await aStore(service)
    const { id } = await imported(store, 'Nombre,Precio\nPlato,50\n')
    await undo(store, id)
    const { data } = (await service.get('/api/v1/changes', store.key)).json
    const [undoing, imports] = data as { id: string; undoes: string; undoneBy: string; canUndo: boolean }[]
    assert.deepEqual([undoing!.undoes, undoing!.canUndo], [id, false])
    assert.deepEqual([imports!.undoneBy, imports!.canUndo], [undoing!.id, false])
    const { status, json } = await service.post(`/api/v1/changes/${undoing!.id}/undo`, { key: store.key })
    assert.deepEqual([status, json.code], [409, 'NOT_UNDOABLE'])
  })

  test('409 once its change was undone separately: the stock would be returned twice', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Taza', slug: 'taza', variants: [{ name: 'Única', stock: 5 }] })
    const { id } = await imported(store, 'Slug,Nombre,Precio,Stock\ntaza,Taza,90,20\n')
    const first = await service.post(`/api/v1/changes/${id}/undo`, { key: store.key })
    assert.equal(first.status, 200, first.text)
    const again = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
    assert.equal(again.json.code, 'IMPORT_NOT_UNDOABLE')
    assert.equal((await productOf(store, 'taza')).variants[0]!.stock, 5)
  })

  test('a change that is undone separately while the undo of its import waits is undone once', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Taza', slug: 'taza', variants: [{ name: 'Única', stock: 5 }] })
    const { id } = await imported(store, 'Slug,Nombre,Precio,Stock\ntaza,Taza,90,20\n')
    const waiting = (count: number) =>
      waitFor(async () => {
        worker.trigger()
        const queued = await service.sql`
          select 1
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`
        return queued.count === count
      })
    const answers = await service.sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for no key update` // both undos wait for it, in their order
      const alone = service.post(`/api/v1/changes/${id}/undo`, { key: store.key })
      await waiting(1)
      const asked = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
      await waiting(2)
      return { alone, asked }
    })
    assert.deepEqual([(await answers.alone).status, answers.asked.status], [200, 200])
    const { state, error } = await ended(store, id)
    assert.deepEqual([state, error!.code], ['done', 'IMPORT_NOT_UNDOABLE'])
    assert.equal((await productOf(store, 'taza')).variants[0]!.stock, 5)
  })

  test('can be retried after a failure, and runs once', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Taza', slug: 'taza', variants: [{ name: 'Única', stock: 25 }] })
    const { id } = await imported(store, 'Slug,Nombre,Precio,Stock\ntaza,Taza,90,20\n')
    await service.sql`update imports set state = 'undoing', attempts = 5 where id = ${id}` // one more is too many
    const failed = await ended(store, id)
    assert.deepEqual([failed.state, failed.error!.code], ['done', 'INTERNAL_ERROR'])
    const { state, error } = await undo(store, id)
    assert.deepEqual([state, error], ['undone', null])
    await undo(store, id)
    assert.equal((await productOf(store, 'taza')).variants[0]!.stock, 25)
  })

  test('keeps and reports stock that was set since', async () => {
    const store = await aStore(service)
    const { id: productId, variants } = await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      price: 90,
      variants: [{ name: 'A', stock: 5 }, { name: 'B', stock: 5 }],
    }) // prettier-ignore
    const file = (stock: number) =>
      `Slug,Nombre,Precio,Variante,Stock\ntaza,Taza,90,A,${stock}\ntaza,Taza,90,B,${stock}\n`
    const { id } = await imported(store, file(10))
    const [counted, other] = variants.map((variant) => variant.id)
    const { status } = await service.put(`/api/v1/products/${productId}`, {
      key: store.key,
      body: { variants: [{ id: counted, stock: 7 }, { id: other }] },
    })
    assert.equal(status, 200)
    const { rows } = await undo(store, id)
    assert.deepEqual(rows[0]!.kept, ['stock'])
    const stock = (await productOf(store, 'taza')).variants.map(({ stock: left }) => left)
    assert.deepEqual(stock, [7, 5])
  })

  test('restores the stock of two imports in reverse order; of the earlier one alone it is kept', async () => {
    const store = await aStore(service)
    const stock = async (slug: string) => (await productOf(store, slug)).variants[0]!.stock
    for (const slug of ['taza', 'plato'])
      await aProduct(service, store, { name: slug, slug, price: 90, variants: [{ name: 'Única', stock: 5 }] })
    const set = async (slug: string, to: number) =>
      (await imported(store, `Slug,Nombre,Precio,Stock\n${slug},${slug},90,${to}\n`)).id
    const [first, second] = [await set('taza', 10), await set('taza', 20)]
    await undo(store, second)
    await undo(store, first)
    assert.equal(await stock('taza'), 5)
    const earlier = await set('plato', 10)
    await set('plato', 20)
    assert.deepEqual((await undo(store, earlier)).rows[0]!.kept, ['stock'])
    assert.equal(await stock('plato'), 20)
  })

  test('409 on a dry run, after 30 days, and while another import runs; once undone it stays so', async () => {
    const store = await aStore(service)
    const code = async (id: string) =>
      (await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })).json.code
    assert.equal(await code((await imported(store, own, { dryRun: true })).id), 'IMPORT_NOT_UNDOABLE')
    const { id } = await imported(store, own)
    await service.sql`update imports set finished_at = now() - interval '31 days' where id = ${id}`
    assert.equal(await code(id), 'IMPORT_NOT_UNDOABLE')
    await service.sql`update imports set finished_at = now() where id = ${id}`
    assert.deepEqual((await undo(store, id)).undo, { restored: 0, deleted: 2, kept: 0 })
    assert.deepEqual((await undo(store, id)).undo, { restored: 0, deleted: 2, kept: 0 })
  })
})

suite('an import that is interrupted', () => {
  test('is retried after a lost connection, and applied once', async () => {
    const store = await aStore(service)
    const file = `Nombre,Precio\n${Array.from({ length: 300 }, (_, n) => `Producto ${n},1`).join('\n')}\n`
    let id = ''
    await service.sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for no key update` // the import waits for it
      id = (await send(store, file)).json.data.id
      await waitFor(async () => {
        worker.trigger()
        const killed = await service.sql`
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`
        return killed.count > 0
      })
    })
    const { state, counts } = await ended(store, id)
    assert.deepEqual([state, counts.new], ['done', 300])
    const { json } = await service.get('/api/v1/products?limit=1', store.key)
    assert.equal(json.total, 300)
    const [job] = await service.sql<[{ attempts: number }]>`select attempts from imports where id = ${id}`
    assert.ok(job.attempts > 1)
  })
})

suite('the pictures of an import', () => {
  test('are fetched, stored and served by us; importing the file again changes nothing', async () => {
    const store = await aStore(service)
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const site = createServer((request, response) => {
      if (request.url !== '/uno.png') return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    })
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    after(() => site.close())
    const { port } = site.address() as AddressInfo
    const address = `http://127.0.0.1:${port}`
    const file =
      'Handle,Title,Variant Price,Image Src,Option1 Name,Option1 Value,Variant Image\n' +
      'a,A,1,https://fotos.test/uno.png,Talle,S,https://fotos.test/uno.png\n' +
      'a,,2,https://fotos.test/dos.png,,M,\n'
    const { id, pictures } = await imported(store, file)
    assert.deepEqual(pictures, { total: 2, stored: 0, failed: 0 })
    // Products have addresses of https alone; these are moved to a site that is there.
    await service.sql`
      update import_pictures set url = replace(url, 'https://fotos.test', ${address}) where import_id = ${id}`
    await service.sql`
      update products
      set
        images = replace(images::text, 'https://fotos.test', ${address})::jsonb,
        variants = replace(variants::text, 'https://fotos.test', ${address})::jsonb
      where store_id = ${store.id}`
    const fetching = startImportPictures({
      sql: service.sql,
      log: createLog('silent'),
      config: service.app.config,
    })
    after(fetching.stop)
    await waitFor(async () => {
      fetching.trigger()
      const [left] = await service.sql<[{ n: number }]>`
        select count(*) as n from import_pictures where import_id = ${id} and state = 'waiting'`
      return left.n === 0
    })
    const done = (await service.get(`/api/v1/imports/${id}`, store.key)).json.data
    assert.deepEqual(done.pictures, { total: 2, stored: 1, failed: 1 })
    const { images, imageUrl, variants } = await productOf(store, 'a')
    assert.deepEqual(variants.map((one: { imageUrl: string | null }) => one.imageUrl), [imageUrl, null]) // prettier-ignore
    assert.match(imageUrl!, new RegExp(`/media/${store.id}/fotos/\\w+\\.jpg$`))
    assert.deepEqual(
      images.map(({ url }: { url: string }) => url),
      [imageUrl, `${address}/dos.png`],
    )
    const again = file.replaceAll('https://fotos.test', address)
    assert.deepEqual(actions(await imported(store, again)), ['unchanged'])
    const { status } = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
    assert.equal(status, 200)
  })
})

suite('the pictures of a dead site', () => {
  test('do not delay those of another account', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const site = createServer((_request, response) => void response.end(photo)).listen(0, '127.0.0.1')
    t.after(() => [silent, site].forEach((server) => server.close().closeAllConnections()))
    await waitFor(() => silent.listening && site.listening)
    const [dead, live] = [silent, site].map(
      (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    const [attacker, other] = [await aStore(service), await aStore(service)]
    const queue = async (store: Store, addresses: string[]) => {
      const { id } = await imported(store, 'Nombre,Precio\nTaza,1\n')
      await service.sql`
        insert into import_pictures (store_id, import_id, n, url, product_ids)
        select ${store.id}, ${id}, n, url, '{}'
        from unnest(${addresses}::text[]) with ordinality as pictures (url, n)`
    }
    await queue(
      attacker,
      Array.from({ length: 100 }, (_, n) => `${dead}/${n}.png`),
    )
    const fetching = startImportPictures({
      sql: service.sql,
      log: createLog('silent'),
      config: service.app.config,
    })
    t.after(fetching.stop)
    await waitFor(async () => (await stateOf(attacker)).attempted >= 4)
    await queue(
      other,
      Array.from({ length: 12 }, (_, n) => `${live}/${n}.png`),
    )
    await waitFor(async () => (await stateOf(other)).stored === 12, 10)
  })

  const stateOf = async ({ id }: Store) => {
    const [state] = await service.sql<[{ stored: number; attempted: number }]>`
      select count(*) filter (where state = 'stored') as stored, count(*) filter (where attempts > 0) as attempted
      from import_pictures
      where store_id = ${id}`
    return state
  }
})
