import type { Sql, Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import type { Scope } from '../../core/auth/scopes.ts'
import { newId } from '../../core/values/id.ts'
import { t } from '../../core/texts/text.ts'

/** Days until an assistant needs a new consent, however often it refreshes its tokens. */
export const LIFETIME_DAYS = 90

export function readGrantName(name: string): { storeId: string; id: string } {
  const [storeId = '', id = ''] = name.split('.')
  return { storeId, id }
}

type NewGrant = {
  storeId: string
  accountId: string
  clientId: string
  clientName: string
  redirectHost: string
  scopes: Scope[]
}

/** @returns the name of the grant, as tokens refer to it */
export async function createGrant(tx: Tx, grant: NewGrant): Promise<string> {
  const { storeId, accountId, clientId, clientName, redirectHost, scopes } = grant
  const id = newId()
  await tx`
    insert into oauth_grants (store_id, id, account_id, client_id, client_name, redirect_host, scopes, expires_at)
    values (
      ${storeId}, ${id}, ${accountId}, ${clientId}, ${clientName}, ${redirectHost}, ${scopes},
      now() + make_interval(days => ${LIFETIME_DAYS})
    )`
  await tx`update oauth_clients set granted_at = now() where id = ${clientId}`
  return `${storeId}.${id}`
}

export type Grant = {
  id: string
  clientName: string
  redirectHost: string
  storeName: string
  memberName: string
  scopes: Scope[]
  createdAt: string
  lastUsedAt: string | null
}

type GrantsOf = { accountId: string } | { storeId: string }

const ownerCondition = (sql: Sql, of: GrantsOf) =>
  'storeId' in of ? sql`grants.store_id = ${of.storeId}` : sql`grants.account_id = ${of.accountId}`

export const listGrants = (sql: Sql, of: GrantsOf) => sql<Grant[]>`
  select
    grants.id, grants.client_name, grants.redirect_host, stores.name as store_name,
    coalesce(accounts.name, accounts.email) as member_name, grants.scopes, grants.created_at, grants.last_used_at
  from oauth_grants grants
  join members
    on members.store_id = grants.store_id
    and members.account_id = grants.account_id
    and members.created_at <= grants.created_at
  join accounts on accounts.id = grants.account_id
  join stores on stores.id = grants.store_id and stores.deleted_at is null
  where ${ownerCondition(sql, of)} and grants.ended_at is null and grants.expires_at > now()
  order by coalesce(grants.last_used_at, grants.created_at) desc, grants.id
  limit 100`

export async function endGrantsOf(sql: Sql, accountId: string): Promise<void> {
  await sql`update oauth_grants set ended_at = now() where account_id = ${accountId} and ended_at is null`
}

/** Whether an account has given this client access that still lasts. */
export async function hasGrant(sql: Sql, accountId: string, clientId: string): Promise<boolean> {
  const [grant] = await sql`
    select 1
    from oauth_grants
    where account_id = ${accountId} and client_id = ${clientId} and ended_at is null and expires_at > now()
    limit 1`
  return grant !== undefined
}

/** Ends an assistant's access at once. @throws 404 */
export async function endGrant(sql: Sql, of: GrantsOf, id: string): Promise<void> {
  const { count } = await sql`
    update oauth_grants as grants
    set ended_at = coalesce(ended_at, now())
    where id = ${id} and ${ownerCondition(sql, of)}`
  if (count === 0) throw notFound(t('Ese asistente'))
}
