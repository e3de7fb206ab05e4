import { createHash } from 'node:crypto'
import { STORE_SCOPES, type Scope } from '../src/core/auth/scopes.ts'
import { newId, newSecret } from '../src/core/values/id.ts'
import type { Service } from './service.ts'

const hash = (token: string) => createHash('sha256').update(token).digest()

/** An assistant's grant, with an access token. */
export async function aGrant(
  { sql }: Pick<Service, 'sql'>,
  {
    storeId,
    accountId,
    scopes = STORE_SCOPES,
  }: { storeId: string; accountId: string; scopes?: readonly Scope[] },
) {
  const [client, id] = [newId(), newId()]
  await sql`insert into oauth_clients (id, metadata, granted_at) values (${client}, '{}', now())`
  await sql`
    insert into oauth_grants (store_id, id, account_id, client_id, client_name, redirect_host, scopes, expires_at)
    values (
      ${storeId}, ${id}, ${accountId}, ${client}, 'Claude', 'claude.ai', ${[...scopes]}, now() + interval '90 days'
    )`
  return { id, token: await anAccessToken({ sql }, { storeId, id }) }
}

/** One more access token of a grant. */
export async function anAccessToken(
  { sql }: Pick<Service, 'sql'>,
  { storeId, id }: { storeId: string; id: string },
) {
  const token = newSecret(43)
  await sql`
    insert into oauth_tokens (token_hash, kind, store_id, grant_id, payload, expires_at)
    values (${hash(token)}, 'AccessToken', ${storeId}, ${id}, '{}', now() + interval '1 hour')`
  return token
}
