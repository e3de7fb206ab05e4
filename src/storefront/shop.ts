import type { Sql } from '../core/db.ts'
import { notFound, type ApiError } from '../core/errors.ts'
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
  isSuspended: boolean
  catalogVersion: number
  /** Changes with the store's settings and its theme. */
  edition: string
  look: Look
}

type ShopRow = Omit<Shop, 'isSuspended' | 'edition' | 'look'> & {
  billingState: string
  updatedAt: string
  themeId: string | null
  published: Record<string, unknown> | null
  themeUpdatedAt: string | null
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

/** The one query of every page view. @throws 404, Moved, Suspended */
export async function findShop(sql: Sql, slug: string): Promise<Shop> {
  const [row] = await sql<ShopRow[]>`
    select
      stores.id, name, slug, description, whatsapp_number, currency, currency_digits, billing_state, catalog_version,
      stores.updated_at, themes.id as theme_id, themes.published, themes.updated_at as theme_updated_at
    from stores
    left join themes on themes.store_id = stores.id and themes.is_active
    where slug = ${slug} and deleted_at is null`
  if (!row) throw await elsewhere(sql, slug)
  const shop = toShop(row)
  if (shop.isSuspended) throw new Suspended(shop)
  return shop
}

function toShop({ billingState, updatedAt, themeId, published, themeUpdatedAt, ...row }: ShopRow): Shop {
  const theme = themeId && isThemeId(themeId) ? themeId : DEFAULT_THEME
  return {
    ...row,
    isSuspended: billingState === 'suspended',
    edition: `${updatedAt} ${theme} ${themeUpdatedAt ?? ''}`,
    look: lookOf(theme, published),
  }
}

async function elsewhere(sql: Sql, slug: string): Promise<Moved | ApiError> {
  const [now] = await sql<{ slug: string }[]>`
    select stores.slug
    from slug_holds
    join stores on stores.id = slug_holds.store_id
    where slug_holds.slug = ${slug} and held_until > now() and deleted_at is null`
  return now && now.slug !== slug ? new Moved(now.slug) : notFound('La tienda')
}
