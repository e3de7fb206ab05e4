import { MAX_IMAGES } from '../products/images.ts'

/** What a product of a file has that is not kept, for people. */
export const lossTexts = {
  comparePrice: 'Precios anteriores distintos en las variantes: un producto tiene uno solo',
  sku: 'SKU que ya tiene otro producto u otra variante: se importan sin él',
  gtin: 'Códigos de barras que no son un GTIN válido: se importan sin él',
  unpricedVariants: 'Variantes sin precio: quedan inactivas hasta que se lo pongas',
  openOptions: 'Variantes que valen para cualquier valor de una opción: se importan sin esa opción',
  external: 'Productos externos: se importan sin su enlace, y se piden en tu tienda como los demás',
  downloadable: 'Productos descargables: se importan sin sus archivos, como los demás',
  archived: 'Productos archivados o fuera de las listas: quedan ocultos',
  parentCategories: 'Categorías dentro de otras: queda solo la de más adentro',
  otherCategories: 'Productos en varias categorías: queda solo la primera',
  images: `Productos con más de ${MAX_IMAGES} fotos: quedan las primeras`,
} as const
export type Loss = keyof typeof lossTexts
