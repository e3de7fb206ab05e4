import { transaction, type Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'

/** Revokes a key. Revoking it again keeps the first `revoked_at`. @throws 404 */
export function revokeApiKey(sql: Sql, id: string) {
  return transaction(sql, async (tx) => {
    const [key] = await tx<{ id: string; revokedAt: string }[]>`
      update api_keys
      set
        revoked_at = coalesce(revoked_at, statement_timestamp()),
        updated_at = case when revoked_at is null then statement_timestamp() else updated_at end
      where id = ${id}
      returning id, revoked_at`
    if (!key) throw notFound(`La clave ${id}`)
    return key
  })
}
