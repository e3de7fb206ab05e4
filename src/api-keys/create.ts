import type { Sql } from '../core/db.ts'
import { newId } from '../core/id.ts'
import type { Scope } from '../core/scopes.ts'
import { hashToken, newToken } from './token.ts'

type NewKey = {
  /** Who makes it: a key never reaches more than its creator may. */
  accountId: string
  /** The one store that it reaches; null for a key of the whole account. */
  storeId: string | null
  name: string
  scopes: Scope[]
  expiresAt?: string | null
}

/** Makes a key and tells its token, this once. */
export async function createApiKey(sql: Sql, { accountId, storeId, name, scopes, expiresAt = null }: NewKey) {
  const id = newId()
  const token = newToken()
  const prefix = token.slice(0, 12)
  await sql`
    insert into api_keys (id, token_hash, prefix, name, kind, account_id, store_id, scopes, expires_at)
    values (
      ${id}, ${hashToken(token)}, ${prefix}, ${name}, ${storeId ? 'STORE' : 'ACCOUNT'}, ${accountId}, ${storeId},
      ${scopes}, ${expiresAt}
    )`
  return { id, key: token, prefix, scopes }
}
