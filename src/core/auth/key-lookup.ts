import { hash } from 'node:crypto'
import { batchLoader } from '../database/batch-loader.ts'
import type { Db } from '../database/db.ts'
import { catalogVersion } from './catalog-version.ts'
import { countHits, KEY_LIMIT, type Hit } from '../limits/rate-limit.ts'
import { STAFF_SCOPES } from './scopes.ts'

/** The credential of a request, as the database has it now: an API key, or the OAuth grant of an assistant. */
export type Key = {
  id: string
  kind: 'STORE' | 'ACCOUNT'
  accountId: string
  scopes: readonly string[]
  /** A grant: valid at the assistants' endpoint only. */
  isGrant: boolean
}

export type RequestStore = {
  id: string
  slug: string
  domain: string | null
  currency: string
  currencyDigits: number
  plan: 'free' | 'pro' | 'lifetime'
  billingState: 'active' | 'suspended'
  catalogVersion: number
  /** Pages of these origins may read the responses. The panel's own requests have none. */
  allowedOrigins?: readonly string[]
}

/** The key, this request's hit number, how many of the key's stores match the request (2 means several), and the first of them. */
export type KeyLookup = Key & Hit & { storeCount: number; store: RequestStore | null }

/** The hash of a request's key, the store that the request selects, and 0 hits where the request was counted before. */
type LookupRequest = { hash: string; selector: string | null; hits: 0 | 1 }

export type LookUpKey = ReturnType<typeof keyLookup>

/**
 * A batch loader: one query for all requests of an event loop turn returns keys and assistants' grants, the membership of
 * who made them, stores, plans, billing state, catalog version, and each request's hit number in its key's rate limit.
 * Nothing is cached. Account keys take a second query, for the stores of their account.
 */
export function keyLookup(sql: Db) {
  const load = batchLoader((requests: LookupRequest[]) => lookUpAll(sql, requests))

  /** Undefined when the key or the token does not exist, was revoked or has expired. */
  return function lookUp(
    token: string,
    selector: string | null,
    hits: 0 | 1 = 1,
  ): Promise<KeyLookup | undefined> {
    return load({ hash: hash('sha256', token), selector, hits })
  }
}

type Pending = { request: LookupRequest; row: KeyRow; hitNumber: number }

async function lookUpAll(sql: Db, requests: LookupRequest[]): Promise<(KeyLookup | undefined)[]> {
  const hits = new Map<string, number>()
  for (const request of requests) hits.set(request.hash, (hits.get(request.hash) ?? 0) + request.hits)
  const rows = await readKeys(sql, hits)

  const pending = requests.map((request): Pending | undefined => {
    const row = rows.get(request.hash)
    return row && { request, row, hitNumber: (row.window.hitNumber += request.hits) }
  })
  const accountStores = await readAccountStores(sql, pending)
  return pending.map((one) => one && toLookup(one, accountStores))
}

function toLookup(
  { request, row, hitNumber }: Pending,
  accountStores: Map<string, RequestStore[]>,
): KeyLookup {
  const { id, kind, accountId, scopes, isGrant, store } = row
  const { resetIn } = row.window
  const stores = kind === 'ACCOUNT' ? accountStores.get(accountStoresKey(row, request)) : store && [store]
  return {
    id, kind, accountId, scopes, isGrant, hitNumber, resetIn, storeCount: stores?.length ?? 0, store: stores?.[0] ?? null,
  } // prettier-ignore
}

/** `window`: the last hit before this batch, shared by the tokens of one grant. `store`: the store of a key of kind STORE. */
type KeyRow = Key & { window: Hit; store: RequestStore | null }

type StoreColumns = Required<Omit<RequestStore, 'id'>> & { storeId: string | null }
type Row = Omit<Key, 'scopes'> &
  StoreColumns & {
    n: number
    scopes: string
    isStaff: boolean
    hits: number
    resetIn: number
  }

