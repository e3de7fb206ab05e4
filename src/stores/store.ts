import Type, { type Static } from 'typebox'
import type { Sql } from '../core/database/db.ts'
import { currencies } from '../core/values/currency.ts'
import { Line, Lines, Nullable, Phone } from '../core/http/schema.ts'
import { Role } from '../team/member.ts'

/** The six settings of a store, as they may be written. */
export const storeSettings = {
  name: Line({ max: 80, description: 'Nombre de la tienda' }),
  slug: Type.String({
    minLength: 3,
    maxLength: 30,
    pattern: '^[a-z0-9-]+$',
    description: 'Dirección de la tienda: minúsculas, números y guiones',
    examples: ['cafe-antigua'],
  }),
  description: Nullable(Lines({ max: 2000, description: 'Descripción' })),
  whatsappNumber: Nullable(Phone('Número de WhatsApp que recibe los pedidos (E.164)')),
  currency: Type.Enum(currencies, { description: 'Moneda (ISO 4217)', examples: ['GTQ'] }),
  messageTemplate: Nullable(
    Lines({
      max: 1000,
      description: 'Mensaje de WhatsApp del pedido, con {{pedido}}, {{cliente}}, {{productos}}, {{total}}…',
    }),
  ),
}

/** How many free stores an account may own. */
export const MAX_FREE_STORES = 3

export const Plan = Type.Enum(['free', 'pro', 'lifetime'], { description: 'Plan de la tienda' })
export type Plan = Static<typeof Plan>

export const Store = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    description: Nullable(Type.String()),
    whatsappNumber: Nullable(Type.String()),
    currency: Type.String(),
    messageTemplate: Nullable(Type.String()),
    plan: Plan,
    billingState: Type.Enum(['active', 'suspended']),
    url: Type.String({ description: 'La tienda para quien compra' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Store', description: 'Tienda' },
)
export type Store = Static<typeof Store>

/** A store as one of its people sees it among theirs. */
export const OwnStore = Type.Object(
  { ...Store.properties, role: Role },
  { description: 'Tienda con tu papel' },
)

export type StoreRow = Omit<Store, 'url'>

/** The columns of a `StoreRow`. */
export const storeColumns = (sql: Sql) => sql`
  stores.id, stores.name, stores.slug, stores.description, stores.whatsapp_number, stores.currency,
  stores.message_template, stores.plan, stores.billing_state, stores.created_at, stores.updated_at`
export type OwnStoreRow = StoreRow & Pick<Static<typeof OwnStore>, 'role'>

export function toStore(row: StoreRow, publicUrl: string): Store {
  const { createdAt, updatedAt, ...settings } = row
  return { ...settings, url: `${publicUrl}/${row.slug}`, createdAt, updatedAt }
}

/** First segments of the service's own addresses, and names that a shopper would take for ours. */
export const RESERVED_SLUGS = new Set([
  'admin', 'api', 'app', 'www', 'help', 'ayuda', 'blog', 'login', 'status', 'static', 'assets', 'docs', 'panel', 'media',
  'llms', 'robots', 'sitemap', 'favicon', 'metrics',
]) // prettier-ignore
