import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'

export async function findOwner(sql: Sql, storeId: string): Promise<string> {
  const [owner] = await sql<{ accountId: string }[]>`
    select account_id
    from members
    where store_id = ${storeId} and role = 'OWNER'
    order by created_at, id
    limit 1`
  if (!owner) throw notFound(t('La cuenta dueña de la tienda'))
  return owner.accountId
}
