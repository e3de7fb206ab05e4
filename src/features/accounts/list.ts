import type { Sql } from '../../core/database/db.ts'
import type { Page } from '../../core/http/page.ts'

type AccountRow = { id: string; email: string; name: string | null; stores: number; createdAt: string }

export async function listAccounts(sql: Sql, { search, limit, offset }: Page & { search: string }) {
  const found = sql`
    from accounts
    where strpos(lower(email), ${search}) > 0 or strpos(lower(name), ${search}) > 0`
  const [rows, [{ total }]] = await Promise.all([
    sql<AccountRow[]>`
      select
        id, email, name,
        (
          select count(*)
          from members
          join stores on stores.id = members.store_id
          where account_id = accounts.id and stores.deleted_at is null
        ) as stores,
        created_at
      ${found}
      order by created_at, id
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${found}`,
  ])
  return { rows, total }
}
