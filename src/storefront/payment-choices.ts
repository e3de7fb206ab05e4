import type { Sql } from '../core/database/db.ts'
import type { PaymentKind } from '../orders/payment.ts'

/** A way to pay, as a shopper chooses it. */
export type PaymentChoice = { id: string; kind: PaymentKind; name: string }

/** In the store's order; the first is chosen until another is. */
export const listPaymentChoices = (sql: Sql, storeId: string) => sql<PaymentChoice[]>`
  select id, kind, name
  from payment_methods
  where store_id = ${storeId} and is_active
  order by position, name, id`
