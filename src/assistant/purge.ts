import { MAX_ROWS } from '../core/jobs/maintenance.ts'
import type { Db } from '../core/database/db.ts'

/** What assistants changed is known for 30 days, as deliveries are: it quotes orders, and with them people. */
export async function purgeOldActions(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from assistant_actions
    where (store_id, id) in (
      select store_id, id
      from assistant_actions
      where created_at < now() - interval '30 days'
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
