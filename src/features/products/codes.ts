import { t } from '../../core/texts/text.ts'
import type { Sql } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import type { ProductRow, StoredVariant } from './product.ts'

type Coded = Pick<ProductRow, 'id' | 'sku' | 'gtin'> & {
  variants: Pick<StoredVariant, 'id' | 'sku' | 'gtin'>[]
}

function codesOf(name: 'sku' | 'gtin', row: Coded) {
  const ofVariants = row.variants.map((variant, n) => ({
    field: `variants.${n}.${name}`,
    variantId: variant.id,
    code: variant[name],
  }))
  return [{ field: name, variantId: null, code: row[name] }, ...ofVariants].flatMap(({ code, ...rest }) =>
    code ? [{ ...rest, code }] : [],
  )
}

export const skusOf = (row: Coded): string[] => codesOf('sku', row).map(({ code }) => code)

/** @throws 400 on a `gtin` whose check digit is wrong */
export function checkGtins(row: Coded): void {
  const wrong = codesOf('gtin', row).find(({ code }) => !isGtin(code))
  if (wrong) throw invalid(wrong.field, 'invalid', t('No es un código de barras: una de sus cifras está mal'))
}

/** Whether these are the digits of a GTIN, of which the last one checks the others. */
export function isGtin(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false
  const sum = code
    .split('')
    .toReversed()
    .reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

type SkuHolder = { sku: string; productId: string; variantId: string | null }

/** The products that are not deleted, and the variants that are not removed, that have one of these SKUs. */
export async function findSkuHolders(sql: Sql, storeId: string, skus: string[]): Promise<SkuHolder[]> {
  if (skus.length === 0) return []
  return sql<SkuHolder[]>`
    select sku, id as product_id, null as variant_id
    from products
    where store_id = ${storeId} and deleted_at is null and sku = any(${skus}::text[])
    union all
    select variants.sku, product_id, variants.id
    from variants
    join products on products.store_id = variants.store_id and products.id = product_id and deleted_at is null
    where variants.store_id = ${storeId} and removed_at is null and variants.sku = any(${skus}::text[])`
}

/** Requires the catalog lock. @throws 409 `DUPLICATE_SKU` with the `field`, and the product or variant that has it */
export async function requireUniqueSkus(sql: Sql, storeId: string, rows: Coded[]): Promise<void> {
  const holders = await findSkuHolders(sql, storeId, rows.flatMap(skusOf))
  const bySku = Map.groupBy(holders, ({ sku }) => sku)
  for (const row of rows) {
    for (const { field, variantId, code } of codesOf('sku', row).toReversed()) {
      const other = bySku
        .get(code)
        ?.find((holder) => holder.productId !== row.id || holder.variantId !== variantId)
      if (other) throw duplicateSku(field, other, other.productId === row.id)
    }
  }
}

function duplicateSku(field: string, { sku, productId, variantId }: SkuHolder, isOwn: boolean) {
  const taken =
    variantId === null
      ? t('El SKU {sku} ya lo tiene otro producto', { sku })
      : t('El SKU {sku} ya lo tiene otra variante', { sku })
  const message = isOwn ? t('El SKU {sku} está dos veces en este producto', { sku }) : taken
  return conflict('DUPLICATE_SKU', message, { field, sku, productId, variantId })
}
