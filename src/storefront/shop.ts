import { batched } from '../core/database/batch-loader.ts'
import type { Sql } from '../core/database/db.ts'
import { notFound, type ApiError } from '../core/errors/errors.ts'
import type { CartLine } from './address.ts'
import { DEFAULT_THEME, isThemeId, lookOf, type Look } from '../themes/theme.ts'

/** A store as its shoppers see it. */
export type Shop = {
  id: string
  name: string
  slug: string
  description: string | null
  whatsappNumber: string | null
  currency: string
  currencyDigits: number
  look: Look
  /** What the links of a page carry along, for a browser that runs no JavaScript and keeps no cart. */
  cart: CartLine[]
}

type ShopRow = Omit<Shop, 'look' | 'cart'> & {
  billingState: string
  themeId: string | null
  published: Record<string, unknown> | null
}

/** The store now has another slug: its pages are there. */
export class Moved extends Error {
  readonly slug: string

  constructor(slug: string) {
    super(`moved to ${slug}`)
    this.slug = slug
  }
}

/** What a shopper is told of a store that does not pay. */
export class Suspended extends Error {
  readonly shop: Shop

  constructor(shop: Shop) {
    super('store is suspended')
    this.shop = shop
  }
}

/** Whether a store may have this slug, in letters as they come: phones write the first one large. */
const isStoreSlug = (slug: string) => /^[a-z0-9-]{3,30}$/i.test(slug)

/** @throws 404, Moved, Suspended */
export async function findShop(sql: Sql, slug: string): Promise<Shop> {
  if (!isStoreSlug(slug)) throw notFound('La tienda')
  const [row] = await sql<ShopRow[]>`
    select
      stores.id, name, slug, description, whatsapp_number, currency, currency_digits, billing_state,
      themes.id as theme_id, themes.published
    from stores
    left join themes on themes.store_id = stores.id and themes.is_active
    where slug = ${slug} and deleted_at is null`
  if (!row) throw await elsewhere(sql, slug)
  if (row.billingState === 'suspended') throw new Suspended(toShop(row))
  return toShop(row)
}

/** What tells whether a page that was kept of a store is still right. `edition` changes with its settings and theme. */
export type Visit = { id: string; slug: string; catalogVersion: number; edition: string }

/** The one question of most page views, asked for all those of a turn together. @throws 404, Moved, Suspended */
export async function visitShop(sql: Sql, slug: string): Promise<Visit> {
  if (!isStoreSlug(slug)) throw notFound('La tienda')
  const visit = await visitorOf(sql)(slug)
  if (visit) return visit
  await findShop(sql, slug) // says what is the matter, unless it is over
  return visitShop(sql, slug)
}

type Visitor = (slug: string) => Promise<Visit | undefined>

const visitors = new WeakMap<Sql, Visitor>()

function visitorOf(sql: Sql): Visitor {
  const visitor = visitors.get(sql) ?? batched((slugs: string[]) => visitAll(sql, slugs))
  visitors.set(sql, visitor)
  return visitor
}

async function visitAll(sql: Sql, slugs: string[]): Promise<(Visit | undefined)[]> {
  const rows = await sql<Visit[]>`
    select
      stores.id, slug, catalog_version, concat_ws(' ', stores.updated_at, themes.id, themes.updated_at) as edition
    from stores
    left join themes on themes.store_id = stores.id and themes.is_active
    where slug = any(${[...new Set(slugs)]}::text[]) and deleted_at is null and billing_state = 'active'`
  const visits = new Map(rows.map((row) => [row.slug, row]))
  return slugs.map((slug) => visits.get(slug))
}

function toShop({ billingState: _billingState, themeId, published, ...row }: ShopRow): Shop {
  const theme = themeId && isThemeId(themeId) ? themeId : DEFAULT_THEME
  return { ...row, cart: [], look: lookOf(theme, published) }
}

async function elsewhere(sql: Sql, slug: string): Promise<Moved | ApiError> {
  const lower = slug.toLowerCase()
  if (lower !== slug) return new Moved(lower)
  const [now] = await sql<{ slug: string }[]>`
    select stores.slug
    from slug_holds
    join stores on stores.id = slug_holds.store_id
    where slug_holds.slug = ${slug} and held_until > now() and deleted_at is null`
  return now && now.slug !== slug ? new Moved(now.slug) : notFound('La tienda')
}
