import { createHash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Sql } from '../../core/database/db.ts'
import { STORE_SCOPES } from '../../core/auth/scopes.ts'
import { findClient } from './clients.ts'
import { readGrantName } from './grant.ts'

type Current = () => Sql
type PartialAdapter = Partial<Adapter>

/** Codes, tokens and request ids are stored as hashes only. */
const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const clientAdapter = (sql: Current): PartialAdapter => ({
  find: async (id) => {
    const client = await findClient(sql(), id)
    return client && client.redirect_uris.length > 0 ? client : undefined
  },
})

/** Authorization requests; the library calls them interactions. */
export const requestAdapter = (sql: Current): PartialAdapter => ({
  async upsert(id, payload, seconds) {
    await sql()`
      insert into oauth_requests as request (id_hash, payload, expires_at)
      values (${hash(id)}, ${sql().json({ ...payload, jti: undefined })}, now() + make_interval(secs => ${seconds!}))
      on conflict (id_hash) do update
      set payload = excluded.payload, expires_at = excluded.expires_at`
  },
  find: (id) => findRequest(sql(), id),
  async destroy(id) {
    await sql()`delete from oauth_requests where id_hash = ${hash(id)}`
  },
})

/** Locks the row, so that the consent and the continuation of one request wait for each other. */
export async function findRequest(sql: Sql, id: string): Promise<AdapterPayload | undefined> {
  const [request] = await sql<{ payload: AdapterPayload }[]>`
    select payload from oauth_requests where id_hash = ${hash(id)} and expires_at > now() for update`
  return request && { ...request.payload, jti: id }
}

export async function resolveRequest(sql: Sql, id: string, result: object): Promise<void> {
  await sql`
    update oauth_requests
    set payload = jsonb_set(payload, '{result}', ${sql.json(result)}::jsonb)
    where id_hash = ${hash(id)}`
}

type GrantRow = { accountId: string; clientId: string; scopes: string[]; exp: number }

/** The consent page creates grants; the library reads and ends them. One of a former membership is not found. */
export const grantAdapter = (sql: Current, resources: string[]): PartialAdapter => ({
  async find(name) {
    const { storeId, id } = readGrantName(name)
    const [row] = await sql()<GrantRow[]>`
      select grants.account_id, grants.client_id, grants.scopes, floor(extract(epoch from grants.expires_at))::int as exp
      from oauth_grants grants
      join members
        on members.store_id = grants.store_id
        and members.account_id = grants.account_id
        and members.created_at <= grants.created_at
      join stores on stores.id = grants.store_id and stores.deleted_at is null
      where grants.store_id = ${storeId}
      and grants.id = ${id}
      and grants.ended_at is null
      and grants.expires_at > now()`
    if (!row) return undefined
    const { scopes, ...grant } = row
    const rest = STORE_SCOPES.filter((scope) => !scopes.includes(scope))
    const granted = scopesAt(resources, scopes)
    // Scopes that were left out count as rejected: otherwise the library would prompt for them at each request.
    const rejected = { resources: scopesAt(resources, rest) }
    return { ...grant, jti: name, kind: 'Grant', resources: granted, rejected }
  },
  async destroy(name) {
    const { storeId, id } = readGrantName(name)
    await sql()`
      update oauth_grants
      set ended_at = coalesce(ended_at, now())
      where store_id = ${storeId} and id = ${id}`
  },
})

const scopesAt = (resources: string[], scopes: string[]) =>
  Object.fromEntries(resources.map((resource) => [resource, scopes.join(' ')]))

type TokenRow = { payload: AdapterPayload; storeId: string; grantId: string; consumed: number | null }

export const tokenAdapter = (sql: Current, kind: string): PartialAdapter => ({
  async upsert(secret, payload, seconds) {
    const { storeId, id } = readGrantName(payload.grantId!)
    const stored = { ...payload, jti: undefined, grantId: undefined }
    await sql()`
      insert into oauth_tokens (token_hash, kind, store_id, grant_id, payload, expires_at)
      values (
        ${hash(secret)}, ${kind}, ${storeId}, ${id}, ${sql().json(stored)}, now() + make_interval(secs => ${seconds!})
      )`
  },
  /** Locks the row: of two concurrent uses of a code or refresh token, the second sees that it is consumed. */
  async find(secret) {
    const [row] = await sql()<TokenRow[]>`
      select payload, store_id, grant_id, extract(epoch from consumed_at)::int as consumed
      from oauth_tokens
      where token_hash = ${hash(secret)} and kind = ${kind}
      for update`
    if (!row) return undefined
    const { payload, storeId, grantId, consumed } = row
    return {
      ...payload,
      jti: secret,
      grantId: `${storeId}.${grantId}`,
      ...(consumed !== null && { consumed }),
    }
  },
  async consume(secret) {
    await sql()`update oauth_tokens set consumed_at = now() where token_hash = ${hash(secret)} and kind = ${kind}`
  },
  async destroy(secret) {
    await sql()`delete from oauth_tokens where token_hash = ${hash(secret)} and kind = ${kind}`
  },
  async revokeByGrantId(name) {
    const { storeId, id } = readGrantName(name)
    await sql()`delete from oauth_tokens where store_id = ${storeId} and grant_id = ${id} and kind = ${kind}`
  },
})
