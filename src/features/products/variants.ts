import { t } from '../../core/texts/text.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { checkAmount } from '../../core/values/money.ts'
import { storedAs } from '../../core/resources/field.ts'
import { sparseFields, variantFields } from './fields.ts'
import { MAX_VARIANTS, type Product, type StoredVariant } from './product.ts'

type VariantInput = Partial<Omit<Product['variants'][number], 'price'>> & { price?: number | null }

/** The name of default variants, which shoppers are never shown. */
export const DEFAULT_NAME = 'Única'

/**
 * Replaces the `known` variants of a product by `input`: variants with an id are changed, those without one are added, active
 * ones that are missing are removed, inactive ones that are missing stay. A product without variants has its default one.
 * @throws 400 on `variants.N.id`, `variants.N.name` or `variants`
 */
export function replaceVariants(
  known: StoredVariant[],
  input: VariantInput[],
  productPrice: number,
): StoredVariant[] {
  const ids = new Set<string>()
  const named = input.map((variant, n) => {
    if (variant.id === undefined) return newVariant(variant, n)
    if (ids.has(variant.id)) throw invalid(`variants.${n}.id`, 'duplicate', t('La variante está dos veces'))
    ids.add(variant.id)
    const before = known.find(({ id }) => id === variant.id)
    if (!before) throw invalid(`variants.${n}.id`, 'not_found', t('La variante no existe en este producto'))
    return changedVariant(before, variant, productPrice)
  })
  const inactiveUnsent = known.filter(({ id, isActive }) => !isActive && !ids.has(id))
  const variants = [...named, ...inactiveUnsent]
  if (variants.length > MAX_VARIANTS) {
    throw invalid(
      'variants',
      'max_items',
      t('Un producto tiene como máximo {max} variantes', { max: MAX_VARIANTS }),
    )
  }
  if (variants.length === 0) return [known.find(({ isDefault }) => isDefault) ?? defaultVariant()]
  return variants.every(isDefaultVariant)
    ? variants.map((each) => ({ ...each, isDefault: true }))
    : variants.map((each) => ({ ...each, isDefault: false }))
}

const initialVariant = { price: null, isActive: true, optionValues: [], imageUrl: null, stock: null }

function newVariant({ name, ...input }: VariantInput, n: number): StoredVariant {
  if (name === undefined) throw invalid(`variants.${n}.name`, 'required', t('Este campo es obligatorio'))
  return withoutEmpty({ ...initialVariant, ...input, id: newId(), name, isDefault: false })
}

// A client that sends back the price it read does not change whether the variant follows the product's price.
function changedVariant(before: StoredVariant, input: VariantInput, productPrice: number): StoredVariant {
  const after = withoutEmpty({ ...before, ...input })
  const follows = before.price === null && after.price === productPrice
  return { ...after, price: follows ? null : after.price }
}

type WithEmpty = {
  [Name in keyof StoredVariant]: StoredVariant[Name] | (undefined extends StoredVariant[Name] ? null : never)
}

const withoutEmpty = (variant: WithEmpty) =>
  Object.fromEntries(
    Object.entries(variant).filter(
      ([name, value]) => !sparseFields.includes(name) || (value !== null && !isDeepStrictEqual(value, [])),
    ),
  ) as StoredVariant

const defaultVariant = (): StoredVariant => ({ ...newVariant({ name: DEFAULT_NAME }, 0), isDefault: true })

function isDefaultVariant(variant: StoredVariant, _n: number, { length }: StoredVariant[]): boolean {
  const { name, price, isActive, optionValues } = variant
  return length === 1 && name === DEFAULT_NAME && price === null && isActive && optionValues.length === 0
}

/** @throws 400 on a price with more digits than the currency has */
export function checkVariantPrices(variants: VariantInput[], digits: number): void {
  variants.forEach(({ price }, n) => checkAmount(`variants.${n}.price`, price, digits))
}

/**
 * Locks the variants of products, whose stock orders change, until the transaction ends: all at once and in the order of their
 * ids, as orders lock them. Call it once in a transaction, before the products are read that are to be changed.
 */
export async function lockVariants(tx: Tx, storeId: string, productIds: string[]): Promise<void> {
  await tx`
    select 1
    from variants
    where store_id = ${storeId} and product_id = any(${productIds}::text[])
    order by id
    for no key update`
}

type WithVariants = { id: string; variants: StoredVariant[] }

const stored = [
  ...storedAs(variantFields),
  { name: 'isDefault', column: 'is_default', type: 'boolean' },
  { name: 'position', column: 'position', type: 'integer' },
]
const columns = stored.map(({ column }) => column).join(', ')
const assignments = stored.map(({ column }) => `${column} = excluded.${column}`).join(', ')
const recordColumns = stored.map(({ column, type }) => `${column} ${type}`).join(', ')

/** Stores the variants of products in order, and marks all others as removed. Call `lockVariants` before. */
export async function writeVariants(tx: Tx, storeId: string, products: WithVariants[]): Promise<void> {
  const rows = products.flatMap(toRecords)
  await tx`
    insert into variants (store_id, id, product_id, ${tx.unsafe(columns)})
    select ${storeId}, id, product_id, ${tx.unsafe(columns)}
    from jsonb_to_recordset(${tx.json(rows)}) as rows (id text, product_id text, ${tx.unsafe(recordColumns)})
    on conflict (store_id, id) do update set ${tx.unsafe(assignments)}, removed_at = null`
  await tx`
    update variants
    set removed_at = statement_timestamp()
    where store_id = ${storeId}
    and product_id = any(${products.map(({ id }) => id)}::text[])
    and removed_at is null
    and id <> all(${rows.map(({ id }) => id)}::text[])`
}

const toRecords = (product: WithVariants) =>
  product.variants.map((variant, position) => {
    const values: Record<string, unknown> = { ...variant, position }
    return {
      id: variant.id,
      product_id: product.id,
      ...Object.fromEntries(stored.map(({ name, column }) => [column, values[name]])),
    }
  })
