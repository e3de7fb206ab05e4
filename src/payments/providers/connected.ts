import type { Sql } from '../../core/database/db.ts'
import type { Provider } from '../../orders/payment.ts'

/** Whether the store has connected its account with a provider. */
export async function isConnected(sql: Sql, storeId: string, provider: Provider): Promise<boolean> {
  const [account] = await sql`
    select 1 from payment_accounts where store_id = ${storeId} and id = ${provider} and state = 'connected'`
  return account !== undefined
}
