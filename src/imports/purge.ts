import type { Db } from '../core/database/db.ts'
import { purgeRows } from '../core/database/purge-rows.ts'

const MAX_IMPORTS = 20

/** Deletes files after a day, dry runs with them, and imports after 90 days. Says whether there is more. */
export async function purgeOldImports(sql: Db): Promise<boolean> {
  await sql`
    delete from import_files
    where created_at < now() - interval '1 day'
    and not exists (
      select
      from imports
      where imports.store_id = import_files.store_id and file_id = import_files.id and state in ('waiting', 'undoing')
    )`
  return purgeRows(sql, {
    table: 'imports',
    key: sql`store_id, id`,
    where: sql`
      created_at < now() - interval '1 day'
      and (is_dry_run or created_at < now() - interval '90 days' or (state = 'failed' and created_at < now() - interval '7 days'))
      and state not in ('waiting', 'undoing')`,
    max: MAX_IMPORTS,
  })
}
