import type { Db } from '../core/database/db.ts'
import { purgeRows } from '../core/database/purge-rows.ts'

/** Deletes what people wrote after 30 days. */
export const purgeOldMessages = (sql: Db): Promise<boolean> =>
  purgeRows(sql, {
    table: 'whatsapp_messages',
    key: sql`wamid`,
    where: sql`received_at < now() - interval '30 days'`,
  })
