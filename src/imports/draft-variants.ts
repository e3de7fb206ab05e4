import type { Issue } from '../core/errors/errors.ts'
import { truncated } from '../core/values/text.ts'
import { withCommas } from './category-names.ts'
import { variantTextsOf } from './draft-codes.ts'
import { urlsIn } from './draft-images.ts'
import { optionsOf } from './draft-options.ts'
import { parseAmountCell, parseBoolean, parseStockCell } from './cells.ts'
import type { Dialect, Draft, Prices, Row } from './draft.ts'
import { hasUnpricedVariants } from './losses.ts'
import { isVariation } from './woocommerce.ts'

type Variants = Pick<Draft, 'variants' | 'options'>

/** The variants of a product: `[]` where it has none, undefined where the file has no columns for them. */
export function variantsOf(rows: Row[], dialect: Dialect, prices: Prices[], issues: Issue[]): Variants {
  const names = rows.map((row) => variantName(row, dialect))
  if (names.every((name) => name === undefined)) return {}
  const isWoo = dialect.format === 'woocommerce'
  const areUnpricedHidden = isWoo && hasUnpricedVariants(rows, prices)
  const hasOwnPrices = dialect.fields.has('variantPrice') || dialect.format === 'vitrina'
  const variantRows = rows.flatMap((row, n) =>
    names[n] ? [{ row, name: names[n], price: prices[n]!.price }] : [],
  )
  const { options, values } = optionsOf(variantRows.map(({ row }) => row), rows[0]!, dialect) // prettier-ignore
  return {
    options,
    variants: variantRows.map(({ row, name, price }, n) => ({
      id: row.cells.variantId?.trim() || undefined,
      name,
      isNamed: Boolean(row.cells.variantName?.trim()),
      optionValues: values?.[n],
      imageUrl: imageIn(row, dialect),
      price: hasOwnPrices ? (parseAmountCell(row, 'variantPrice', dialect, issues) ?? null) : price,
      isActive:
        areUnpricedHidden && price === undefined
          ? false
          : parseBoolean(row.cells[isWoo ? 'isActive' : 'variantIsActive']?.trim()),
      stock: parseStockCell(row, dialect, issues),
      ...variantTextsOf(row, dialect),
    })),
  }
}

/** Issues for rows of our own format that repeat a product without being a variant: their name and price would be lost. */
export function refuseRepeatedRows([first, ...others]: Row[], dialect: Dialect): Issue[] {
  if (dialect.format !== 'vitrina') return []
  return others
    .filter(
      (row) => [row.cells.name, row.cells.price].some((cell) => cell?.trim()) && !variantName(row, dialect),
    )
    .map(({ line }) => ({
      field: 'slug',
      reason: 'duplicate',
      message: `La línea ${line} repite el producto de la línea ${first!.line} sin decir qué variante es`,
    }))
}

/** In WooCommerce the picture of a variation stands in the column of its product's. */
function imageIn({ cells }: Row, { fields, format }: Dialect): string | null | undefined {
  const field = format === 'woocommerce' ? 'images' : 'variantImage'
  return fields.has(field) ? (urlsIn(cells[field] ?? '')[0] ?? null) : undefined
}

const variantFields = [
  'option1Value',
  'option2Value',
  'option3Value',
  'color',
  'size',
  'material',
  'pattern',
] as const

/** The longest name of a variant; names made of three options' values are truncated to it. */
const MAX_NAME = 80

/** The name of a row's variant: empty where the row is none, undefined where the file has no columns for variants. */
function variantName(row: Row, { fields, format }: Dialect): string | undefined {
  const { cells } = row
  const known = variantFields.filter((field) => fields.has(field))
  if (cells.variantName?.trim()) return cells.variantName.trim()
  if (known.length === 0) return fields.has('variantName') ? '' : undefined
  if (format === 'woocommerce' && !isVariation(row)) return ''
  const values = known.map((field) => (cells[field] ?? '').trim()).filter((value) => value !== '')
  const name = format === 'woocommerce' ? withCommas(values.join(' / ')) : values.join(' / ')
  if (name === '' && format === 'woocommerce') return truncated(cells.name?.trim() || 'Cualquiera', MAX_NAME)
  if (name === 'Default Title') return ''
  return values.length > 1 ? truncated(name, MAX_NAME) : name
}
