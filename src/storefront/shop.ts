import type { Sql } from '../core/database/db.ts'
import { savedIdentifier } from '../connections/fields.ts'
import { notFound, type ApiError } from '../core/errors/errors.ts'
import { scheduleOf, type Hours, type Schedule } from '../hours/hours.ts'
import type { CartLine } from './address.ts'
import { DEFAULT_THEME, isThemeId, themeSettingsOf, type ThemeSettings } from '../themes/theme.ts'

export type Trackers = { meta: string | null; google: string | null }

/** A store as its shoppers see it. */
export type Shop = {
  id: string
  name: string
  slug: string
  description: string | null
  whatsappNumber: string | null
  currency: string
  currencyDigits: number
  timeZone: string
  schedule: Schedule
  closedMessage: string | null
  ordersWhileClosed: boolean
  address: string | null
  instagram: string | null
  minimumOrder: number | null
  freeShippingFrom: number | null
  themeSettings: ThemeSettings
  /** The owner's analytics accounts, used for shoppers who agreed. */
  trackers: Trackers
  /** The cart that links carry, for browsers without JavaScript. */
  cart: CartLine[]
}

type ShopRow = Omit<Shop, 'themeSettings' | 'trackers' | 'cart' | 'timeZone' | 'schedule'> & {
  connected: Record<string, Record<string, unknown>> | null
  hours: Hours | null
  timeZone: string | null
  closedUntil: string | null
  billingState: string
  themeId: string | null
  published: Record<string, unknown> | null
}

/** The store has moved to another slug. */
export class StoreMoved extends Error {
  readonly slug: string

  constructor(slug: string) {
    super(`moved to ${slug}`)
    this.slug = slug
  }
}

/** The store is suspended. */
export class StoreSuspended extends Error {
  readonly shop: Shop

  constructor(shop: Shop) {
    super('store is suspended')
    this.shop = shop
  }
}

/** The product is not on sale at the moment. */
export class ProductPaused extends Error {
  readonly shop: Shop

  constructor(shop: Shop) {
    super('product is paused')
    this.shop = shop
  }
}

/** Whether a store may have this slug, in upper or lower case: phones capitalise the first letter. */
export const isStoreSlug = (slug: string) => /^[a-z0-9-]{3,30}$/i.test(slug)

/** @throws 404, StoreMoved, StoreSuspended */
export async function findShop(sql: Sql, slug: string): Promise<Shop> {
  if (!isStoreSlug(slug)) throw notFound('La tienda')
  const [row] = await sql<ShopRow[]>`
    select
      stores.id, name, stores.slug, description, whatsapp_number, currency, currency_digits, billing_state,
      hours, time_zone, closed_until, closed_message, orders_while_closed, address, instagram, minimum_order,
      free_shipping_from,
      themes.id as theme_id, themes.published,
      (
        select jsonb_object_agg(id, settings)
        from connections
        where connections.store_id = stores.id and connections.id in ('meta_pixel', 'google_analytics') and not is_paused
      ) as connected
    from slugs
    join stores on stores.id = slugs.store_id
    left join themes on themes.store_id = stores.id and themes.is_active
    where slugs.slug = ${slug} and held_until is null and deleted_at is null`
  if (!row) throw await movedOrNotFound(sql, slug)
  if (row.billingState === 'suspended') throw new StoreSuspended(toShop(row))
  return toShop(row)
}

function toShop({
  billingState: _state,
  themeId,
  published,
  connected,
  hours,
  closedUntil,
  ...row
}: ShopRow): Shop {
  const theme = themeId && isThemeId(themeId) ? themeId : DEFAULT_THEME
  const schedule = scheduleOf({ ...row, hours, closedUntil })
  return {
    ...row,
    timeZone: schedule.timeZone,
    schedule,
    cart: [],
    themeSettings: themeSettingsOf(theme, published),
    trackers: {
      meta: savedIdentifier('meta_pixel', connected?.['meta_pixel']),
      google: savedIdentifier('google_analytics', connected?.['google_analytics']),
    },
  }
}

async function movedOrNotFound(sql: Sql, slug: string): Promise<StoreMoved | ApiError> {
  const lower = slug.toLowerCase()
  if (lower !== slug) return new StoreMoved(lower)
  const [now] = await sql<{ slug: string }[]>`
    select stores.slug
    from slugs
    join stores on stores.id = slugs.store_id
    where slugs.slug = ${slug} and held_until > now() and deleted_at is null`
  return now && now.slug !== slug ? new StoreMoved(now.slug) : notFound('La tienda')
}
