import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { etagOf } from '../../core/http/etag.ts'
import { Reference } from '../../core/http/schema.ts'
import { shownOf, storedAs, writableOf, type ValuesOf } from '../../core/resources/field.ts'
import type { TextField } from './field.ts'
import { productFields, variantFields } from './fields.ts'
import type { QuantityPrice } from './quantity-fields.ts'

export const MAX_VARIANTS = 100

export const writableFields = writableOf(productFields)

export const writableVariantFields = {
  id: Reference('Variante que ya existe; sin id es una nueva'),
  ...writableOf(variantFields),
}

const Variant = Type.Object(
  { id: Type.String(), ...shownOf(variantFields) },
  { title: 'Variant', description: 'Variante: lo que se pide' },
)

export const Product = Type.Object(
  {
    id: Type.String(),
    ...shownOf(productFields),
    variants: Type.Array(Variant, {
      description:
        'Las activas; un producto sin variantes tiene una, llamada «Única», que sigue al precio del producto',
    }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Product', description: 'Producto' },
)
export type Product = Static<typeof Product>

/** Which variants a read shows: the active ones, or the inactive ones too. */
export const VariantsShown = Type.Enum(['active', 'all'], {
  default: 'active',
  description: 'active: solo las variantes activas; all: todas',
})
export type VariantsShown = Static<typeof VariantsShown>

type VariantValues = ValuesOf<typeof variantFields>
type VariantText = TextField<typeof variantFields>

/** A price of null follows the product's. A text that is null is absent, as is an empty list: older rows look like the others. */
export type StoredVariant = Omit<VariantValues, 'price' | 'quantityPrices' | VariantText> & {
  id: string
  price: number | null
  isDefault: boolean
  quantityPrices?: QuantityPrice[]
} & { [Name in VariantText]?: string }

export type ProductRow = Omit<Product, 'variants'> & { variants: StoredVariant[] }

const storedColumns = storedAs(productFields)
  .map(({ column }) => `products.${column}`)
  .join(', ')

/** The columns of a `ProductRow`. The variants' table is read only where stock is counted, because orders change it there. */
export const productColumns = (sql: Sql) => sql`
  products.id, ${sql.unsafe(storedColumns)}, products.created_at, products.updated_at,
  case when products.keeps_stock then (
    select jsonb_agg(variant || jsonb_build_object('stock', counted.stock) order by n)
    from jsonb_array_elements(products.variants) with ordinality as listed (variant, n)
    join variants as counted
      on counted.store_id = products.store_id
      and counted.product_id = products.id
      and counted.id = variant ->> 'id'
  ) else products.variants end as variants`

const productNames = Object.keys(productFields) as (keyof typeof productFields)[]
const variantNames = Object.keys(variantFields) as (keyof typeof variantFields)[]

export function toProduct(row: ProductRow, shown: VariantsShown = 'active'): Product {
  return {
    id: row.id,
    ...pick(row, productNames),
    variants: row.variants
      .filter(({ isActive }) => isActive || shown === 'all')
      .map((variant) => toVariant(variant, row.price)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** A variant as the API shows it. @param ofProduct the price of its product */
export function toVariant(variant: StoredVariant, ofProduct: number): Product['variants'][number] {
  return {
    id: variant.id,
    ...pick(variant, variantNames),
    price: variant.price ?? ofProduct,
    quantityPrices: variant.quantityPrices ?? [],
  } as VariantValues & {
    id: string
  }
}

const pick = <T extends object, Name extends string>(row: T, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name as never] ?? null])) as unknown as Pick<
    T,
    Name & keyof T
  >

/** The ETag of all that a form writes of a product: not of what its groups of modifiers offer. */
export const formEtag = (row: ProductRow) => etagOf(JSON.stringify({ data: toProduct(row, 'all') }))

/** A product's version without its stock, which orders change: for forms that don't write the stock. */
export const formEtagWithoutStock = (row: ProductRow) =>
  formEtag({ ...row, variants: row.variants.map((variant) => ({ ...variant, stock: null })) })

/** The name of the counter that a product is counted in while it is not deleted. */
export const counterOf = ({ isActive }: { isActive: boolean }) =>
  isActive ? 'products.active' : 'products.inactive'
