import type { Sql } from '../../core/database/db.ts'

export async function noteShared(sql: Sql, storeId: string): Promise<void> {
  await sql`update stores set shared_at = statement_timestamp() where id = ${storeId} and shared_at is null`
}
