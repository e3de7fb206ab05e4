import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { suite, test } from 'node:test'
import { anAccount } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { transaction } from '../../core/database/db.ts'
import { toE164 } from '../../core/values/phone.ts'
import { OrderStatus } from '../orders/order.ts'
import { openDemoStore } from './open-store.ts'
import { readDemoPicture } from './picture.ts'
import { seededRandom } from './random.ts'
import { isUnused, makeSales, seedDemo } from './seed.ts'
import { shops } from './shops.ts'

const service = await startService()
const where = { publicUrl: service.app.publicUrl }
const { sql } = service
const [roastery] = shops

suite('the demo', () => {
  test('is a store with orders', async () => {
    assert.equal(await isUnused(sql), true)
    const demo = await seedDemo(sql, where)
    assert.equal(await isUnused(sql), false)
    assert.deepEqual(
      [demo.store, demo.storeUrl, demo.isNew],
      ['cerro-ceniza', `${where.publicUrl}/cerro-ceniza`, true],
    )
    type List = `/api/v1/${'products' | 'categories' | 'shipping' | 'orders' | 'reviews'}${string}`
    const total = async (path: List) => (await service.get(path, demo.key)).json.total
    assert.equal(await total('/api/v1/products'), 24)
    assert.equal(await total('/api/v1/categories'), 5)
    assert.equal(await total('/api/v1/shipping'), 4)
    assert.equal(await total('/api/v1/orders'), 120)
    assert.equal(await total('/api/v1/reviews?status=approved'), 28)
    assert.equal(await total('/api/v1/reviews?status=pending'), 5)
    for (const status of ['pending', 'confirmed', 'shipped', 'delivered', 'cancelled']) {
      const { json } = await service.get(`/api/v1/orders?status=${status}&limit=100`, demo.key)
      assert.ok(json.total > 0, status)
      assert.equal(json.data.length, Math.min(json.total, 100), status)
    }
  })

  test('is reused the second time, with a new key, also under another public URL', async () => {
    const [first, again] = [
      await seedDemo(sql, where),
      await seedDemo(sql, { publicUrl: 'https://cafe.test' }),
    ]
    assert.deepEqual([first.isNew, again.isNew], [false, false])
    assert.notEqual(first.key, again.key)
    const { json } = await service.get('/api/v1/products', again.key)
    assert.equal(json.total, 24)
    for (const { imageUrl } of json.data)
      assert.match(imageUrl!, /^https:\/\/cafe\.test\/media\/demo\/.+\.svg$/)
    const [left] = await sql`
      select
        (select count(*) from products where images::text || variants::text like ${`%"${where.publicUrl}/media/%`}) as products,
        (select count(*) from variants where starts_with(image_url, ${where.publicUrl})) as variants`
    assert.deepEqual({ ...left }, { products: 0, variants: 0 })
    await seedDemo(sql, where)
  })

  test('has orders with correct sums, and customers with correct totals', async () => {
    const { key } = await seedDemo(sql, where)
    const customers = (await service.get('/api/v1/customers?limit=100', key)).json
    assert.equal(customers.total, customers.data.length)
    const [sums] = await sql`
      select
        count(*) filter (where subtotal <> (select sum((item ->> 'subtotal')::numeric) from jsonb_array_elements(items) as item)) as items,
        count(*) filter (where total <> subtotal + shipping_price - coalesce(discount_amount, 0)) as totals,
        count(*) filter (where created_at > now() or created_at < now() - interval '62 days') as times,
        count(*) filter (where status <> timeline -> -1 ->> 'status') as timelines,
        count(*) filter (where (delivery_kind <> 'delivery') <> (customer_address is null)) as addresses,
        count(*) filter (where (delivery_kind = 'here') <> (table_name is not null)) as tables,
        count(distinct order_number) as numbers
      from orders`
    const numbers = shops.reduce((sum, shop) => sum + shop.sales.orderCount, 0)
    assert.deepEqual(
      { ...sums },
      { items: 0, totals: 0, times: 0, timelines: 0, addresses: 0, tables: 0, numbers },
    )
    const spent = customers.data.reduce(
      (sum: number, { totalSpent }: { totalSpent: number }) => sum + totalSpent * 100,
      0,
    )
    const [completed] = await sql<[{ sum: number }]>`
      select sum(total) * 100 as sum
      from orders
      where status in ('confirmed', 'shipped', 'delivered') and store_id = (
        select id from stores where slug = ${roastery.store.slug}
      )`
    assert.equal(Math.round(spent), completed.sum)
  })

  test('has orders, customers and reviews in each shop that match its settings', async () => {
    await seedDemo(sql, where)
    const rows = await sql<{ slug: string; orders: number; reviews: number; below: number; paid: number }[]>`
      select
        slug,
        (select count(*) from orders where store_id = stores.id) as orders,
        (select count(*) from reviews where store_id = stores.id) as reviews,
        (select count(*) from orders where store_id = stores.id and subtotal < minimum_order) as below,
        (
          select count(*) from orders
          where store_id = stores.id and subtotal >= free_shipping_from and shipping_price > 0
        ) as paid
      from stores`
    for (const { store, sales, reviews: written } of shops) {
      const { orders, reviews, below, paid } = rows.find(({ slug }) => slug === store.slug)!
      assert.deepEqual([orders, reviews, below, paid], [sales.orderCount, written.length, 0, 0], store.slug)
    }
    const phones = await sql<{ phone: string }[]>`select phone from customers`
    for (const { phone } of phones) assert.equal(toE164(phone), phone)
  })

  test('has orders for the areas of a shop, some with the place on the map', async () => {
    await seedDemo(sql, where)
    const rows = await sql<{ area: string | null; charged: number; price: number; isPlaced: boolean }[]>`
      select shipping_area as area, shipping_price as charged, shipping_price(area.price, subtotal, free_shipping_from) as price,
        location is not null as is_placed
      from orders
      join stores on stores.id = orders.store_id and stores.slug = 'la-espiga'
      join shipping_options as option on option.store_id = stores.id and option.name = shipping_name and areas <> '[]'
      left join lateral jsonb_to_recordset(areas) as area (name text, price numeric) on area.name = shipping_area`
    assert.ok(rows.length > 10)
    for (const { area, charged, price } of rows) assert.ok(charged === price, `${area}: ${charged}, ${price}`)
    assert.ok(rows.some(({ isPlaced }) => isPlaced))
    assert.ok(rows.some(({ isPlaced }) => !isPlaced))
  })

  test('is deterministic', async () => {
    const other = await startService()
    await seedDemo(other.sql, where)
    const of = (sql: typeof service.sql) => sql`
      select order_number, customer_name, customer_phone, discount_code
      from orders
      order by order_number`
    assert.deepEqual([...(await of(other.sql))], [...(await of(sql))])
  })

  test('has orders of every status, at any hour of the day', async () => {
    const { sql } = await startService()
    const { catalog } = await transaction(sql, async (tx) => {
      const owner = await anAccount({ ...service, sql })
      return openDemoStore(tx, roastery, owner.id, where.publicUrl)
    })
    for (let hour = 0; hour < 24; hour++) {
      const { orders } = makeSales(
        seededRandom(roastery.sales.seed),
        Date.UTC(2026, 10, 22, hour),
        roastery,
        catalog,
      )
      const statuses = new Set(orders.map(({ status }) => status))
      assert.deepEqual(statuses, new Set(OrderStatus.enum), `at ${hour} h`)
    }
  })

  test('has a shop for each theme, with products of its own', async () => {
    await seedDemo(sql, where)
    const rows = await sql<{ slug: string; theme: string; products: number; currency: string }[]>`
      select slug, currency, themes.id as theme, (
        select count(*) from products where store_id = stores.id and is_active
      ) as products
      from stores
      join themes on themes.store_id = stores.id and themes.is_active
      order by themes.id, slug`
    assert.deepEqual(
      rows.map(({ theme, slug, currency }) => [theme, slug, currency]),
      [
        ['barro', 'anil-ropa', 'CRC'],
        ['barro', 'segunda-vuelta', 'COP'],
        ['lino', 'doce-horizonte', 'BRL'],
        ['lino', 'la-espiga', 'ARS'],
        ['tinta', 'el-yunque', 'MXN'],
      ],
    )
    assert.ok(rows.at(-1)!.products > 100)
    for (const { slug } of rows) {
      const { status, text } = await service.get(`/${slug}`)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /class="picture initials"/)
    }
  })

  test('has a shop in Portuguese, with Pix and areas by CEP', async () => {
    await seedDemo(sql, where)
    const { status, text } = await service.get('/doce-horizonte')
    assert.equal(status, 200)
    assert.match(text, /<html lang="pt-BR"/)
    assert.match(text, /R\$ 149,00/)
    const [{ language, kinds, areas }] = await sql<[{ language: string; kinds: string[]; areas: number }]>`
      select
        language,
        (select array_agg(kind order by kind) from payment_methods where store_id = stores.id) as kinds,
        (
          select count(*)
          from shipping_options cross join jsonb_array_elements(areas) as area
          where store_id = stores.id and area ->> 'postalCodes' ~ '^\\["\\d{5}'
        )::int as areas
      from stores
      where slug = 'doce-horizonte'`
    assert.deepEqual([language, kinds, areas], ['pt', ['cash', 'pix'], 10])
  })

  test('has a small image for each product', async () => {
    const rows = await sql<{ urls: string[] }[]>`
      select array_agg(image ->> 'url') as urls from products, jsonb_array_elements(images) as image
      union all
      select array_agg(image_url) from variants where image_url is not null`
    const shown = new Set(rows.flatMap(({ urls }) => urls.map((url) => url.split('/').at(-1)!)))
    const files = readdirSync(new URL('../../../demo/pictures', import.meta.url))
    assert.deepEqual(shown, new Set(files))
    assert.equal(
      shown.size,
      shops.flatMap(({ products }) => products.flatMap(({ pictures }) => pictures)).length,
    )
    const texts = await Promise.all(files.map(readDemoPicture))
    assert.equal(new Set(texts.map(String)).size, texts.length, 'no two are the same')
    for (const [n, text] of texts.entries())
      assert.ok(text!.length < (files[n]!.endsWith('.jpg') ? 64_000 : 16_000), files[n])
    const photo = await service.get('/media/demo/falda-bordada.jpg')
    assert.equal(photo.headers.get('content-type'), 'image/jpeg')
    const { status, headers } = await service.get('/media/demo/antigua-bourbon.svg')
    assert.equal(status, 200)
    assert.match(headers.get('content-type')!, /^image\/svg\+xml/)
    assert.equal((await service.get('/media/demo/otro.svg')).status, 404)
    assert.equal((await service.get('/media/demo/..%2Fpictures%2Fantigua-bourbon.svg')).status, 404)
  })

  test('sells breakfast by hours and at tables, and by the dozen, with orders that keep to it', async () => {
    await seedDemo(sql, where)
    const [{ breakfasts, tables, dozens, broken }] = await sql<[Record<string, number>]>`
      select
        (
          select count(*) from products join categories on categories.id = category_id where hours is not null
        )::int as breakfasts,
        (select count(*) from orders where delivery_kind = 'here')::int as tables,
        (select count(*) from products where quantity_prices <> '[]')::int as dozens,
        (
          select count(*)
          from orders
          cross join jsonb_array_elements(items) as item
          join products on products.store_id = orders.store_id and products.id = item ->> 'productId'
          where (item ->> 'quantity')::int < min_quantity or (item ->> 'quantity')::int % quantity_step <> 0
        )::int as broken`
    assert.deepEqual([breakfasts, dozens, broken], [2, 7, 0])
    assert.ok(tables! > 0)
  })

  test('has products that round-trip through the API', async () => {
    const { key } = await seedDemo(sql, where)
    const [given] = (await service.get('/api/v1/products', key)).json.data
    const { id, createdAt: _created, updatedAt: _updated, ...product } = given!
    const body = { ...product, name: `${product.name}, otra vez` }
    const { status, text } = await service.put(`/api/v1/products/${id}`, { key, body })
    assert.equal(status, 200, text)
  })
})
