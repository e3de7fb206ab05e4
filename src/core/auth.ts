import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { batched } from './batched.ts'
import type { Db } from './db.ts'
import { forbidden, paymentRequired, planRequired, storeRequired, unauthorized } from './errors.ts'
import { applyLimit, KEY_LIMIT } from './rate-limit.ts'

/** The key that asks, as the database has it at this moment. */
export type Key = { id: string; kind: 'STORE' | 'ACCOUNT'; accountId: string; scopes: string[] }

/** The store that the request is about. */
export type RequestStore = {
  id: string
  slug: string
  currency: string
  currencyDigits: number
  plan: 'free' | 'pro' | 'lifetime'
  billingState: 'active' | 'suspended'
  catalogVersion: number
}

/** What the check found: the key, how many stores it reaches with the given header (2 stands for more), and the store. */
type Found = Key & { place: number; resetIn: number; reached: number; store: RequestStore | null }

/** The hook of every keyed route: key 401, limit 429, store 400 or 403, suspended 402, scope 403, plan 403. */
export async function authenticate(request: FastifyRequest, reply: FastifyReply) {
  const { scope, feature, accountLevel } = request.routeOptions.config
  const selector = accountLevel ? null : storeHeader(request)
  const key = await identify(request, reply, selector)
  if (accountLevel) {
    if (key.kind !== 'ACCOUNT') throw forbidden('Esta operación necesita una clave de cuenta')
  } else {
    request.store = selectedStore(key, selector)
    if (request.store.billingState === 'suspended') throw paymentRequired()
  }
  if (scope && !key.scopes.includes(scope)) {
    throw forbidden(`A la clave le falta el permiso ${scope}`, { requiredScope: scope })
  }
  if (feature && request.store?.plan === 'free') throw planRequired(feature)
}

/** The key that asks, counted; which store it is about is not judged. @throws 401, 429 */
export async function identify(request: FastifyRequest, reply: FastifyReply, selector: string | null) {
  const key = await request.server.checkKey(bearerToken(request), selector)
  if (!key) throw unauthorized('La clave de API no existe, fue revocada o venció')
  applyLimit(reply, KEY_LIMIT, key)
  request.key = key
  return key
}

/** @throws 401 */
export function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +([^\s]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw unauthorized()
  return token
}

function storeHeader(request: FastifyRequest): string | null {
  return request.headers['service-store']?.toString().trim() || null
}

const reachesNothing = {
  STORE: 'Quien creó la clave ya no administra la tienda',
  ACCOUNT: 'La clave no alcanza ninguna tienda: su cuenta no es dueña ni administradora de ninguna',
}

function selectedStore(key: Found, selector: string | null): RequestStore {
  if (key.kind === 'ACCOUNT' && !selector && key.reached > 1) throw storeRequired()
  if (!key.store) throw forbidden(selector ? 'La clave no alcanza esa tienda' : reachesNothing[key.kind])
  if (selector && selector !== key.store.id && selector !== key.store.slug) {
    throw forbidden('La clave no alcanza esa tienda')
  }
  return key.store
}

/** One request's key, as its hash, and the store that it names. */
type Question = { hash: string; selector: string | null }
/** Requests of one key for one store. */
type Group = Question & { hits: number }

export type KeyCheck = ReturnType<typeof keyCheck>

/**
 * Asks the database once for the requests of one turn of the event loop: keys, their creators' membership, stores,
 * plans, billing, the catalog's version, and each request's own place in its key's count. It is always the database's
 * present answer.
 */
export function keyCheck(sql: Db) {
  const ask = batched((questions: Question[]) => answerAll(sql, questions))

  /** What the key may do and reach now; undefined when there is no such key (any more). */
  return function check(token: string, selector: string | null): Promise<Found | undefined> {
    return ask({ hash: hash('sha256', token), selector })
  }
}

