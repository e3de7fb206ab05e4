import type { Sql } from '../../core/database/db.ts'
import { listPasskeys } from '../accounts/passkey.ts'
import { listApiKeys } from '../api-keys/manage.ts'
import { findStoresOf } from './stores-of.ts'

/** Everything that is kept about a person, apart from what the stores that they belong to have. */
export async function exportAccount(sql: Sql, accountId: string) {
  const [account] = await sql`
    select
      id, email, name, language, created_at, password_hash <> '' as has_password, totp_secret is not null as has_second_step
    from accounts
    where id = ${accountId}`
  const [stores, passkeys, sessions, knownDevices, apiKeys, assistants, pushSubscriptions] = [
    await findStoresOf(sql, accountId),
    await listPasskeys(sql, accountId),
    await sql`
      select device, created_at, last_seen_at, expires_at from sessions where account_id = ${accountId} order by created_at`,
    await sql`
      select created_at, last_used_at from known_devices where account_id = ${accountId} order by created_at`,
    await listApiKeys(sql, { accountId }),
    await sql`
      select client_name, redirect_host, scopes, created_at, last_used_at, expires_at, ended_at
      from oauth_grants
      where account_id = ${accountId}
      order by created_at`,
    await sql`
      select device, created_at from push_subscriptions where account_id = ${accountId} order by created_at`,
  ]
  return {
    exportedAt: new Date().toISOString(),
    account: account!,
    stores: stores.map(({ name, slug, role, since }) => ({ name, slug, role, since })),
    passkeys,
    sessions,
    knownDevices,
    apiKeys,
    assistants,
    pushSubscriptions,
  }
}
