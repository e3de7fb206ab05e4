/** What a column may hold, whatever its file calls it, and what the panel calls it. */
const fieldLabels = {
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
  option1Name: 'Opción 1',
  option1Value: 'Valor de la opción 1',
  option2Name: 'Opción 2',
  option2Value: 'Valor de la opción 2',
  option3Name: 'Opción 3',
  option3Value: 'Valor de la opción 3',
  color: 'Color',
  size: 'Talla',
  material: 'Material',
  pattern: 'Diseño',
  kind: 'Tipo de fila',
  sku: 'SKU',
  parent: 'Producto al que pertenece',
  group: 'Grupo de variantes',
  link: 'Enlace',
} as const

export type Field = keyof typeof fieldLabels
export const FIELDS = Object.keys(fieldLabels) as Field[]

/** The cells of a row that are known, by their fields. */
export type Cells = Partial<Record<Field, string>>

/** The kinds of files that products come in and go out as. */
export const FORMATS = ['vitrina', 'shopify', 'tiendanube', 'woocommerce', 'feed'] as const
export type Format = (typeof FORMATS)[number]
