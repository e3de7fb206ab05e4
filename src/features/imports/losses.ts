import { MAX_SKU } from '../products/code-fields.ts'
import { MAX_NAME } from '../products/fields.ts'
import { MAX_IMAGES } from '../products/images.ts'

export const lossTexts = {
  comparePrice: 'Precios anteriores distintos en las variantes: un producto tiene uno solo',
  saleOutside: 'Ofertas fuera de sus fechas: quedan al precio normal',
  saleEnd: 'Ofertas con fecha de fin: esa fecha no se guarda, y quedan hasta que las quites',
  sku: 'Productos o variantes con un SKU que ya tiene otro: se importan sin él',
  gtin: 'Productos o variantes con un código de barras que no es válido: se importan sin él',
  longSku: `Productos o variantes con un SKU de más de ${MAX_SKU} caracteres: se importan sin él`,
  roundedCode:
    'Códigos que una hoja de cálculo redondeó (7.50103E+12): se importan sin ellos; da a la columna formato de texto',
  longName: `Nombres de más de ${MAX_NAME} caracteres: se acortan`,
  sharedStock: 'Variantes que comparten las existencias de su producto: cada una queda con todas',
  unpricedVariants: 'Variantes sin precio: quedan inactivas hasta que se lo pongas',
  openOptions: 'Variantes que valen para cualquier valor de una opción: se importan sin esa opción',
  external: 'Productos externos: se importan sin su enlace, y se piden en tu tienda como los demás',
  downloadable: 'Productos descargables: se importan sin sus archivos, como los demás',
  archived: 'Productos archivados o fuera de las listas: quedan ocultos',
  parentCategories: 'Categorías dentro de otras: queda solo la de más adentro',
  otherCategories: 'Productos en varias categorías: queda solo la primera',
  characters:
    'Textos con letras que no se pueden leer con certeza: revísalos, o guarda el archivo como «CSV UTF-8»',
  images: `Productos con más de ${MAX_IMAGES} fotos: quedan las primeras`,
  picturePaths:
    'Fotos de las que el archivo no trae la dirección completa (https://…): se importan sin ellas',
} as const
export type Loss = keyof typeof lossTexts
export const LOSSES = Object.keys(lossTexts) as Loss[]
