import type { Sql } from '../core/database/db.ts'
import type { PaymentStep } from './payment.ts'

/** The moves of an order's payment, with the names of those who made them. */
export async function readPaymentHistory(sql: Sql, storeId: string, id: string) {
  const [order] = await sql<{ history: PaymentStep[] | null }[]>`
    select payment -> 'history' as history from orders where store_id = ${storeId} and id = ${id}`
  const history = order?.history ?? []
  const accountIds = history.flatMap(({ accountId }) => accountId ?? [])
  if (accountIds.length === 0) return history.map((step) => ({ ...step, name: null }))
  const accounts = await sql<{ id: string; name: string | null }[]>`
    select id, name from accounts where id = any(${accountIds}::text[])`
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  return history.map((step) => ({ ...step, name: (step.accountId && names.get(step.accountId)) || null }))
}
