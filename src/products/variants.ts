import type { Tx } from '../core/database/db.ts'
import { invalid } from '../core/errors/errors.ts'
import { newId } from '../core/values/id.ts'
import { checkAmount } from '../core/values/money.ts'
import { MAX_VARIANTS, type StoredVariant } from './product.ts'

type VariantInput = { id?: string; name?: string; price?: number | null; isActive?: boolean }

/** The default variant has this name, and shoppers see it nowhere. */
const DEFAULT_NAME = 'Única'

/**
 * The variants of a product once `input` has replaced the `known` ones: those named by id are changed, those without one
 * are new, active ones that are missing go, inactive ones that are missing stay. A product without any has its default.
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
  const unmentioned = known.filter(({ id, isActive }) => !isActive && !ids.has(id))
  const variants = [...named, ...unmentioned]
  if (variants.length > MAX_VARIANTS) {
    throw invalid('variants', 'max_items', `Un producto tiene como máximo ${MAX_VARIANTS} variantes`)
  }
  if (variants.length === 0) return [known.find(({ isDefault }) => isDefault) ?? defaultVariant()]
  return variants.every(isStillDefault) ? variants : variants.map((each) => ({ ...each, isDefault: false }))
}

function newVariant({ name, price = null, isActive = true }: VariantInput, n: number): StoredVariant {
  if (name === undefined) throw invalid(`variants.${n}.name`, 'required', 'Este campo es obligatorio')
  return { id: newId(), name, price, isActive, isDefault: false }
}

// A variant that follows the product's price and is sent back with that price goes on following it.
function changedVariant(before: StoredVariant, input: VariantInput, productPrice: number): StoredVariant {
  const { name = before.name, price = before.price, isActive = before.isActive } = input
  const follows = before.price === null && price === productPrice
  return { ...before, name, price: follows ? null : price, isActive }
}

const defaultVariant = (): StoredVariant => {
  return { id: newId(), name: DEFAULT_NAME, price: null, isActive: true, isDefault: true }
}

/** A default variant that is named in a change becomes one like others as soon as it has something of its own. */
function isStillDefault(variant: StoredVariant, _n: number, { length }: StoredVariant[]): boolean {
  const { isDefault, name, price, isActive } = variant
  return length === 1 && isDefault && name === DEFAULT_NAME && price === null && isActive
}

/** @throws 400 on a price with more digits than the currency has */
export function checkVariantPrices(variants: VariantInput[], digits: number): void {
  variants.forEach(({ price }, n) => checkAmount(`variants.${n}.price`, price, digits))
}

/** Stores the variants of products, in their order; the ones that are not among them are removed. */
export async function writeVariants(
  tx: Tx,
  storeId: string,
  products: { id: string; variants: StoredVariant[] }[],
): Promise<void> {
  const rows = products.flatMap((product) =>
    product.variants.map(({ id, name, price, isActive, isDefault }, position) => {
      return { id, product_id: product.id, name, price, is_active: isActive, is_default: isDefault, position }
    }),
  )
  await tx`
    insert into variants (store_id, id, product_id, name, price, is_active, is_default, position)
    select ${storeId}, id, product_id, name, price, is_active, is_default, position
    from jsonb_to_recordset(${tx.json(rows)}) as rows (
      id text, product_id text, name text, price numeric, is_active boolean, is_default boolean, position integer
    )
    on conflict (store_id, id) do update
    set
      name = excluded.name, price = excluded.price, is_active = excluded.is_active,
      is_default = excluded.is_default, position = excluded.position`
  await tx`
    update variants
    set removed_at = clock_timestamp()
    where store_id = ${storeId}
    and product_id = any(${products.map(({ id }) => id)}::text[])
    and removed_at is null
    and id <> all(${rows.map(({ id }) => id)}::text[])`
}
