import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { connect } from '../../core/database/db.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { startService } from '../../../test/service.ts'
import { aProduct, aShippingOption, aStore } from '../../../test/factories.ts'
import { listChangeRows } from './list.ts'
import { changesOn } from '../../../test/changes.ts'

const service = await startService()
const { changesOf, undo, put } = changesOn(service)
const { sql } = service

suite('GET /api/v1/changes', () => {
  test('the list of changes filters by resource, actor, channel and time, with the total', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store)
    await put(store, `products/${product.id}`, { price: 1 })
    await put(store, `products/${product.id}`, { variants: [{ name: 'S' }, { name: 'L' }] })
    await aShippingOption(service, store)
    const total = async (query: string) =>
      (await service.get(`/api/v1/changes?${query}`, store.key)).json.total
    const at = encodeURIComponent((await changesOf(store))[0]!.createdAt)
    const expected: [query: string, total: number][] = [
      ['', 3], ['resource=product', 2], ['resource=variant', 1], [`resourceId=${product.id}`, 2], ['by=api', 3],
      ['by=panel', 0], [`accountId=${store.ownerId}`, 3], ['accountId=otra', 0], [`from=${at}`, 1], [`to=${at}`, 2],
      ['limit=1&offset=2', 3],
    ] // prettier-ignore
    for (const [query, count] of expected) assert.equal(await total(query), count, query)
  })

  test('the list of changes formats times as the rest of the API does, also in conflicts', async () => {
    const store = await aStore(service)
    await put(store, 'store', { closedUntil: '2030-01-01T06:00:00-06:00' })
    const [change] = await changesOf(store)
    assert.deepEqual(change!.items[0]!.after, { closedUntil: '2030-01-01T12:00:00.000Z' })
    await put(store, 'store', { closedUntil: '2030-02-01T12:00:00Z' })
    const { json } = await undo(store, change!.id)
    const [{ before, after, current }] = json.details['difference'] as [Record<string, unknown>]
    assert.deepEqual([before, after, current], [null, '2030-01-01T12:00:00.000Z', '2030-02-01T12:00:00.000Z'])
  })

  test('the list of changes shows no internal columns of a webhook, and describes an origin in words', async () => {
    const store = await aStore(service)
    const secret = (fill: string) => `whsec_${fill.repeat(32)}`
    const body = { url: 'https://avisos.example/', events: ['order.created'], secret: secret('A') }
    const { data } = (await service.post('/api/v1/store/webhooks', { key: store.key, body })).json
    const path = `/api/v1/store/webhooks/${data.id}/rotate-secret` as const
    await service.post(path, { key: store.key, body: { secret: secret('B') } })
    await put(store, 'store', { allowedOrigins: ['https://mia.example'] })
    const [origins, rotated] = await changesOf(store)
    assert.equal(rotated!.summary, 'Una clave de API cambió el secreto de un webhook')
    assert.deepEqual(
      [rotated!.items[0]!.before, rotated!.items[0]!.after],
      [{ secret: null }, { secret: null }],
    )
    assert.equal(origins!.summary, 'Una clave de API cambió los sitios que pueden usar la API de la tienda')
  })

  test('the list of changes shows a product with its variants, and created resources in full', async () => {
    const store = await aStore(service)
    const body = { name: 'Café', price: 10, variants: [{ name: 'S' }, { name: 'L' }] }
    await service.post('/api/v1/products', { key: store.key, body })
    const [change] = await changesOf(store)
    assert.deepEqual([change!.summary, change!.itemCount], ['Una clave de API creó el producto Café', 1])
    assert.equal(change!.items.length, 1)
    assert.equal((change!.items[0]!.after!['variants'] as unknown[]).length, 2)
  })

  test('the list of changes reads only the rows of its page, whatever other stores have changed', async (t) => {
    const store = await aStore(service)
    const other = await aStore(service)
    // So many of the store too, because a partition with one page of rows is rightly read whole.
    for (const { id, count } of [
      { id: store.id, count: 3_000 },
      { id: other.id, count: 5_000 },
    ]) {
      await sql`
        with made as (
          insert into changes (store_id, id, by, created_at)
          select ${id}, 'c' || n, 'api', now() - make_interval(secs => n) from generate_series(1, ${count}::int) as n
          returning id
        )
        insert into change_rows (store_id, change_id, table_name, row_id, before, after)
        select ${id}, id, 'products', 'p', '{"price": 1}', '{"price": 2}' from made`
    }
    await sql`analyze changes, change_rows`
    const pool = connect(service.databaseUrl, { max: 1 })
    t.after(() => pool.end())
    const read = await rowsRead(pool, 'change_rows', async (tx) => {
      const { data } = await listChangeRows(tx, store.id, { limit: 20, offset: 0 })
      assert.deepEqual(new Set(data.map(({ whole }) => whole.isUndoable)), new Set([true]))
    })
    assert.ok(read <= 20 * 2, `${read}`) // the one row of each change, as a whole and as one of the first
  })
})

test('GET /api/v1/changes/:id returns the same object as the list, 404 on an unknown change', async () => {
  const store = await aStore(service)
  await aShippingOption(service, store)
  const [change] = await changesOf(store)
  const { json } = await service.get(`/api/v1/changes/${change!.id}`, store.key)
  assert.deepEqual(json.data, change)
  assert.equal((await service.get('/api/v1/changes/nada', store.key)).status, 404)
})
