import type { Db } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import type { Addressed } from '../../features/stores/address.ts'
import { findShop, isStoreSlug } from '../../features/catalog/shop.ts'
import { t } from '../../core/texts/text.ts'

/**
 * Decides whether a cached page of a store is still valid. `catalogVersion` changes with the catalog, and with orders where they
 * change what pages show of a stock. `themeVersion` changes with the store's settings, domain and theme.
 */
export type PageVersion = Addressed & {
  id: string
  isShared: boolean
  catalogVersion: number
  themeVersion: string
}

declare module 'fastify' {
  interface FastifyInstance {
    pageVersions: ReturnType<typeof pageVersions>
  }
}

/** Shoppers' pages may be this old, in ms: without it each view of a cached page is a query, and a page takes twice as long. */
const MAX_AGE = 50

export function addPageVersions(app: App): void {
  app.decorate('pageVersions', pageVersions(app.sql))
  app.afterWrite.add(app.pageVersions.clear)
}

/** The versions that were read in the last 50 ms, and since the last write that this process has made. */
function pageVersions(sql: Db) {
  let recent = new Map<string, Promise<PageVersion | undefined>>()
  let since = 0
  return { find, clear }

  function clear(): void {
    recent = new Map()
    since = performance.now()
  }

  /** @throws 404, StoreMoved, StoreSuspended */
  async function find(slug: string): Promise<PageVersion> {
    if (!isStoreSlug(slug)) throw notFound(t('La tienda'))
    await endOfTurn()
    const version = await recentOf(slug)
    if (version) return version
    await findShop(sql, slug) // throws why there is none, unless there is one by now
    clear()
    return find(slug)
  }

  function recentOf(slug: string): Promise<PageVersion | undefined> {
    if (performance.now() - since > MAX_AGE) clear()
    const known = recent.get(slug) ?? read(sql, slug)
    recent.set(slug, known)
    return known
  }
}

let turn: Promise<void> | null = null

/**
 * One promise for all requests of an event loop turn, so that pages are sent one right after the other. Sent as each request
 * is read, they take 1.7 times the processor time: every response wakes the client, and finds the processor's caches cold.
 */
function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = null
      resolve()
    }),
  )
  return turn
}

async function read(sql: Db, slug: string): Promise<PageVersion | undefined> {
  const [version] = await sql<PageVersion[]>`
    select
      stores.id, stores.slug, domain, shared_at is not null as is_shared,
      concat_ws(' ', stores.updated_at, domain, themes.id, themes.updated_at) as theme_version,
      (catalog_version + case when keeps_stock then counted(stores.id, '{stock.shown}') else 0 end) as catalog_version
    from slugs
    join stores on stores.id = slugs.store_id
    left join themes on themes.store_id = stores.id and themes.is_active
    where slugs.slug = ${slug} and held_until is null
    and deleted_at is null and billing_state = 'active'`
  return version
}
