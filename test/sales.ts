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

/** Orders of any instant, status and currency, as their table holds them; answers their ids. */
export async function saveSales({ sql }: Service, storeId: string, sales: Sale[]): Promise<string[]> {
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
  }
  return ids
}
