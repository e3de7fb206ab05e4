import type { Sql } from '../../core/database/db.ts'
import type { PaymentStep } from './payment.ts'

export async function readPaymentHistory(sql: Sql, storeId: string, id: string) {
  const [order] = await sql<{ history: PaymentStep[] | null }[]>`
    select payment -> 'history' as history from orders where store_id = ${storeId} and id = ${id}`
  const history = order?.history ?? []
  const names = await readNames(sql, history)
  return history.map((step) => ({ ...step, name: (step.accountId && names.get(step.accountId)) || null }))
}

/** The names of those who made these steps, else their addresses, by the ids of their accounts: for the team alone. */
export async function readNames(
  sql: Sql,
  steps: { accountId?: string | null }[],
): Promise<Map<string, string>> {
  const ids = steps.flatMap(({ accountId }) => accountId ?? [])
  if (ids.length === 0) return new Map()
  const accounts = await sql<{ id: string; name: string }[]>`
    select id, coalesce(name, email) as name from accounts where id = any(${ids}::text[])`
  return new Map(accounts.map(({ id, name }) => [id, name]))
}
