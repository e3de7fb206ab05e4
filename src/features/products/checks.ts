import { t } from '../../core/texts/text.ts'
import { requireCapacity } from '../billing/plans.ts'
import type { Tx } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { checkAmount } from '../../core/values/money.ts'
import { duplicateSlug, nextSlug, slugPrefix } from '../../core/values/slug.ts'

type Amounts = { price: number; comparePrice: number | null }

/** @throws 400 on `price` or `comparePrice` */
export function checkPrices({ price, comparePrice }: Amounts, digits: number): void {
  checkAmount('price', price, digits)
  checkAmount('comparePrice', comparePrice, digits)
  if (comparePrice !== null && comparePrice <= price) {
    throw invalid('comparePrice', 'minimum', t('El precio anterior debe ser mayor que el precio'))
  }
}

/** @throws 400 on `categoryId` */
export async function requireCategory(tx: Tx, storeId: string, categoryId: string | null) {
  if (categoryId === null) return
  const [category] = await tx`select 1 from categories where store_id = ${storeId} and id = ${categoryId}`
  if (!category) throw invalid('categoryId', 'not_found', t('La categoría no existe'))
}

/** Requires the catalog lock. @throws 409 `DUPLICATE_SLUG` with a free one */
export async function requireFreeProductSlug(tx: Tx, storeId: string, slug: string) {
  const [holder] = await tx`
    select 1 from products where store_id = ${storeId} and slug = ${slug} and deleted_at is null`
  if (!holder) return
  const similar = await tx<{ slug: string }[]>`
    select slug
    from products
    where store_id = ${storeId} and deleted_at is null and starts_with(slug, ${slugPrefix(slug)})`
  throw duplicateSlug(t('otro producto'), slug, nextSlug(slug, new Set(similar.map(({ slug }) => slug))).slug)
}

/** The cap counts the active and the inactive ones. @throws 403 `PLAN_LIMIT_REACHED` */
export function requireCapacityForProduct(tx: Tx, storeId: string) {
  return requireCapacity(tx, storeId, 'products', () => countProducts(tx, storeId))
}

export async function countProducts(tx: Tx, storeId: string): Promise<number> {
  const [{ total }] = await tx<[{ total: number }]>`
    select counted(${storeId}, ${['products.active', 'products.inactive']}) as total`
  return total
}
