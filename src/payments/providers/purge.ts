import type { Db } from '../../core/database/db.ts'
import { purgeRows } from '../../core/database/purge-rows.ts'

/** Deletes pages that expired 30 days ago: an order that is still to be paid gets a new one. @returns whether there are more */
export const purgeLapsedPages = (sql: Db): Promise<boolean> =>
  purgeRows(sql, {
    table: 'payment_pages',
    key: sql`store_id, order_id`,
    where: sql`expires_at < now() - interval '30 days'`,
  })

/** Deletes problems that somebody has dealt with 400 days ago. @returns whether there are more */
export const purgeOldProblems = (sql: Db): Promise<boolean> =>
  purgeRows(sql, {
    table: 'payment_problems',
    key: sql`store_id, id`,
    where: sql`resolved_at < now() - interval '400 days'`,
  })
