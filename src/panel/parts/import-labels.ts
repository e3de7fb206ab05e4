import { textColumns, type Field, type Format } from '../../imports/fields.ts'
import { productFields } from '../../products/fields.ts'
import type { Action } from '../../imports/import.ts'

export const formatNames: Record<Format, string> = {
  vitrina: 'una hoja de cálculo',
  shopify: 'Shopify',
  tiendanube: 'Tiendanube',
  woocommerce: 'WooCommerce',
  feed: 'Google o Meta',
}

export const actionNames: Record<Action, string> = {
  new: 'Nuevos',
  changed: 'Cambian',
  unchanged: 'Quedan igual',
  refused: 'Rechazados',
}

const textLabels = Object.fromEntries(textColumns.map(({ field, label }) => [field, label])) as Record<
  (typeof textColumns)[number]['field'],
  string
>

/** The labels of the fields that a column can hold. */
export const fieldLabels: Record<Field, string> = {
  id: 'Id del producto',
  slug: 'Dirección (slug)',
  name: 'Nombre',
  description: 'Descripción',
  shortDescription: 'Descripción corta',
  price: 'Precio',
  salePrice: 'Precio rebajado',
  comparePrice: 'Precio anterior',
  category: 'Categoría',
  isActive: 'Visible',
  status: 'Estado',
  images: 'Fotos',
  moreImages: 'Más fotos',
  imageAlts: 'Textos de las fotos',
  imagePosition: 'Lugar de la foto',
  variantId: 'Id de la variante',
  variantName: 'Variante',
  variantPrice: 'Precio de la variante',
  variantIsActive: 'Variante activa',
  variantImage: 'Foto de la variante',
  stock: 'Stock',
  stockTracker: 'Quién cuenta el stock',
  option1Name: 'Opción 1',
  option1Value: 'Valor de la opción 1',
  option1Values: 'Todos los valores de la opción 1',
  option2Name: 'Opción 2',
  option2Value: 'Valor de la opción 2',
  option2Values: 'Todos los valores de la opción 2',
  option3Name: 'Opción 3',
  option3Value: 'Valor de la opción 3',
  option3Values: 'Todos los valores de la opción 3',
  color: 'Color',
  size: 'Talla',
  material: 'Material',
  pattern: 'Diseño',
  kind: 'Tipo de fila',
  parent: 'Producto al que pertenece',
  group: 'Grupo de variantes',
  link: 'Enlace',
  ...textLabels,
}

/** The field of an error, by its column's label: `variants.2.price` is the price of the third variant. */
export function fieldPathLabel(field: string): string | null {
  const [list = '', n, part = ''] = field.split('.')
  if (n === undefined) return fieldLabels[list as Field] ?? changeNames[list] ?? null
  const one = `${rowNames[list] ?? 'Fila'} ${Number(n) + 1}`
  return changeNames[part] ? `${one}, ${changeNames[part].toLowerCase()}` : one
}

const rowNames: Record<string, string> = { variants: 'Variante', images: 'Foto', options: 'Opción' }

/** The labels of the fields of a product that can change. */
export const changeNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(productFields).map(([name, { label }]) => [name, label])),
  variants: 'Variantes',
  stock: 'Stock',
  deletedAt: 'Eliminado',
}
