import { t } from '../../core/texts/text.ts'
import { MAX_SKU } from '../products/code-fields.ts'
import { MAX_NAME } from '../products/fields.ts'
import { MAX_IMAGES } from '../products/images.ts'

export const lossTexts = {
  comparePrice: t('Precios anteriores distintos en las variantes: un producto tiene uno solo'),
  saleOutside: t('Ofertas fuera de sus fechas: quedan al precio normal'),
  saleEnd: t('Ofertas con fecha de fin: esa fecha no se guarda, y quedan hasta que las quites'),
  sku: t('Productos o variantes con un SKU que ya tiene otro: se importan sin él'),
  gtin: t('Productos o variantes con un código de barras que no es válido: se importan sin él'),
  longSku: t('Productos o variantes con un SKU de más de {n} caracteres: se importan sin él', { n: MAX_SKU }),
  roundedCode: t(
    'Códigos que una hoja de cálculo redondeó (7.50103E+12): se importan sin ellos; da a la columna formato de texto',
  ),
  longName: t('Nombres de más de {n} caracteres: se acortan', { n: MAX_NAME }),
  sharedStock: t('Variantes que comparten las existencias de su producto: cada una queda con todas'),
  unpricedVariants: t('Variantes sin precio: quedan inactivas hasta que se lo pongas'),
  openOptions: t('Variantes que valen para cualquier valor de una opción: se importan sin esa opción'),
  external: t('Productos externos: se importan sin su enlace, y se piden en tu tienda como los demás'),
  downloadable: t('Productos descargables: se importan sin sus archivos, como los demás'),
  archived: t('Productos archivados o fuera de las listas: quedan ocultos'),
  parentCategories: t('Categorías dentro de otras: queda solo la de más adentro'),
  otherCategories: t('Productos en varias categorías: queda solo la primera'),
  characters: t(
    'Textos con letras que no se pueden leer con certeza: revísalos, o guarda el archivo como «CSV UTF-8»',
  ),
  images: t('Productos con más de {n} fotos: quedan las primeras', { n: MAX_IMAGES }),
  picturePaths: t(
    'Fotos de las que el archivo no trae la dirección completa (https://…): se importan sin ellas',
  ),
} as const
export type Loss = keyof typeof lossTexts
export const LOSSES = Object.keys(lossTexts) as Loss[]
