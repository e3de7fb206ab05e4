import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { lacksChoices } from '../products/lacks-choices.ts'
import { shopUrl, type Addressed, type Addresses } from '../stores/address.ts'

/** A variant that somebody waits for, which shoppers see, of a store that is open. */
export type Wanted = {
  storeId: string
  variantId: string
  name: string
  productSlug: string
  isDefault: boolean
  /** Null where it is not counted. */
  stock: number | null
  isAvailable: boolean
  store: Addressed & { name: string; language: Language }
}

type VariantKey = Pick<Wanted, 'storeId' | 'variantId'>

/** Two statements, because stores stay on one server. */
export async function findWanted(sql: Sql, { storeId, variantId }: VariantKey): Promise<Wanted | undefined> {
  const [store] = await sql<Wanted['store'][]>`
    select name, slug, domain, language
    from stores
    where id = ${storeId} and deleted_at is null and billing_state = 'active'`
  if (!store) return undefined
  const [variant] = await sql<Omit<Wanted, 'store'>[]>`
    select
      variants.store_id, variants.id as variant_id, products.slug as product_slug, is_default, stock,
      concat_ws(', ', products.name, case when not is_default then variants.name end) as name,
      ${isAvailable(sql)} as is_available
    from variants
    join products on products.store_id = variants.store_id and products.id = product_id
    where variants.store_id = ${storeId} and variants.id = ${variantId}
    and ${isShown(sql)}`
  return variant && { ...variant, store }
}

/** Whether shoppers see it: of `variants` with its row of `products`. */
const isShown = (sql: Sql) => sql`(
  products.is_active and products.deleted_at is null and variants.is_active and variants.removed_at is null
)`

/** As the pages show it: of `variants` with its row of `products`. */
export const isAvailable = (sql: Sql) => sql`(
  ${isShown(sql)}
  and coalesce(stock > 0, true) and not ${lacksChoices(sql)}
)`

export const wantedUrl = (service: Addresses, { store, productSlug, variantId, isDefault }: Wanted) =>
  shopUrl(service, store, `/p/${productSlug}${isDefault ? '' : `?opcion=${variantId}`}`)
