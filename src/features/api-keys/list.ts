import type { Sql } from '../../core/database/db.ts'

type ApiKeyRow = {
  id: string
  prefix: string
  name: string
  kind: 'STORE' | 'ACCOUNT'
  scopes: string[]
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

/** The keys of a store, or all that an account made, the newest first; those that are revoked too. */
export function listApiKeys(sql: Sql, of: { storeId: string } | { accountId: string }) {
  return sql<ApiKeyRow[]>`
    select id, prefix, name, kind, scopes, created_at, last_used_at, expires_at, revoked_at
    from api_keys
    where ${'storeId' in of ? sql`store_id = ${of.storeId}` : sql`account_id = ${of.accountId}`}
    order by created_at desc, id desc`
}
