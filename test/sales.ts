import assert from 'node:assert/strict'
import { newId, newOrderNumber } from '../src/core/values/id.ts'
import type { Service } from './service.ts'
import { aPhone } from './factories.ts'

/** An order as the statistics see it. */
export type Sale = {
  at: string
  status: string
  currency: string
  total: string
  isTest?: boolean
  items: { productId: string; quantity: number; subtotal: string }[]
}

/** A confirmed order of Q 10 without items. */
export const aSale = (overrides: Partial<Sale>): Sale => ({
  at: '2026-03-10T12:00:00Z',
  status: 'confirmed',
  currency: 'GTQ',
  total: '10',
  items: [],
  ...overrides,
})

/** Orders of any instant, status and currency, as their table holds them, and counted; answers their ids. */
export async function insertSales({ sql }: Service, storeId: string, sales: Sale[]): Promise<string[]> {
  const customerId = newId()
  await sql`
    insert into customers (store_id, id, phone, name, first_order_at, last_order_at)
    values (${storeId}, ${customerId}, ${aPhone()}, 'Ana', now(), now())`
  const ids: string[] = []
  for (const { at, status, currency, total, isTest = false, items } of sales) {
    const id = newId()
    ids.push(id)
    await sql`
      insert into orders (
        store_id, id, order_number, status, customer_id, customer_name, customer_phone, currency, items, items_hash,
        subtotal, total, timeline, tracking_token, is_test, created_at
      )
      values (
        ${storeId}, ${id}, ${newOrderNumber()}, ${status}, ${customerId}, 'Ana', '+50255551234', ${currency},
        ${sql.json(items)}, '', ${total}::text::numeric, ${total}::text::numeric, '[]', ${id}, ${isTest}, ${at}
      )`
    await sql`
      select count_order(orders, null, '{}')
      from orders
      where store_id = ${storeId} and id = ${id}`
  }
  return ids
}

/** Moves one of them to another status, whether orders may move so or not. */
export async function moveSale({ sql }: Service, storeId: string, id: string, from: string, to: string) {
  await sql`update orders set status = ${to} where store_id = ${storeId} and id = ${id}`
  await sql`
    select count_order(orders, ${sql.json({ status: from })}, '{}')
    from orders
    where store_id = ${storeId} and id = ${id}`
}

/** Asserts that all that is precomputed from a store's orders is what their rows add up to. */
export async function assertCounted({ sql }: Service, storeId: string) {
  const [counted] = await sql`
    select jsonb_object_agg(name, value) as counters
    from (
      select name, sum(value) as value
      from counters
      where store_id = ${storeId} and (name = 'customers' or name like 'orders.%')
      group by name
      having sum(value) <> 0
    ) as sums`
  const [rows] = await sql`
    select jsonb_object_agg(name, value) as counters
    from (
      select 'orders.' || status as name, count(*) as value
      from orders
      where store_id = ${storeId}
      group by status
      union all
      select 'customers', count(*) from customers where store_id = ${storeId} and order_count > 0 having count(*) > 0
    ) as sums`
  assert.deepEqual(counted, rows)

  const storedSums = await readSums(sql, storeId)
  await sql`select rebuild_sums(${storeId})`
  assert.deepEqual(await readSums(sql, storeId), storedSums)
}

async function readSums(sql: Service['sql'], storeId: string) {
  const orders = await sql`
    select
      starts_at, currency, sum(completed) as completed, sum(pending) as pending, sum(cancelled) as cancelled,
      sum(completed_amount) as completed_amount, sum(pending_amount) as pending_amount
    from order_sums
    where store_id = ${storeId}
    group by 1, 2
    having (sum(completed), sum(pending), sum(cancelled)) <> (0, 0, 0)
    order by 1, 2`
  const products = await sql`
    select span, starts_at, currency, product_id, units, gross
    from product_sums
    where store_id = ${storeId} and units <> 0
    order by 1, 2, 3, 4`
  return { orders: [...orders], products: [...products] }
}
