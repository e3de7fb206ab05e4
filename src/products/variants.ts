import type { Tx } from '../core/database/db.ts'
import { invalid } from '../core/errors/errors.ts'
import { newId } from '../core/values/id.ts'
import { checkAmount } from '../core/values/money.ts'
import { MAX_VARIANTS, type StoredVariant } from './product.ts'

type VariantInput = Partial<Omit<StoredVariant, 'isDefault'>>

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
    if (ids.has(variant.id)) throw invalid(`variants.${n}.id`, 'duplicate', 'La variante está dos veces')
    ids.add(variant.id)
    const before = known.find(({ id }) => id === variant.id)
    if (!before) throw invalid(`variants.${n}.id`, 'not_found', 'La variante no existe en este producto')
    return changedVariant(before, variant, productPrice)
  })
  const inactiveUnsent = known.filter(({ id, isActive }) => !isActive && !ids.has(id))
  const variants = [...named, ...inactiveUnsent]
  if (variants.length > MAX_VARIANTS) {
    throw invalid('variants', 'max_items', `Un producto tiene como máximo ${MAX_VARIANTS} variantes`)
  }
  if (variants.length === 0) return [known.find(({ isDefault }) => isDefault) ?? defaultVariant()]
  return variants.every(isDefaultVariant)
    ? variants.map((each) => ({ ...each, isDefault: true }))
    : variants.map((each) => ({ ...each, isDefault: false }))
}

function newVariant({ name, ...input }: VariantInput, n: number): StoredVariant {
  if (name === undefined) throw invalid(`variants.${n}.name`, 'required', 'Este campo es obligatorio')
  const { price = null, isActive = true, optionValues = [], imageUrl = null, stock = null } = input
  return { id: newId(), name, price, isActive, isDefault: false, optionValues, imageUrl, stock }
}

// A client that sends back the price it read does not change whether the variant follows the product's price.
function changedVariant(before: StoredVariant, input: VariantInput, productPrice: number): StoredVariant {
  const after = { ...before, ...input }
  const follows = before.price === null && after.price === productPrice
  return { ...after, price: follows ? null : after.price }
}

const defaultVariant = (): StoredVariant => ({ ...newVariant({ name: DEFAULT_NAME }, 0), isDefault: true })

/** Whether the only variant is the default one: it has the default name, and nothing of its own but its stock. */
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

/** Stores the variants of products in order, and marks all others as removed. Call `lockVariants` before. */
export async function writeVariants(tx: Tx, storeId: string, products: WithVariants[]): Promise<void> {
  const rows = toRecords(products)
  await tx`
    insert into variants (
      store_id, id, product_id, name, price, is_active, is_default, position, option_values, image_url, stock
    )
    select
      ${storeId}, id, product_id, name, price, is_active, is_default, position, option_values, image_url, stock
    from jsonb_to_recordset(${tx.json(rows)}) as rows (
      id text, product_id text, name text, price numeric, is_active boolean, is_default boolean, position integer,
      option_values jsonb, image_url text, stock integer
    )
    on conflict (store_id, id) do update
    set
      name = excluded.name, price = excluded.price, is_active = excluded.is_active,
      is_default = excluded.is_default, position = excluded.position, option_values = excluded.option_values,
      image_url = excluded.image_url, stock = excluded.stock, removed_at = null`
  await tx`
    update variants
    set removed_at = statement_timestamp()
    where store_id = ${storeId}
    and product_id = any(${products.map(({ id }) => id)}::text[])
    and removed_at is null
    and id <> all(${rows.map(({ id }) => id)}::text[])`
}

function toRecords(products: WithVariants[]) {
  return products.flatMap((product) =>
    product.variants.map(({ id, name, price, isActive, isDefault, ...rest }, position) => ({
      id,
      product_id: product.id,
      name,
      price,
      is_active: isActive,
      is_default: isDefault,
      position,
      option_values: rest.optionValues,
      image_url: rest.imageUrl,
      stock: rest.stock,
    })),
  )
}
