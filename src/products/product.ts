import type { Static } from 'typebox'
import { Type } from '../core/values/json-schema.ts'
import type { Sql } from '../core/database/db.ts'
import { etagOf } from '../core/http/etag.ts'
import { SingleLine, MultiLine, Nullable, Price, Reference } from '../core/http/schema.ts'
import { Slug } from '../core/values/slug.ts'
import { ImageUrl, NewImages, ProductImage } from './images.ts'
import { MAX_OPTIONS, Options, OptionValue, ProductOption } from './options.ts'

/** How many variants a product may have. */
export const MAX_VARIANTS = 100

/** The longest name of a variant. */
export const MAX_VARIANT_NAME = 80

/** The maximum stock of a variant. */
export const MAX_STOCK = 999_999_999

/** The fields of a product, as they may be written. */
export const writableFields = {
  name: SingleLine({ max: 120, description: 'Nombre', examples: ['Café de altura'] }),
  price: Price('Precio en la moneda de la tienda'),
  comparePrice: Nullable(Price('Precio anterior, mayor que el precio, para mostrar una rebaja')),
  description: Nullable(MultiLine({ max: 5000, description: 'Descripción' })),
  imageUrl: Nullable(
    ImageUrl('Dirección https de la imagen principal, o la de una foto subida; es la primera de `images`'),
  ),
  images: NewImages,
  categoryId: Nullable(Reference('Categoría de la misma tienda')),
  isActive: Type.Boolean({ description: 'Si se ve en el catálogo' }),
  slug: Slug('Dirección del producto dentro de la tienda; si falta al crearlo, sale del nombre'),
  options: Options,
}

/** The fields of a variant, as they may be written. */
export const writableVariantFields = {
  id: Reference('Variante que ya existe; sin id es una nueva'),
  name: SingleLine({
    max: MAX_VARIANT_NAME,
    description: 'Por ejemplo, la talla o el color',
    examples: ['500 g'],
  }),
  price: Nullable(Price('Precio propio; si es nulo o falta, es el del producto')),
  isActive: Type.Boolean({ description: 'Si se puede pedir' }),
  optionValues: Type.Array(OptionValue, {
    maxItems: MAX_OPTIONS,
    description: 'Un valor de cada opción del producto, en su orden',
    examples: [['500 g', 'En grano']],
  }),
  imageUrl: Nullable(ImageUrl('Foto propia: dirección https, o la de una foto subida a la tienda')),
  stock: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: MAX_STOCK,
      description: 'Cuántas hay; nulo si no se cuentan. Cada pedido las descuenta, y cancelarlo las devuelve',
    }),
  ),
}

const Variant = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    price: Type.Number({ description: 'El suyo, o el del producto' }),
    isActive: Type.Boolean(),
    optionValues: Type.Array(Type.String(), { description: 'Uno de cada opción del producto' }),
    imageUrl: Nullable(Type.String({ description: 'Foto propia' })),
    stock: Nullable(Type.Integer({ description: 'Cuántas hay; nulo si no se cuentan' })),
  },
  { title: 'Variant', description: 'Variante: lo que se pide' },
)

export const Product = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    description: Nullable(Type.String()),
    price: Type.Number(),
    comparePrice: Nullable(Type.Number()),
    imageUrl: Nullable(Type.String()),
    images: Type.Array(ProductImage, { description: 'Las fotos en su orden; la primera es `imageUrl`' }),
    isActive: Type.Boolean(),
    categoryId: Nullable(Type.String()),
    options: Type.Array(ProductOption, {
      description: 'En qué se distinguen las variantes, como talla y color',
    }),
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

/** A variant in its product's row. A price of null follows the product's price. */
export type StoredVariant = {
  id: string
  name: string
  price: number | null
  isActive: boolean
  /** The one variant of a product that has none. */
  isDefault: boolean
  optionValues: string[]
  imageUrl: string | null
  /** The quantity; null where it is not tracked. */
  stock: number | null
}

/** A product as it is stored, with every variant that was not removed. */
export type ProductRow = Omit<Product, 'variants'> & { variants: StoredVariant[] }

/** The columns of a `ProductRow`. The variants' table is read only where stock is tracked, because orders change it there. */
export const productColumns = (sql: Sql) => sql`
  products.id, products.name, products.slug, products.description, products.price, products.compare_price,
  products.image_url, products.images, products.is_active, products.category_id, products.options, products.created_at,
  products.updated_at,
  case when products.keeps_stock then (
    select jsonb_agg(variant || jsonb_build_object('stock', counted.stock) order by n)
    from jsonb_array_elements(products.variants) with ordinality as listed (variant, n)
    join variants as counted
      on counted.store_id = products.store_id
      and counted.product_id = products.id
      and counted.id = variant ->> 'id'
  ) else products.variants end as variants`

export function toProduct(row: ProductRow, shown: VariantsShown = 'active'): Product {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    price: row.price,
    comparePrice: row.comparePrice,
    imageUrl: row.imageUrl,
    images: row.images,
    isActive: row.isActive,
    categoryId: row.categoryId,
    options: row.options,
    variants: row.variants
      .filter(({ isActive }) => isActive || shown === 'all')
      .map(({ id, name, price, isActive, optionValues, imageUrl, stock }) => {
        return { id, name, price: price ?? row.price, isActive, optionValues, imageUrl, stock }
      }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** The ETag of a product as GET shows it. */
export const productEtag = (row: ProductRow, shown: VariantsShown = 'active') =>
  etagOf(JSON.stringify({ data: toProduct(row, shown) }))

/** The ETag of a product without its stock, which orders change: for forms that don't write the stock. */
export const etagWithoutStock = (row: ProductRow) =>
  productEtag({ ...row, variants: row.variants.map((variant) => ({ ...variant, stock: null })) }, 'all')

/** The name of the counter that a product is counted in while it is not deleted. */
export const counterOf = ({ isActive }: { isActive: boolean }) =>
  isActive ? 'products.active' : 'products.inactive'