async function answerAll(sql: Db, questions: Question[]): Promise<(Found | undefined)[]> {
  const groups = new Map<string, Group>()
  const groupOf = questions.map(({ hash, selector }) => {
    const id = `${hash} ${selector ?? ''}`
    const group = groups.get(id) ?? { hash, selector, hits: 0 }
    group.hits++
    groups.set(id, group)
    return group
  })
  const asked = [...groups.values()]
  const rows = Map.groupBy(await askDatabase(sql, asked), ({ n }) => asked[n - 1]!)

  const places = new Map<string, number>() // of each key, where the next of its requests stands
  for (const [group, [row]] of rows) {
    places.set(row!.id, (places.get(row!.id) ?? row!.hits + 1) - group.hits)
  }
  return groupOf.map((group) => {
    const reach = rows.get(group)
    if (!reach) return undefined
    const place = places.get(reach[0]!.id)!
    places.set(reach[0]!.id, place + 1)
    return toFound(reach, place)
  })
}

/** A row for each store that the key reaches, at most two; one without a store when it reaches none. */
function toFound(rows: Row[], place: number): Found {
  const { id, kind, accountId, scopes, resetIn, ...store } = rows[0]!
  const reaches = store.storeId !== null
  return {
    id,
    kind,
    accountId,
    scopes: scopes.split(' '),
    place,
    resetIn,
    reached: reaches ? rows.length : 0,
    store: reaches
      ? {
          id: store.storeId!,
          slug: store.slug,
          currency: store.currency,
          currencyDigits: store.currencyDigits,
          plan: store.plan,
          billingState: store.billingState,
          catalogVersion: store.catalogVersion,
        }
      : null,
  }
}

type Row = Omit<Key, 'scopes'> &
  Omit<RequestStore, 'id'> & {
    n: number
    scopes: string
    hits: number
    resetIn: number
    storeId: string | null
  }

function askDatabase(sql: Db, batch: Group[]) {
  return sql<Row[]>`
    with asked as (
      select n, decode(hash, 'hex') as hash, selector, hits
      from unnest(
        ${batch.map(({ hash }) => hash)}::text[],
        ${batch.map(({ selector }) => selector)}::text[],
        ${batch.map(({ hits }) => hits)}::int[]
      ) with ordinality as asked (hash, selector, hits, n)
    ), known as (
      select asked.n, asked.selector, asked.hits, keys.id, keys.kind, keys.account_id, keys.store_id, keys.scopes
      from asked
      join api_keys keys on keys.token_hash = asked.hash
      left join stores on stores.id = keys.store_id
      where keys.revoked_at is null
      and (keys.expires_at is null or keys.expires_at > now())
      and stores.deleted_at is null
    ), counted as (
      insert into rate_hits as counter (key, hits, ends_at)
      select ${`${KEY_LIMIT.name}:`} || id, sum(hits)::int, now() + make_interval(secs => ${KEY_LIMIT.seconds})
      from known
      group by id
      order by id -- every batch locks the counters in one order: no deadlock
      on conflict (key) do update
      set
        hits = case when counter.ends_at > now() then counter.hits else 0 end + excluded.hits,
        ends_at = case when counter.ends_at > now() then counter.ends_at else excluded.ends_at end
      returning key, hits, extract(epoch from ends_at - now())::float8 as reset_in
    )
    select
      known.n::int, known.id, known.kind, known.account_id, array_to_string(known.scopes, ' ') as scopes,
      counted.hits, counted.reset_in, store.*
    from known
    join counted on counted.key = ${`${KEY_LIMIT.name}:`} || known.id
    left join lateral (
      select
        stores.id as store_id, stores.slug, stores.currency, stores.currency_digits, stores.plan,
        stores.billing_state, stores.catalog_version
      from members
      join stores on stores.id = members.store_id
      where members.account_id = known.account_id
      and members.role in ('OWNER', 'ADMIN')
      and stores.deleted_at is null
      and (known.store_id is null or members.store_id = known.store_id)
      and (known.kind = 'STORE' or known.selector is null or known.selector in (stores.id, stores.slug))
      order by stores.id = known.selector desc -- a slug may be chosen that is another store's id
      limit 2
    ) as store on true`
}
