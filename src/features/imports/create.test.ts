import assert from 'node:assert/strict'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aCategory, aKey, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { actions, importsOf, twoProducts } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { nextSlug } from '../../core/values/slug.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrina-imports-'))
const service = await startService({ DATA_DIR: folder })
const { ended, imported, post, productOf, productsOf, send } = importsOf(service)

suite('POST /api/v1/imports', () => {
  test('a rehearsal returns the changes without applying them; an import of the same file applies them', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Taza', price: 90, slug: 'taza' })
    const dryRun = await imported(store, twoProducts, { dryRun: true })
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

  test('a rehearsal returns each variant before and after, with its id if it has one', async () => {
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
    const rest = {
      isActive: true,
      optionValues: [],
      imageUrl: null,
      sku: null,
      gtin: null,
      quantityPrices: [],
    }
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
    await imported(store, twoProducts)
    const before = await productsOf(store)
    assert.deepEqual(actions(await imported(store, twoProducts)), ['unchanged', 'unchanged'])
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

  test('a name that is too long here, but not in other shops, is shortened and named', async () => {
    const store = await aStore(service)
    const { state, dropped } = await imported(store, `Nombre,Precio\n${'Mesa '.repeat(30)},5\n`)
    assert.deepEqual([state, dropped[0]!.reason, dropped[0]!.products], ['done', 'longName', 1])
    const [table] = await productsOf(store)
    assert.equal(table!.name, `${'Mesa '.repeat(30).slice(0, 119)}…`)
  })

  test('rows are validated as products are: names, prices, categories, slugs', async () => {
    const store = await aStore(service)
    const file = [
      'Nombre,Precio,Precio anterior,Slug',
      `${'x'.repeat(256)},1,,a`,
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
      [await post(store, '{}', json), 'file', 'required'],
      [await post(store, '{"from":"x","nada":1}', json), 'nada', 'unknown_field'],
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
    assert.equal((await post(store, '{"from":"nada"}', json)).status, 404)
    assert.equal((await send(store, Buffer.alloc(50 * 1024 * 1024, 'a,b\n'))).status, 413)
  })

  test('415 on a content type other than CSV', async () => {
    const store = await aStore(service)
    for (const type of ['application/pdf', 'image/png', 'application/x-www-form-urlencoded']) {
      const { status, json } = await post(store, twoProducts, { 'content-type': type })
      assert.deepEqual([status, json.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], type)
    }
    const named = await post(store, twoProducts, { 'content-type': 'application/vnd.ms-excel' })
    assert.equal(named.status, 201)
    await ended(store, named.json.data.id)
  })

  test('a raw body has its options in the query', async () => {
    const store = await aStore(service)
    const query = `?dryRun=true&columns=${encodeURIComponent('{"Precio":null}')}`
    const { status, json } = await post(store, twoProducts, { 'content-type': 'text/csv' }, query)
    assert.equal(status, 201, JSON.stringify(json))
    const { dryRun, columns, rows } = await ended(store, json.data.id)
    assert.deepEqual([dryRun, columns[1]!.field, rows[0]!.issues[0]!.field], [true, null, 'price'])
  })

  test('400 on an option that the query repeats', async () => {
    const store = await aStore(service)
    for (const name of ['dryRun', 'columns', 'fileName']) {
      const query = `?${name}=true&${name}=true`
      const { status, json } = await post(store, twoProducts, { 'content-type': 'text/csv' }, query)
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, name, 'type'])
    }
  })

  test('409 IMPORT_IN_PROGRESS while another import of the store runs', async () => {
    const store = await aStore(service)
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(store, twoProducts)))
    const codes = responses.map(({ status, json }) => (status === 201 ? 'ok' : json.code))
    assert.ok(codes.includes('ok'))
    assert.ok(
      codes.every((code) => ['ok', 'IMPORT_IN_PROGRESS', 'RATE_LIMIT_EXCEEDED'].includes(code)),
      codes.join(),
    )
    for (const { status, json } of responses) if (status === 201) await ended(store, json.data.id)
    assert.equal((await productsOf(store)).length, 2)
  })

  test('the same Idempotency-Key creates one import', async () => {
    const store = await aStore(service)
    const headers = { 'idempotency-key': 'una-vez' }
    const first = await send(store, twoProducts, {}, headers)
    const again = await send(store, twoProducts, {}, headers)
    assert.deepEqual([first.status, again.status, again.json.data.id], [201, 201, first.json.data.id])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(
      (await send(store, `${twoProducts}Otro,1,\n`, {}, headers)).json.code,
      'IDEMPOTENCY_KEY_REUSED',
    )
  })

  test('nothing is imported past the cap of the plan, and the rehearsal shows by how much', async () => {
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

  test('stores the last 3 rehearsals and failures of a store, and every completed import', async () => {
    const store = await aStore(service)
    const first = await imported(store, twoProducts)
    for (let n = 0; n < 6; n++) await imported(store, 'Nombre,Precio\nA,nada\n', { dryRun: n % 2 === 0 })
    const { json } = await service.get('/api/v1/imports?limit=100', store.key)
    assert.equal(json.total, 5) // with the newest, which waited while the oldest went
    assert.ok(json.data.some(({ id }: { id: string }) => id === first.id))
  })

  test('stores of a rehearsal what would change of each product, and shows it as the import would', async () => {
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

  test('stores the unchanged and rejected rows of the newest imports only', async () => {
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

  test('uploads to many stores of two accounts wait without a connection: orders of others are placed', async () => {
    const [ana, luis, other] = [await aStore(service), await aStore(service), await aStore(service)]
    const stores = [ana, luis]
    for (const { ownerId } of [ana, luis])
      for (let n = 1; n < 5; n++) stores.push(await aStore(service, { ownerId }))
    const { variants } = await aProduct(service, other)
    const uploads: Promise<unknown>[] = []
    let over = 0 // on a slow machine the first one's lock may time out meanwhile
    await service.sql.begin(async (tx) => {
      await tx`lock table import_files in share mode`
      uploads.push(...stores.map((store) => send(store, twoProducts).finally(() => over++)))
      const received = async () => (await readdir(join(folder, 'uploads'))).length
      await waitFor(async () => (await received()) + over >= stores.length)
      await waitFor(async () => (await tx`select from pg_locks where not granted`).length > 0)
      assert.equal(
        (await order(service, anOrder(other, [{ variantId: variants[0]!.id, quantity: 1 }]))).status,
        201,
      )
    })
    await Promise.all(uploads)
  })
})
