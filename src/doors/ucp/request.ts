import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { fold } from '../../core/values/text.ts'
import type { Category } from '../../features/catalog/catalog.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import type { Message } from './operation.ts'
import { toMinor } from './amount.ts'

/** What every body may say beside what it asks for. It is accepted and, but for the currency, not used. */
export const hints = {
  context: Type.Optional(
    Type.Object({
      currency: Type.Optional(Type.String()),
      language: Type.Optional(Type.String()),
      intent: Type.Optional(Type.String()),
      address_country: Type.Optional(Type.String()),
      address_region: Type.Optional(Type.String()),
      postal_code: Type.Optional(Type.String()),
    }),
  ),
  signals: Type.Optional(Type.Object({})),
  attribution: Type.Optional(Type.Record(Type.String(), Type.String())),
}

const Amount = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

export const Filters = Type.Object({
  categories: Type.Optional(
    Type.Array(Type.String(), { description: 'Nombre, slug o id de categorías: cualquiera de ellas' }),
  ),
  price: Type.Optional(
    Type.Object({
      min: Amount('Precio mínimo, en unidades menores de la moneda'),
      max: Amount('Precio máximo'),
    }),
  ),
})
type Filters = Static<typeof Filters>
type Narrowing = { filters?: Filters; context?: { currency?: string } }

/** Bounds of the price in minor units; none, with a message, where they are of another currency than the shop's. */
export function priceBounds({ currency }: Shop, { filters = {}, context = {} }: Narrowing) {
  const { min = 0, max = Infinity } = filters.price ?? {}
  const other = context.currency && context.currency.toUpperCase() !== currency ? context.currency : null
  if (!filters.price || other === null) return { min, max, messages: [] }
  const message: Message = {
    type: 'warning',
    code: 'price_filter_ignored',
    content: `Los precios son en ${currency}: el filtro en ${other} no se aplicó`,
    path: '$.filters.price',
  }
  return { min: 0, max: Infinity, messages: [message] }
}

/** Every category that shoppers may see, whether it has something to show or not. */
export const listCategories = (sql: Sql, storeId: string) => sql<Category[]>`
  select id, name, slug from categories where store_id = ${storeId} and is_active`

/** The ids of the categories that are named by name, slug or id; null where none is asked for. */
export function categoryIds(categories: Category[], { filters = {} }: Narrowing): string[] | null {
  if (!filters.categories?.length) return null
  const asked = new Set(filters.categories.flatMap((text) => [text, fold(text)]))
  return categories
    .filter(({ id, name, slug }) => asked.has(id) || asked.has(slug) || asked.has(fold(name)))
    .map(({ id }) => id)
}

/** Whether an amount, of null where the price is on request, is within bounds in minor units. */
export function isWithin(
  shop: Shop,
  price: number | null,
  { min, max }: { min: number; max: number },
): boolean {
  const amount = toMinor(shop, price ?? 0)
  return amount >= min && amount <= max
}
