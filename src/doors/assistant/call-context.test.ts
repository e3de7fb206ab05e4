import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant, message, toolCall } from '../../../test/assistant.ts'
import { startService } from '../../../test/service.ts'
import {
  aCategory,
  aDiscount,
  aPlacedOrder,
  aProduct,
  aReview,
  aShippingOption,
  aStore,
  aWebhook,
} from '../../../test/factories.ts'

const service = await startService()

/** Every row that a change could touch, except the records of a key's use. */
async function dump() {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in (
      'rate_hits', 'api_keys', 'key_requests', 'maintenance_jobs'
    )
    order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await service.sql<
      { row: string }[]
    >`select row_to_json(t)::text as row from ${service.sql(name)} t order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

type Action = { by: string; keyId: string; tableName: string; rowId: string; after: { name?: string } | null }
const actions = (store: { id: string }) => service.sql<Action[]>`
  select changes.by, changes.key_id, table_name, row_id, after
  from changes
  join change_rows on change_rows.store_id = changes.store_id and change_rows.change_id = changes.id
  where changes.store_id = ${store.id} and table_name <> 'variants'
  order by n`

suite('a rehearsal', () => {
  test('of every writing tool stores nothing, sends nothing, and returns what would change', async () => {
    const store = await aStore(service)
    await aWebhook(service, store)
    const product = await aProduct(service, store, { price: 100 })
    const category = await aCategory(service, store)
    const order = await aPlacedOrder(service, store)
    const discount = await aDiscount(service, store, { value: 10 })
    const shipping = await aShippingOption(service, store)
    const review = await aReview(service, store, product.id)
    const dryRuns: [name: string, args: Record<string, unknown>, change: object | null][] = [
      [
        'update_store',
        { name: 'Otro nombre' },
        { field: 'name', from: 'Café de la Antigua', to: 'Otro nombre' },
      ],
      ['update_store', { slug: 'otra-direccion' }, { field: 'slug', from: store.slug, to: 'otra-direccion' }],
      ['create_product', { name: 'Prensa', price: 9 }, { field: 'price', from: null, to: 9 }],
      ['update_product', { id: product.id, price: 120 }, { field: 'price', from: 100, to: 120 }],
      ['delete_product', { id: product.id }, { field: 'price', from: 100, to: null }],
      ['create_category', { name: 'Métodos' }, { field: 'name', from: null, to: 'Métodos' }],
      ['update_category', { id: category.id, isActive: false }, { field: 'isActive', from: true, to: false }],
      ['delete_category', { id: category.id }, { field: 'name', from: category.name, to: null }],
      [
        'update_order_status',
        { id: order.id, status: 'cancelled' },
        { field: 'status', from: 'pending', to: 'cancelled' },
      ],
      ['create_discount', { code: 'CAFE5', type: 'fixed', value: 5 }, { field: 'value', from: null, to: 5 }],
      ['update_discount', { id: discount.id, value: 20 }, { field: 'value', from: 10, to: 20 }],
      ['delete_discount', { id: discount.id }, { field: 'value', from: 10, to: null }],
      ['create_shipping_option', { name: 'Moto', price: 7 }, { field: 'price', from: null, to: 7 }],
      ['update_shipping_option', { id: shipping.id, price: 8 }, { field: 'price', from: 35, to: 8 }],
      ['delete_shipping_option', { id: shipping.id }, { field: 'price', from: 35, to: null }],
      [
        'moderate_review',
        { id: review, status: 'approved' },
        { field: 'status', from: 'pending', to: 'approved' },
      ],
      ['delete_review', { id: review }, { field: 'status', from: 'pending', to: null }],
      ['update_product', { id: product.id, price: 100 }, null],
    ]
    const { call } = await anAssistant(service, store.key)
    const before = await dump()
    for (const [name, args, change] of dryRuns) {
      const { isError, body, structured, texts } = await call(name, { ...args, dryRun: true })
      assert.equal(isError, false, `${name}: ${texts[0]}`)
      assert.deepEqual(structured, body)
      assert.equal(body.dryRun.stored, false)
      if (change)
        assert.ok(
          body.dryRun.changes.some((found: object) => isSame(found, change)),
          `${name}: ${texts[0]}`,
        )
      else assert.deepEqual(body.dryRun.changes, [])
      assert.match(texts[1]!, /^Ensayo: no se guardó nada/)
    }
    assert.deepEqual(await dump(), before)
  })

  test('describes the difference in readable text', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    const { call } = await anAssistant(service, store.key)
    const { texts } = await call('update_product', {
      id: product.id,
      price: 120,
      comparePrice: 150,
      dryRun: true,
    })
    assert.equal(
      texts[1],
      'Ensayo: no se guardó nada.\nCambiaría:\n- price: 100 → 120\n- comparePrice: nada → 150\n- variants.0.price: 100 → 120',
    )
  })

  test('fails as the call itself would', async () => {
    const store = await aStore(service, { plan: 'free' })
    const { call } = await anAssistant(service, store.key)
    for (let i = 0; i < 10; i++) await aCategory(service, store)
    const full = await call('create_category', { name: 'Una más', dryRun: true })
    assert.deepEqual([full.isError, full.body.code], [true, 'PLAN_LIMIT_REACHED'])
    const { slug } = await aProduct(service, store)
    const taken = await call('create_product', { name: 'X', price: 1, slug, dryRun: true })
    assert.deepEqual([taken.isError, taken.body.code], [true, 'DUPLICATE_SLUG'])
    const order = await aPlacedOrder(service, store)
    const moved = await call('update_order_status', { id: order.id, status: 'delivered', dryRun: true })
    assert.equal(moved.body.code, 'INVALID_STATUS_TRANSITION')
  })

  test('is off with false and null', async () => {
    const store = await aStore(service)
    const { done } = await anAssistant(service, store.key)
    for (const dryRun of [false, null, undefined])
      await done('create_category', { name: `C ${String(dryRun)}`, dryRun })
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 3)
  })
})

suite('a write through a tool', () => {
  test('returns what it changed, or the created resource', async () => {
    const store = await aStore(service)
    const { call } = await anAssistant(service, store.key)
    const made = await call('create_category', { name: 'Café' })
    assert.equal(made.texts.length, 1)
    const { id } = made.body.data
    const described = async (name: string, args: object) => (await call(name, { id, ...args })).texts[1]
    assert.equal(await described('update_category', { name: 'Té' }), 'Cambió:\n- name: "Café" → "Té"')
    assert.equal(await described('update_category', { name: 'Té' }), 'Nada cambió: ya estaba así.')
    assert.match((await described('delete_category', {}))!, /^Se borró:\n.*- name: "Té"/s)
  })

  test('is recorded with the assistant as actor, and its key', async () => {
    const store = await aStore(service)
    const { done } = await anAssistant(service, store.key)
    const { data: made } = await done('create_product', { name: 'Café', price: 10 })
    await done('update_store', { name: 'Otro nombre' })
    const [{ id: keyId }] = await service.sql<
      [{ id: string }]
    >`select id from api_keys where store_id = ${store.id}`
    assert.deepEqual(
      (await actions(store)).map(({ after, ...action }) => ({ ...action, name: after?.name })),
      [
        { by: 'assistant', keyId, tableName: 'products', rowId: made.id, name: 'Café' },
        { by: 'assistant', keyId, tableName: 'stores', rowId: store.id, name: 'Otro nombre' },
      ],
    )
  })

  test('is not recorded when it fails, and reads are not recorded', async () => {
    const store = await aStore(service)
    const { call } = await anAssistant(service, store.key)
    await call('create_product', { name: 'Café' })
    await call('delete_product', { id: 'nadie' })
    await call('list_products')
    assert.deepEqual([...(await actions(store))], [])
  })

  test('commits together with its record', async () => {
    const store = await aStore(service)
    const { call } = await anAssistant(service, store.key)
    await service.sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full disk'; end $$;
      create trigger refuse before insert on changes for each row when (new.store_id = '${store.id}') execute function refuse();`)
    const { isError, body } = await call('create_product', { name: 'Café', price: 10 })
    assert.deepEqual([isError, body.code], [true, 'INTERNAL_ERROR'])
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 0)
  })

  test('appears as `assistant` in the timeline of an order, which no client can claim', async () => {
    const store = await aStore(service)
    const order = await aPlacedOrder(service, store)
    const { done } = await anAssistant(service, store.key)
    const { data } = await done('update_order_status', { id: order.id, status: 'confirmed' })
    assert.equal(data.timeline.at(-1)?.by, 'assistant')
    const forged = {
      'x-actor': 'assistant',
      'x-assistant': '1',
      'x-tool': 'update_order_status',
      'user-agent': 'lightMyRequest',
    }
    const body = { status: 'shipped' }
    const plain = await service.put(`/api/v1/orders/${order.id}?actor=assistant&dryRun=true`, {
      key: store.key,
      body,
      headers: forged,
    })
    assert.equal(plain.json.data.timeline.at(-1)?.by, 'api')
  })

  test('is attributed apart from concurrent requests', async () => {
    const store = await aStore(service)
    const orders = [await aPlacedOrder(service, store), await aPlacedOrder(service, store)]
    const headers = { authorization: `Bearer ${store.key}` }
    await Promise.all([
      message(service, toolCall('update_order_status', { id: orders[0]!.id, status: 'confirmed' }), headers),
      service.put(`/api/v1/orders/${orders[1]!.id}`, { key: store.key, body: { status: 'confirmed' } }),
    ])
    const by = async ({ id }: { id: string }) =>
      (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.timeline.at(-1)?.by
    assert.deepEqual([await by(orders[0]!), await by(orders[1]!)], ['assistant', 'api'])
  })
})

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
