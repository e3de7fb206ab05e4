import type { Sql } from '../../core/database/db.ts'
import type { PaymentState } from '../orders/payment.ts'
import type { Period } from './period.ts'
import { rangesOf, type StoreOfSales } from './sales.ts'

export type PaymentTotal = { method: string; state: PaymentState; orders: number; amount: number }

/** How the orders of a period were or are to be paid, in the store's currency; without cancelled and test orders. */
export const readPaymentTotals = (sql: Sql, store: StoreOfSales, period: Period, now = Date.now()) => {
  const { from, to } = rangesOf(store, period, now).range
  return sql<PaymentTotal[]>`
    select payment ->> 'name' as method, payment_state as state, count(*) as orders, sum(total) as amount
    from orders
    where store_id = ${store.id} and payment_state is not null and created_at >= ${new Date(from).toISOString()}
    and created_at < ${new Date(to).toISOString()}
    and status <> 'cancelled' and not is_test and currency = ${store.currency}
    group by 1, 2
    order by 1, 2`
}
