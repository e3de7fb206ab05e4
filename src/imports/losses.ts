import { fold } from '../core/values/text.ts'
import { MAX_IMAGES } from '../products/images.ts'
import { withCommas } from './category-names.ts'
import { optionFields } from './fields.ts'
import { LOSSES, type Loss, type Dialect, type Draft, type Prices, type Row } from './draft.ts'
import { isDownloadable, isExternal, isVariation } from './woocommerce.ts'

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
