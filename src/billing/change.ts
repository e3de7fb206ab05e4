import type { Sql } from '../core/db.ts'
import { notFound } from '../core/errors.ts'
import { storeColumns } from '../stores/columns.ts'
import type { Plan, StoreRow } from '../stores/store.ts'

/** In force on the next request of every key, as is a changed billing state. @throws 404 */
export async function setPlan(sql: Sql, storeId: string, plan: Plan): Promise<StoreRow> {
  const [store] = await sql<StoreRow[]>`
    update stores
    set
      plan = ${plan},
      updated_at = case when plan = ${plan} then updated_at else clock_timestamp() end
    where id = ${storeId} and deleted_at is null
    returning ${storeColumns(sql)}`
  if (!store) throw notFound('La tienda')
  return store
}

/** @throws 404 */
export async function setBillingState(
  sql: Sql,
  storeId: string,
  state: StoreRow['billingState'],
): Promise<StoreRow> {
  const [store] = await sql<StoreRow[]>`
    update stores
    set
      billing_state = ${state},
      updated_at = case when billing_state = ${state} then updated_at else clock_timestamp() end
    where id = ${storeId} and deleted_at is null
    returning ${storeColumns(sql)}`
  if (!store) throw notFound('La tienda')
  return store
}
