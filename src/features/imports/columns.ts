import { t, wordingIn, type Localized, type Wording } from '../../core/texts/text.ts'
import type { FileFormat, TextField } from '../products/field.ts'
import { quantityFields } from '../products/quantity-fields.ts'
import { productFields, productTexts, variantFields, variantTexts } from '../products/fields.ts'

export const EXPORT_FORMATS = ['vitrina', 'shopify'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export type ProductText = TextField<typeof productFields>
export type VariantText = TextField<typeof variantFields>

/** The field of a variant's own column in our format: `variantSku`. */
export const variantCell = <Name extends VariantText>(name: Name) =>
  `variant${name[0]!.toUpperCase()}${name.slice(1)}` as `variant${Capitalize<Name>}`

/**
 * What a column may hold: its label for people, its header in files of each format that has it, and other headers by which it is
 * recognised, the better known ones first. `only`: it is recognised in that format alone, where its header means something else
 * in others.
 */
export type Column = {
  label: Wording
  others?: readonly string[]
  only?: FileFormat | 'wix' | 'prestashop'
} & {
  [Name in FileFormat]?: string
}

/** In the order in which exports have them. */
const declared = {
  id: { label: t('Id del producto'), vitrina: 'Id', feed: 'id', others: ['Product ID'] },
  kind: { label: t('Tipo de fila'), woocommerce: 'Type', others: ['Tipo'], only: 'woocommerce' },
  slug: {
    label: t('Dirección (slug)'), vitrina: 'Slug', shopify: 'Handle', tiendanube: 'Identificador de URL',
    woocommerce: 'Meta: vitrina_slug', others: ['URL handle', 'Identificador URL'],
  },
  name: {
    label: t('Nombre'), vitrina: 'Nombre', shopify: 'Title', tiendanube: 'Nombre', woocommerce: 'Name', feed: 'title',
    others: ['Título', 'Nome', 'Nombre del producto', 'Product name', 'Producto'],
  },
  description: {
    label: t('Descripción'), vitrina: 'Descripción', shopify: 'Body (HTML)', tiendanube: 'Descripción', woocommerce: 'Description',
    feed: 'description', others: ['Descrição'],
  },
  shortDescription: {
    label: t('Descripción corta'), others: ['Short description', 'Descrição curta', 'Breve descripción'],
  },
  price: {
    label: t('Precio'), vitrina: 'Precio', shopify: 'Variant Price', tiendanube: 'Precio', woocommerce: 'Regular price', feed: 'price',
    others: ['Precio normal', 'Precio regular', 'Preço normal', 'Preço', 'Precio de venta'],
  },
  salePrice: {
    label: t('Precio rebajado'), tiendanube: 'Precio promocional', woocommerce: 'Sale price', feed: 'sale_price',
    others: ['Precio de oferta', 'Preço promocional'],
  },
  saleStarts: {
    label: t('Inicio de la oferta'),
    others: ['Date sale price starts', 'Día en que empieza el precio rebajado', 'Data de preço promocional começa em'],
  },
  saleEnds: {
    label: t('Fin de la oferta'),
    others: ['Date sale price ends', 'Día en que termina el precio rebajado', 'Data de preço promocional termina em'],
  },
  saleDates: { label: t('Fechas de la oferta'), others: ['sale_price_effective_date'] },
  comparePrice: {
    label: t('Precio anterior'), vitrina: 'Precio anterior', shopify: 'Variant Compare At Price',
    others: ['Compare-at price', 'comparePrice'],
  },
  category: {
    label: t('Categoría'), vitrina: 'Categoría', shopify: 'Type', tiendanube: 'Categorías', woocommerce: 'Categories',
    feed: 'product_type', others: ['Category', 'Product category', 'google_product_category', 'fb_product_category'],
  },
  modifierGroups: { label: t('Extras'), vitrina: 'Extras', only: 'vitrina' },
  groupDefinitions: { label: t('Opciones de los extras'), vitrina: 'Opciones de los extras', only: 'vitrina' },
  isActive: {
    label: t('Visible'), vitrina: 'Visible', shopify: 'Published', tiendanube: 'Mostrar en tienda', woocommerce: 'Published',
    others: ['Published on online store', 'Publicado', 'isActive', 'Activo', 'Activa', 'Active', 'Ativo', 'Habilitado'],
  },
  status: {
    label: t('Estado'), shopify: 'Status', feed: 'status',
    others: [
      'Visibility in catalog', 'Visibilidad en el catálogo', 'Visibilidade no catálogo', 'Visibilidad', 'Visibility', 'Visibilidade',
    ],
  },
  images: {
    label: t('Fotos'), vitrina: 'Fotos', shopify: 'Image Src', woocommerce: 'Images', feed: 'image_link',
    others: ['Product image URL', 'Imágenes', 'Imagens', 'Imagen', 'Foto', 'Image URL', 'imageUrl', 'Image'],
  },
  moreImages: { label: t('Más fotos'), feed: 'additional_image_link' },
  imageAlts: {
    label: t('Textos de las fotos'), vitrina: 'Textos de las fotos', shopify: 'Image Alt Text', others: ['Alt'],
  },
  imagePosition: { label: t('Lugar de la foto'), shopify: 'Image Position' },
  parent: {
    label: t('Producto al que pertenece'), woocommerce: 'Parent', only: 'woocommerce',
    others: ['Superior', 'Principal', 'Ascendente', 'Pai', 'Padre'],
  },
  group: { label: t('Grupo de variantes'), feed: 'item_group_id', only: 'feed' },
  variantId: { label: t('Id de la variante'), vitrina: 'Id de la variante', others: ['variantId'] },
  variantName: { label: t('Variante'), vitrina: 'Variante', others: ['Variant', 'variantName'] },
  variantPrice: { label: t('Precio de la variante'), vitrina: 'Precio de la variante', others: ['variantPrice'] },
  variantIsActive: { label: t('Variante activa'), vitrina: 'Variante activa', others: ['variantIsActive'] },
  stockTracker: {
    label: t('Quién cuenta el stock'), shopify: 'Variant Inventory Tracker', others: ['Inventory tracker'],
  },
  availability: {
    label: t('Disponibilidad'),
    others: ['Disponible', 'Disponibilidade', 'In stock?', '¿En inventario?', '¿Existencias?', '¿Hay existencias?', 'Em estoque?'],
  },
  backorders: {
    label: t('Se vende sin stock'),
    others: ['Backorders allowed?', '¿Permitir reservas de productos agotados?', 'São permitidas encomendas?'],
  },
  stock: {
    label: t('Stock'), vitrina: 'Stock', shopify: 'Variant Inventory Qty', tiendanube: 'Stock', woocommerce: 'Stock',
    others: [
      'Inventory quantity', 'Inventario', 'Unidades', 'Estoque', 'Existencias', 'Existencia', 'Stock disponible', 'Stock actual',
      'Disponibles', 'Unidades disponibles', 'Cantidad disponible', 'Quantidade disponível',
    ],
  },
  variantImage: {
    label: t('Foto de la variante'), vitrina: 'Foto de la variante', shopify: 'Variant Image',
    others: ['Variant image URL', 'Imagen de la variante'],
  },
  color: { label: t('Color'), others: ['Colour'], only: 'feed' },
  size: { label: t('Talla'), feed: 'size', only: 'feed' },
  material: { label: t('Material'), only: 'feed' },
  pattern: { label: t('Diseño'), others: ['pattern'], only: 'feed' },
  surcharge: { label: t('Recargo de la variante'), only: 'wix' },
  discountMode: { label: t('Tipo de descuento'), only: 'wix' },
  discountValue: { label: t('Descuento'), only: 'wix' },
  discountPercent: { label: t('Porcentaje de descuento'), only: 'prestashop' },
} as const satisfies Record<string, Column> // prettier-ignore

type OptionField = `option${1 | 2 | 3}${'Name' | 'Value' | 'Values'}`
export type Field =
  | keyof typeof declared
  | keyof typeof quantityFields
  | 'variantQuantityPrices'
  | OptionField
  | ProductText
  | `variant${Capitalize<VariantText>}`

/** How a product is sold by quantity, which our own format alone has. */
const quantityColumns: [string, Column][] = [
  ...Object.entries(quantityFields).map(([name, { label }]): [string, Column] => [
    name,
    { label, vitrina: wordingIn(label, 'es'), only: 'vitrina' },
  ]),
  [
    'variantQuantityPrices',
    {
      label: t('Precios por cantidad de la variante'),
      vitrina: 'Precios por cantidad de la variante',
      only: 'vitrina',
    },
  ],
]

const variantLabels: Record<VariantText, Localized> = {
  sku: t('SKU de la variante'),
  gtin: t('Código de barras de la variante'),
}

/** Plain texts of variants have columns of their own in our format only. */
const textColumns: [string, Column][] = [
  ...productTexts.map((name): [string, Column] => {
    const { label, text } = productFields[name]
    return [name, { label, ...text.headers, others: 'otherHeaders' in text ? text.otherHeaders : [] }]
  }),
  ...variantTexts.map((name): [string, Column] => {
    const { vitrina } = variantFields[name].text.headers
    return [variantCell(name), { label: variantLabels[name], vitrina }]
  }),
]

/** The columns by what they hold. A new field of products can't take the name of a column that there is: `material` is a feed's. */
export const columns = Object.fromEntries(
  withoutRepeats([
    ...Object.entries(declared),
    ...[1, 2, 3].flatMap(optionColumns),
    ...textColumns,
    ...quantityColumns,
  ]),
) as Record<Field, Column>

function withoutRepeats(entries: [string, Column][]): [string, Column][] {
  const names = entries.map(([name]) => name)
  const repeated = names.find((name, n) => names.indexOf(name) < n)
  if (repeated !== undefined) throw new Error(`Two columns of imports are named ${repeated}`)
  return entries
}

export const FIELDS = Object.keys(columns) as Field[]

export const AMOUNTS = ['price', 'salePrice', 'comparePrice', 'variantPrice'] as const satisfies Field[]
export type Amount = (typeof AMOUNTS)[number]

export type Cells = Partial<Record<Field, string>>

function optionColumns(n: number): [string, Column][] {
  return Object.entries({
    [`option${n}Name`]: {
      label: t('Opción {n}', { n }), vitrina: `Opción ${n}`, shopify: `Option${n} Name`, tiendanube: `Nombre de propiedad ${n}`,
      woocommerce: `Attribute ${n} name`,
      others: [`Nombre del atributo ${n}`, `Nome do atributo ${n}`, `Nome da variação ${n}`],
    },
    [`option${n}Value`]: {
      label: t('Valor de la opción {n}', { n }), vitrina: `Valor de la opción ${n}`, shopify: `Option${n} Value`,
      tiendanube: `Valor de propiedad ${n}`, woocommerce: `Attribute ${n} value(s)`,
      others: [
        `Valor(es) del atributo ${n}`, `Valores del atributo ${n}`, `Valor(es) do atributo ${n}`, `Valores do atributo ${n}`,
        `Valor da variação ${n}`,
      ],
    },
    [`option${n}Values`]: {
      label: t('Todos los valores de la opción {n}', { n }), vitrina: `Todos los valores de la opción ${n}`,
      others: [`Valores de la opción ${n}`],
    },
  }) // prettier-ignore
}

export const optionFields = [
  ['option1Name', 'option1Value', 'option1Values'],
  ['option2Name', 'option2Value', 'option2Values'],
  ['option3Name', 'option3Value', 'option3Values'],
] as const

/** A column of a file with the field that it holds (null: it is ignored) and its first non-empty cell, truncated. */
export type FileColumn = { header: string; field: Field | null; example: string | null }

export type ColumnMap = Record<string, Field | null>
