import { fold } from '../core/values/text.ts'
import { MAX_IMAGES } from '../products/images.ts'
import { withCommas } from './category-names.ts'
import { optionFields } from './draft-options.ts'
import type { Dialect, Draft, Prices, Row } from './draft.ts'
import { isDownloadable, isExternal, isVariation } from './woocommerce.ts'

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
export const LOSSES = Object.keys(lossTexts) as Loss[]

/** What is lost of a product, by its rows and the prices of each. */
export function lossesOf(rows: Row[], prices: Prices[], draft: Draft, { format }: Dialect): Loss[] {
  const [first] = rows as [Row]
  const isWoo = format === 'woocommerce'
  const losses: Record<Exclude<Loss, `${string}Categories` | 'sku' | 'gtin'>, boolean> = {
    comparePrice: prices.some(({ compare }) => compare !== null && compare !== draft.comparePrice),
    unpricedVariants: isWoo && hasUnpricedVariants(rows, prices),
    openOptions: isWoo && rows.some((row) => isVariation(row) && hasOpenOption(row)),
    external: isWoo && isExternal(first),
    downloadable: isWoo && rows.some(isDownloadable),
    archived:
      format === 'shopify' && /^(?:archived|archivado|unlisted)$/i.test(first.cells.status?.trim() ?? ''),
    images: (draft.images?.length ?? 0) > MAX_IMAGES,
  }
  return LOSSES.filter((loss) => loss in losses && losses[loss as keyof typeof losses])
}

/** Whether some variations have a price and others do not, which can't be bought in WooCommerce. */
export const hasUnpricedVariants = (rows: Row[], prices: Prices[]): boolean =>
  prices[0]?.price === undefined &&
  prices.some(({ price }) => price !== undefined) &&
  rows.some((row, n) => isVariation(row) && prices[n]!.price === undefined)

const hasOpenOption = ({ cells }: Row): boolean =>
  optionFields.some(([name, value]) => cells[name]?.trim() && !cells[value]?.trim())

/** What is lost of a cell that names categories, where another text than the cell's is the name of the category. */
export function categoryLosses(cell: string, name: string | undefined, { format }: Dialect): Loss[] {
  if (
    name === undefined ||
    fold(name) === fold(withCommas(cell)) ||
    format === 'vitrina' ||
    format === 'shopify'
  )
    return []
  const losses: Loss[] = cell.includes('>') ? ['parentCategories'] : []
  return format !== 'feed' && /(?<!\\),/.test(cell) ? [...losses, 'otherCategories'] : losses
}
