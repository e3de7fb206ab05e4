import { t } from '../../core/texts/text.ts'
import { requireCapacity } from '../billing/plans.ts'
import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import type { Scope } from '../../core/auth/scopes.ts'
import { conflict, notFound } from '../../core/errors/errors.ts'
import { createApiKey } from './create.ts'
import { hashToken } from './token.ts'

type NewKey = {
  storeId: string
  accountId: string
  name: string
  scopes: Scope[]
  expiresAt: string | null
  token: string
}

type Made = { id: string }

/** With a token that the caller made: the same token again creates nothing. @throws as `createApiKey`, 403 `PLAN_LIMIT_REACHED` */
export function createStoreKey(sql: Sql, key: NewKey): Promise<Made> {
  return transaction(sql, async (tx) => {
    await requireCapacity(tx, key.storeId, 'apiKeys', () => countOthers(tx, key))
    return (await findByToken(tx, key)) ?? createApiKey(tx, key)
  })
}

export const revokeKeysOf = (tx: Tx, accountId: string) => tx`
  update api_keys
  set revoked_at = statement_timestamp(), updated_at = statement_timestamp()
  where account_id = ${accountId} and revoked_at is null`

type Rotation = { storeId: string; id: string; accountId: string; token: string; overlapHours: number }

/**
 * Creates a key like another one, which works for `overlapHours` more. A chain of rotations has two keys that work at
 * most: what the rotated one had replaced ends. The same token again changes nothing.
 * @throws 404, 409 `KEY_NOT_ACTIVE`
 */
export function rotateKey(
  sql: Sql,
  { storeId, id, accountId, token, overlapHours }: Rotation,
): Promise<Made> {
  return transaction(sql, async (tx) => {
    await tx`select 1 from stores where id = ${storeId} for no key update`
    const known = await findByToken(tx, { storeId, token })
    if (known) return known
    const { name, scopes, expiresAt } = await findActiveKey(tx, storeId, id)
    const made = await createApiKey(tx, { storeId, accountId, name, scopes, expiresAt, token })
    await tx`
      update api_keys
      set revoked_at = statement_timestamp(), updated_at = statement_timestamp()
      where store_id = ${storeId} and replaced_by = ${id} and revoked_at is null`
    await tx`
      update api_keys
      set
        replaced_by = ${made.id}, updated_at = statement_timestamp(),
        expires_at = least(expires_at, statement_timestamp() + make_interval(hours => ${overlapHours}))
      where store_id = ${storeId} and id = ${id}`
    return made
  })
}

export type StoreKey = {
  id: string
  prefix: string
  name: string
  scopes: Scope[]
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
  replacedBy: string | null
  creator: string
  /** Its creator is still an owner or administrator; otherwise every request with it is rejected. */
  isBacked: boolean
}

/** Those that work, and those that ended within 30 days; the newest first. */
export function listStoreKeys(sql: Sql, storeId: string) {
  return sql<StoreKey[]>`
    ${storeKeys(sql)}
    where keys.store_id = ${storeId}
    and coalesce(keys.revoked_at, keys.expires_at, now()) > now() - interval '30 days'
    order by keys.created_at desc, keys.id desc
    limit 200`
}

/** @throws 404 */
export async function findStoreKey(sql: Sql, storeId: string, id: string): Promise<StoreKey> {
  const [key] = await sql<StoreKey[]>`
    ${storeKeys(sql)}
    where keys.store_id = ${storeId} and keys.id = ${id}`
  if (!key) throw keyNotFound()
  return key
}

/** @throws 404 */
export async function revokeStoreKey(sql: Sql, storeId: string, id: string): Promise<void> {
  const { count } = await transaction(
    sql,
    (tx) => tx`
      update api_keys
      set revoked_at = coalesce(revoked_at, statement_timestamp()), updated_at = statement_timestamp()
      where store_id = ${storeId} and id = ${id}`,
  )
  if (count === 0) throw keyNotFound()
}

const storeKeys = (sql: Sql) => sql`
  select
    keys.id, keys.prefix, keys.name, keys.scopes, keys.created_at, keys.last_used_at, keys.expires_at, keys.revoked_at,
    keys.replaced_by, coalesce(accounts.name, accounts.email) as creator,
    coalesce(members.role in ('OWNER', 'ADMIN'), false) as is_backed
  from api_keys keys
  join accounts on accounts.id = keys.account_id
  left join members on members.store_id = keys.store_id and members.account_id = keys.account_id`

const keyNotFound = () => notFound(t('La clave'))

async function findByToken(tx: Tx, { storeId, token }: Pick<NewKey, 'storeId' | 'token'>) {
  const [key] = await tx<Made[]>`
    select id from api_keys where store_id = ${storeId} and token_hash = ${hashToken(token)}`
  return key
}

/** One that was rotated lives for its overlap, and is not counted. */
async function countOthers(tx: Tx, { storeId, token }: NewKey): Promise<number> {
  const [{ used }] = await tx<[{ used: number }]>`
    select count(*) as used
    from api_keys
    where store_id = ${storeId}
    and revoked_at is null
    and replaced_by is null
    and (expires_at is null or expires_at > now())
    and token_hash <> ${hashToken(token)}`
  return used
}

async function findActiveKey(tx: Tx, storeId: string, id: string) {
  const { revokedAt, replacedBy, ...key } = await findStoreKey(tx, storeId, id)
  const isOver = key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
  if (revokedAt || replacedBy || isOver) {
    throw conflict('KEY_NOT_ACTIVE', t('Esta clave ya no se puede cambiar: crea otra'))
  }
  return key
}

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
    if (!key) throw notFound(t('La clave {name}', { name: id }))
    return key
  })
}