async function readKeys(sql: Db, hits: Map<string, number>): Promise<Map<string, KeyRow>> {
  const hashes = [...hits.keys()]
  const rows = await sql<Row[]>`
    with requested as (
      select n::int, hits, decode(hash, 'hex') as token_hash
      from unnest(${hashes}::text[], ${[...hits.values()]}::int[]) with ordinality as requested (hash, hits, n)
    ), credentials as (
      select
        requested.n, requested.hits, keys.id, keys.kind, keys.account_id, keys.store_id, keys.scopes_text as scopes,
        false as is_grant, null::timestamptz as granted_at
      from requested
      join api_keys keys on keys.token_hash = requested.token_hash
      where keys.revoked_at is null
      and (keys.expires_at is null or keys.expires_at > now())
      union all
      select
        requested.n, requested.hits, grants.id, 'STORE', grants.account_id, grants.store_id, grants.scopes_text, true,
        grants.created_at
      from requested
      join oauth_tokens tokens on tokens.token_hash = requested.token_hash
      join oauth_grants grants on grants.store_id = tokens.store_id and grants.id = tokens.grant_id
      where tokens.kind = 'AccessToken'
      and tokens.expires_at > now()
      and grants.expires_at > now()
      and grants.ended_at is null
    ), known as materialized (
      select
        credentials.n, credentials.hits, credentials.id, credentials.kind, credentials.account_id, credentials.scopes, credentials.is_grant,
        members.store_id, coalesce(members.role = 'STAFF', false) as is_staff, stores.slug, stores.domain,
        stores.currency, stores.currency_digits, stores.plan, stores.billing_state, ${catalogVersion(sql)} as catalog_version,
        stores.allowed_origins
      from credentials
      left join stores on stores.id = credentials.store_id
      left join members
        on members.store_id = credentials.store_id
        and members.account_id = credentials.account_id
        -- A grant ends with its membership, also where the member is added again later.
        and case when is_grant then members.created_at <= granted_at else members.role in ('OWNER', 'ADMIN') end
      where stores.deleted_at is null
      and (members.store_id is not null or not credentials.is_grant)
    ), counted as (
      ${countHits(sql, KEY_LIMIT, sql`select id, sum(hits)::int from known group by id`)}
    )
    select
      known.n, known.id, known.kind, known.account_id, known.scopes, known.is_grant, known.is_staff, known.store_id,
      known.slug, known.domain, known.currency, known.currency_digits, known.plan, known.billing_state,
      known.catalog_version, known.allowed_origins, counted.hits, counted.reset_in
    from known
    join counted on counted.key = ${`${KEY_LIMIT.name}:`} || known.id`
  const windows = new Map<string, Hit>()
  return new Map(
    rows.map((row) => {
      const hash = hashes[row.n - 1]!
      const { id, kind, accountId, isGrant } = row
      const window = windows.get(id) ?? { hitNumber: row.hits, resetIn: row.resetIn }
      window.hitNumber -= hits.get(hash)!
      windows.set(id, window)
      return [hash, { id, kind, accountId, isGrant, scopes: scopesOf(row), window, store: toStore(row) }]
    }),
  )
}

const staffScopes = new Set<string>(STAFF_SCOPES)

/** The scopes of a grant are capped by the present role of the member who gave it. */
function scopesOf({ scopes, isStaff }: Row): readonly string[] {
  const all = scopes.split(' ')
  return isStaff ? all.filter((scope) => staffScopes.has(scope)) : all
}

function toStore({ storeId: id, ...row }: StoreColumns): RequestStore | null {
  const { slug, domain, currency, currencyDigits, plan, billingState, catalogVersion, allowedOrigins } = row
  return id === null
    ? null
    : { id, slug, domain, currency, currencyDigits, plan, billingState, catalogVersion, allowedOrigins }
}

const accountStoresKey = ({ accountId }: Key, { selector }: LookupRequest) => `${accountId} ${selector ?? ''}`

/** Up to two stores per account and selector: one is used, two mean that the caller has to select one. */
async function readAccountStores(
  sql: Db,
  pending: (Pending | undefined)[],
): Promise<Map<string, RequestStore[]>> {
  const accountKeys = new Map<string, Pending>()
  for (const one of pending)
    if (one?.row.kind === 'ACCOUNT') accountKeys.set(accountStoresKey(one.row, one.request), one)
  if (accountKeys.size === 0) return new Map()
  const mapKeys = [...accountKeys.keys()]
  const rows = await sql<(StoreColumns & { n: number })[]>`
    select requested.n::int, store.*
    from unnest(
      ${[...accountKeys.values()].map(({ row }) => row.accountId)}::text[],
      ${[...accountKeys.values()].map(({ request }) => request.selector)}::text[]
    ) with ordinality as requested (account_id, selector, n)
    cross join lateral (
      select
        stores.id as store_id, stores.slug, stores.domain, stores.currency, stores.currency_digits, stores.plan,
        stores.billing_state, ${catalogVersion(sql)} as catalog_version, stores.allowed_origins
      from members
      join stores on stores.id = members.store_id
      where members.account_id = requested.account_id
      and members.role in ('OWNER', 'ADMIN')
      and stores.deleted_at is null
      and (requested.selector is null or requested.selector in (stores.id, stores.slug))
      order by stores.id = requested.selector desc -- one store's slug may equal another store's id
      limit 2
    ) as store`
  const found = Map.groupBy(rows, ({ n }) => mapKeys[n - 1]!)
  return new Map([...found].map(([mapKey, stores]) => [mapKey, stores.map((row) => toStore(row)!)]))
}
