import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../core/database/db.ts'
import { savedIdentifier } from '../connections/fields.ts'
import { misdirected, notFound, type ApiError } from '../../core/errors/errors.ts'
import { scheduleOf, type Hours, type Schedule } from '../hours/hours.ts'
import { pathHere, shopHost, type Addressed } from '../stores/address.ts'
import type { Language } from '../../core/texts/language.ts'
import type { CartLine } from './address.ts'
import { DEFAULT_THEME, isThemeId, themeSettingsOf, type ThemeSettings } from '../themes/theme.ts'
import { t } from '../../core/texts/text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages that are open at the shop's address here load it, or the panel's: it does not redirect to the shop's own domain. */
    staysHere?: boolean
  }
}

export type Trackers = { meta: string | null; google: string | null }

export type Shop = {
  id: string
  name: string
  slug: string
  domain: string | null
  /** What the page's links within the shop begin with: empty on its own domain, else the slug. */
  base: string
  /** Where the service's own pages are: empty on its hosts. */
  serviceUrl: string
  description: string | null
  /** Of what shoppers read. */
  language: Language
  whatsappNumber: string | null
  currency: string
  currencyDigits: number
  timeZone: string
  schedule: Schedule
  closedMessage: string | null
  ordersWhileClosed: boolean
  closedForOrders: boolean
  address: string | null
  instagram: string | null
  minimumOrder: number | null
  freeShippingFrom: number | null
  /** What a price of 0 means: `Gratis`, or `Consultar precio`. */
  zeroPrice: 'free' | 'ask'
  themeSettings: ThemeSettings
  /** The owner's analytics accounts, used for shoppers who agreed. */
  trackers: Trackers
  cart: CartLine[]
}

type ShopRow = Omit<
  Shop,
  'base' | 'serviceUrl' | 'themeSettings' | 'trackers' | 'cart' | 'timeZone' | 'schedule'
> & {
  connected: Record<string, Record<string, unknown>> | null
  hours: Hours | null
  timeZone: string | null
  closedUntil: string | null
  billingState: string
  themeId: string | null
  published: Record<string, unknown> | null
}

/** The store's pages are at another address: it has another slug now, or a domain of its own. */
export class StoreMoved extends Error {
  readonly store: Addressed

  constructor(store: Addressed) {
    super(`moved to ${store.domain ?? store.slug}`)
    this.store = store
  }
}

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

export async function visitedShop(request: FastifyRequest): Promise<Shop> {
  const { slug } = request.params as { slug: string }
  const shop = await findShop(request.sql, slug)
  requireOwnAddress(request, shop)
  return request.domainStore ? onItsDomain(shop, request) : shop
}

export const onItsDomain = (shop: Shop, { server }: FastifyRequest): Shop => ({
  ...shop,
  base: '',
  serviceUrl: server.publicUrl,
})

/** Forms that were open at the address here still post. @throws StoreMoved, 421 on a domain that has closed meanwhile */
export function requireOwnAddress(request: FastifyRequest, store: Addressed) {
  const { method, domainStore, headers, server } = request
  const host = shopHost(server, store)
  if (domainStore && host === null) throw misdirected()
  if (host === (domainStore?.domain ?? null) || method !== 'GET') return
  if (headers['sec-fetch-dest'] === 'empty') return // a script of a page that is open here can't follow to another host
  if (!request.routeOptions.config.staysHere) throw new StoreMoved(store)
}

/** @throws 404, StoreMoved, StoreSuspended */
export async function findShop(sql: Sql, slug: string): Promise<Shop> {
  if (!isStoreSlug(slug)) throw notFound(t('La tienda'))
  const [row] = await sql<ShopRow[]>`
    select
      stores.id, name, stores.slug, domain, description, language, whatsapp_number, currency, currency_digits, billing_state,
      hours, time_zone, closed_until, closed_message, orders_while_closed, closed_for_orders, address, instagram, minimum_order,
      free_shipping_from, zero_price,
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
    base: pathHere(row, ''),
    serviceUrl: '',
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
  const [now] = await sql<Addressed[]>`
    select stores.slug, domain
    from slugs
    join stores on stores.id = slugs.store_id
    where slugs.slug = ${slug.toLowerCase()} and (held_until is null or held_until > now()) and deleted_at is null`
  return now && now.slug !== slug ? new StoreMoved(now) : notFound(t('La tienda'))
}
