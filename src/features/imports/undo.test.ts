import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { aKey, anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'
import { importsOf, twoProducts, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
const { ended, imported, productOf, productsOf, undo, worker } = importsOf(service)

/** A picture that was uploaded, by its address. */
async function storedPicture(store: Store): Promise<string> {
  const body = await sharp({
    create: { width: 20, height: 20, channels: 3, background: { r: pictures++, g: 9, b: 9 } },
  })
    .png()
    .toBuffer()
  const response = await fetch(`${service.url}/api/v1/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.key}`, 'content-type': 'image/png' },
    body: new Uint8Array(body),
  })
  const { data } = (await response.json()) as { data: { url: string } }
  return data.url
}

let pictures = 0

/** Another key, which has its own rate limit. */
const fresh = ({ id: storeId, ownerId: accountId }: Store) => aKey(service, { storeId, accountId })

suite('POST /api/v1/imports/{id}/undo', () => {
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
      { numRuns: 20 },
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

  test('keeps prices and variants together where one of them was changed since', async () => {
    const store = await aStore(service)
    const variants = [{ name: 'A' }, { name: 'B' }]
    const { id: productId } = await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      price: 90,
      variants,
    })
    const { id } = await imported(
      store,
      'Slug,Nombre,Precio,Precio anterior,Variante\ntaza,Tazón,80,100,A\ntaza,,,,C\n',
    )
    await service.put(`/api/v1/products/${productId}`, { key: store.key, body: { comparePrice: 120 } })
    const { rows, undo: undone } = await undo(store, id)
    assert.deepEqual(undone, { restored: 1, deleted: 0, kept: 1 })
    assert.deepEqual(rows[0]!.kept.toSorted(), ['comparePrice', 'price', 'variants'])
    const now = await productOf(store, 'taza')
    assert.deepEqual([now.name, now.price, now.comparePrice], ['Taza', 80, 120])
    assert.deepEqual(
      now.variants.map(({ name }: { name: string }) => name),
      ['A', 'C'],
    )
  })

  test('keeps the first picture with the others where their texts were changed since', async () => {
    const store = await aStore(service)
    const { id: productId } = await aProduct(service, store, {
      name: 'Taza',
      slug: 'taza',
      price: 90,
      images: [{ url: 'https://x.test/1.jpg', alt: null }],
    })
    const { id } = await imported(store, 'Slug,Nombre,Precio,Fotos\ntaza,Tazón,90,https://x.test/2.jpg\n')
    const images = [{ url: 'https://x.test/2.jpg', alt: 'De frente' }]
    await service.put(`/api/v1/products/${productId}`, { key: store.key, body: { images } })
    const { rows } = await undo(store, id)
    assert.deepEqual(rows[0]!.kept, ['images'])
    const now = await productOf(store, 'taza')
    assert.deepEqual([now.name, now.images, now.imageUrl], ['Taza', images, 'https://x.test/2.jpg'])
  })

  test('of more products than one transaction takes is one change', async () => {
    const store = await aStore(service)
    const lines = Array.from({ length: 101 }, (_, n) => `Producto ${n},1\n`)
    const { id } = await imported(store, `Nombre,Precio\n${lines.join('')}`)
    const { state, undo: undone } = await undo(store, id)
    assert.deepEqual([state, undone], ['undone', { restored: 0, deleted: 101, kept: 0 }])
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 0)
    assert.equal((await service.get('/api/v1/changes', store.key)).json.total, 2)
  })

  test('runs once for concurrent requests, also beside other imports of the store', async () => {
    const store = await aStore(service)
    const { id } = await imported(store, twoProducts)
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
    const replies = await service.sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for no key update` // both undos wait for it, in their order
      const alone = service.post(`/api/v1/changes/${id}/undo`, { key: store.key })
      await waiting(1)
      const asked = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
      await waiting(2)
      return { alone, asked }
    })
    assert.deepEqual([(await replies.alone).status, replies.asked.status], [200, 200])
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

  test('409 on a rehearsal, after 30 days, and while another import runs; once undone it stays so', async () => {
    const store = await aStore(service)
    const code = async (id: string) =>
      (await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })).json.code
    assert.equal(await code((await imported(store, twoProducts, { dryRun: true })).id), 'IMPORT_NOT_UNDOABLE')
    const { id } = await imported(store, twoProducts)
    await service.sql`update imports set finished_at = now() - interval '31 days' where id = ${id}`
    assert.equal(await code(id), 'IMPORT_NOT_UNDOABLE')
    await service.sql`update imports set finished_at = now() where id = ${id}`
    assert.deepEqual((await undo(store, id)).undo, { restored: 0, deleted: 2, kept: 0 })
    assert.deepEqual((await undo(store, id)).undo, { restored: 0, deleted: 2, kept: 0 })
  })
})
