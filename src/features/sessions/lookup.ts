import { batchLoader } from '../../core/database/batch-loader.ts'
import type { Db } from '../../core/database/db.ts'
import { catalogVersion } from '../../core/auth/catalog-version.ts'
import type { RequestStore } from '../../core/auth/key-lookup.ts'
import { countHits, type Limit, type Hit } from '../../core/limits/rate-limit.ts'
import { zoneOf } from '../hours/hours.ts'
import type { Language } from '../../core/texts/language.ts'
import type { Role } from '../../core/auth/roles.ts'
import { numberMember } from '../stores/number-member.ts'
import { languageOutsideStores } from '../stores/reader-language.ts'
import { hashSessionToken, IDLE_DAYS, isSessionToken, type Session } from './session.ts'

/** 600 a minute for each person, in all their sessions. */
export const PERSON_LIMIT: Limit = { name: 'person', max: 600, seconds: 60 }

/** The store in the panel's address, as its member sees it, with its present slug even if the address has a former one. */
export type PanelStore = RequestStore & {
  name: string
  whatsappNumber: string | null
  isNumberConfirmed: boolean | null
  isNumberCommanding: boolean
  timeZone: string
  /** Of what its shoppers read. */
  language: Language
  role: Role
  waitingOrders: number
}

export type SessionLookup = { session: Session; hit: Hit; store: PanelStore | null }

type LookupRequest = { hash: Buffer; slug: string | null }

export type FindSession = ReturnType<typeof sessionLookup>

/**
 * A batch loader: one query for all requests of an event loop turn returns sessions, accounts, the stores named with
 * role, plan, billing and the catalog's version, and each request's hit number. Nothing is cached. A malformed token or
 * slug is not looked up, so that it can't fail the batch.
 */
export function sessionLookup(sql: Db) {
  const load = batchLoader((requests: LookupRequest[]) => lookUpAll(sql, requests))

  /** The session of a token; undefined when there is none or it has expired. */
  return async function find(token: string, slug: string | null): Promise<SessionLookup | undefined> {
    if (!isSessionToken(token)) return undefined
    return load({ hash: hashSessionToken(token), slug: slug !== null && isSlug(slug) ? slug : null })
  }
}

const isSlug = (text: string) => /^[a-z0-9-]{3,30}$/.test(text)

type StoreColumns = Omit<PanelStore, 'id' | 'name' | 'timeZone' | 'language'> & {
  storeId: string | null
  storeName: string
  storeLanguage: Language
  timeZone: string | null
}
type Row = Session & StoreColumns & { n: number; hits: number; resetIn: number }

async function lookUpAll(sql: Db, requests: LookupRequest[]): Promise<(SessionLookup | undefined)[]> {
  const rows = await readSessions(sql, requests)
  const found = new Map(rows.map((row) => [row.n, toLookup(row)]))
  return requests.map((_, i) => found.get(i + 1))
}

/** Every batch locks rows in the same order or skips locked ones, so batches can't deadlock. */
async function readSessions(sql: Db, requests: LookupRequest[]): Promise<Row[]> {
  return sql<Row[]>`
    with known as materialized (
      select
        requested.n::int, sessions.id, sessions.account_id, sessions.known_device_id, sessions.proved_at as authenticated_at,
        sessions.last_seen_at, accounts.email, accounts.name,
        coalesce(accounts.language, store.store_language, ${languageOutsideStores(sql)}) as language, store.*
      from unnest(
        ${requests.map(({ hash }) => hash.toString('hex'))}::text[],
        ${requests.map(({ slug }) => slug)}::text[]
      ) with ordinality as requested (hash, slug, n)
      join sessions on sessions.token_hash = decode(requested.hash, 'hex')
      join accounts on accounts.id = sessions.account_id
      left join lateral (
        select
          stores.id as store_id, stores.name as store_name, stores.language as store_language, stores.slug, stores.domain,
          stores.whatsapp_number,
          stores.confirmed_number = stores.whatsapp_number as is_number_confirmed,
          exists (${numberMember(sql)}) as is_number_commanding,
          stores.currency, stores.currency_digits, stores.time_zone, stores.plan, stores.billing_state, members.role,
          ${catalogVersion(sql)} as catalog_version, counted(stores.id, array['orders.pending'])::int as waiting_orders
        from stores
        join members on members.store_id = stores.id and members.account_id = sessions.account_id
        where stores.deleted_at is null
        and stores.id = (
          select store_id from slugs where slug = requested.slug and (held_until is null or held_until > now())
        )
      ) as store on true
      where sessions.expires_at > now()
      and sessions.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})
    ), counted as (
      ${countHits(sql, PERSON_LIMIT, sql`select account_id, count(*) from known group by account_id`)}
    ), seen as (
      update sessions
      set last_seen_at = now()
      where token_hash in (
        select token_hash
        from sessions
        where id in (select id from known where last_seen_at < now() - interval '5 minutes')
        for update skip locked
      )
    ), visited as (
      insert into panel_visits as visit (account_id, store_id)
      select distinct on (known.account_id) known.account_id, known.store_id
      from known
      left join panel_visits earlier on earlier.account_id = known.account_id
      where known.store_id is not null and known.store_id is distinct from earlier.store_id
      order by known.account_id, known.n desc
      on conflict (account_id) do update
      set store_id = excluded.store_id
    )
    select
      known.n, known.id, known.account_id, known.email, known.name, known.language, known.known_device_id, known.authenticated_at,
      known.store_id, known.store_name, known.store_language, known.slug, known.domain, known.whatsapp_number, known.is_number_confirmed,
      known.is_number_commanding,
      known.currency, known.currency_digits, known.time_zone, known.plan, known.billing_state, known.catalog_version,
      known.role, known.waiting_orders, counted.reset_in,
      (
        counted.hits - count(*) over person + row_number() over (person order by known.n)
      )::int as hits
    from known
    join counted on counted.key = ${`${PERSON_LIMIT.name}:`} || known.account_id
    window person as (partition by known.account_id)`
}

function toLookup(row: Row): SessionLookup {
  const {
    n: _n,
    hits,
    resetIn,
    id,
    accountId,
    email,
    name,
    language,
    knownDeviceId,
    authenticatedAt,
    ...columns
  } = row
  const { storeId, storeName, storeLanguage, ...store } = columns
  return {
    session: { id, accountId, email, name, language, knownDeviceId, authenticatedAt },
    hit: { hitNumber: hits, resetIn },
    store:
      storeId === null
        ? null
        : { ...store, id: storeId, name: storeName, language: storeLanguage, timeZone: zoneOf(store) },
  }
}
