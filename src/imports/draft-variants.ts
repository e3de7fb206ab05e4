import type { Issue } from '../core/errors/errors.ts'
import { truncated, fold } from '../core/values/text.ts'
import { MAX_VARIANT_NAME } from '../products/fields.ts'
import { MAX_OPTION_TEXT, MAX_OPTIONS, MAX_VALUES, type ProductOption } from '../products/options.ts'
import { urlsIn, parseAmountCell, parseBoolean, parseStockCell } from './cells.ts'
import { optionFields, type Format } from './columns.ts'
import { variantTextsOf } from './draft-codes.ts'
import type { Draft, Prices, ProductFile, Row } from './draft.ts'
import { hasUnpricedVariants, isVariation, withCommas } from './woocommerce.ts'

type Variants = Pick<Draft, 'variants' | 'options'>

/** The variants of a product: `[]` where it has none, undefined where the file has no columns for them. */
export function variantsOf(rows: Row[], file: ProductFile, prices: Prices[], issues: Issue[]): Variants {
  const { format } = file
  const names = rows.map((row) => variantName(row, format))
  if (names.every((name) => name === undefined)) return {}
  const isWoo = format === 'woocommerce'
  const areUnpricedHidden = isWoo && hasUnpricedVariants(rows, prices)
  const variantRows = rows.flatMap((row, n) =>
    names[n] ? [{ row, name: names[n], price: prices[n]!.price }] : [],
  )
  const { options, values } = optionsOf(variantRows.map(({ row }) => row), rows[0]!, format) // prettier-ignore
  return {
    options,
    variants: variantRows.map(({ row, name, price }, n) => ({
      id: row.cells.variantId || undefined,
      name,
      isNamed: Boolean(row.cells.variantName),
      optionValues: values?.[n],
      imageUrl: imageIn(row, format),
      price:
        row.cells.variantPrice !== undefined || format === 'vitrina'
          ? (parseAmountCell(row, 'variantPrice', file, issues) ?? null)
          : price,
      isActive:
        areUnpricedHidden && price === undefined
          ? false
          : parseBoolean(row.cells[isWoo ? 'isActive' : 'variantIsActive']),
      stock: parseStockCell(row, file, issues),
      ...variantTextsOf(row, format),
    })),
  }
}

/** Issues for rows of our own format that repeat a product without being a variant: their name and price would be lost. */
export function repeatedRowIssues([first, ...others]: Row[], format: Format): Issue[] {
  if (format !== 'vitrina') return []
  return others
    .filter((row) => (row.cells.name || row.cells.price) && !variantName(row, format))
    .map(({ line }) => ({
      field: 'slug',
      reason: 'duplicate',
      message: `La línea ${line} repite el producto de la línea ${first!.line} sin decir qué variante es`,
    }))
}

/** In WooCommerce the picture of a variation stands in the column of its product's. */
function imageIn({ cells }: Row, format: Format): string | null | undefined {
  const cell = cells[format === 'woocommerce' ? 'images' : 'variantImage']
  return cell === undefined ? undefined : (urlsIn(cell)[0] ?? null)
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

/** The name of a row's variant: empty where the row is none, undefined where the file has no columns for variants. */
function variantName(row: Row, format: Format): string | undefined {
  const { cells } = row
  const known = variantFields.flatMap((field) => cells[field] ?? [])
  if (cells.variantName || known.length === 0) return cells.variantName
  if (format === 'woocommerce' && !isVariation(row)) return ''
  const values = known.filter((value) => value !== '')
  const name = format === 'woocommerce' ? withCommas(values.join(' / ')) : values.join(' / ')
  if (name === '' && format === 'woocommerce') return truncated(cells.name || 'Cualquiera', MAX_VARIANT_NAME)
  if (name === 'Default Title') return ''
  return values.length > 1 ? truncated(name, MAX_VARIANT_NAME) : name
}

/** The option's name in exports to other shops, for a product that has variants but no options. */
export const DEFAULT_OPTION_NAME = 'Variante'

type Options = { options?: ProductOption[]; values?: string[][] }

/**
 * The options of a product and the values of each variant. Empty where a file of another shop holds what our options can't
 * express, such as a variant without a value: its variants then have only names.
 */
function optionsOf(variants: Row[], first: Row, format: Format): Options {
  if (first.cells.option1Value === undefined) return {}
  const textOf: ReadText = (cell = '') => (format === 'woocommerce' ? withCommas(cell) : cell)
  const pairs = variants.map((row) => optionPairs(row, first, textOf))
  const lists = listedValues(first, textOf)
  // A malicious file may name another option in each cell. One more than the maximum is enough to reject it.
  const names = [...new Set([...lists.keys(), ...pairs.flat().map(({ name }) => name)])].slice(
    0,
    MAX_OPTIONS + 1,
  )
  if (format === 'vitrina' && names.length === 0) return { options: [] }
  if (names.length === 0 || names.includes('')) return {}
  const values = pairs.map((row) => names.flatMap((one) => row.find(({ name }) => name === one)?.value ?? []))
  const options = names.map((name) => {
    const all = pairs.flatMap((row) => row.find((pair) => pair.name === name)?.value ?? [])
    return { name, values: [...new Set([...(lists.get(name) ?? []), ...all])] }
  })
  // In our own format mistakes are issues; elsewhere such options are ignored.
  return format === 'vitrina' || isExpressible(options, values) ? { options, values } : {}
}

type ReadText = (cell?: string) => string

/** The values of each option that the first row lists in order, whether a variant uses them or not. */
function listedValues({ cells }: Row, textOf: ReadText): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  for (const [name, , list] of optionFields) {
    const values = (cells[list] ?? '').split('\n').map((value) => textOf(value.trim()))
    const listed = values.filter((value) => value !== '').slice(0, MAX_VALUES + 1)
    if (listed.length > 0) lists.set(textOf(cells[name]), listed)
  }
  return lists
}

/** Reads a row's options and values. The options' names may stand in the product's first row only. */
const optionPairs = ({ cells }: Row, first: Row, textOf: ReadText): { name: string; value: string }[] =>
  optionFields.flatMap(([name, value]) =>
    cells[value] ? [{ name: textOf(cells[name] || first.cells[name]), value: textOf(cells[value]) }] : [],
  )

function isExpressible(options: ProductOption[], values: string[][]): boolean {
  const areDistinct = (texts: string[]) =>
    texts.length === 1 || new Set(texts.map(fold)).size === texts.length
  const isShort = (text: string) => text.length <= MAX_OPTION_TEXT
  const names = options.map(({ name }) => name)
  return (
    !(names.length === 1 && names[0] === DEFAULT_OPTION_NAME) &&
    areDistinct(names) &&
    names.every(isShort) &&
    options.every(
      (one) => one.values.length <= MAX_VALUES && areDistinct(one.values) && one.values.every(isShort),
    ) &&
    values.every(({ length }) => length === options.length) &&
    new Set(values.map((row) => JSON.stringify(row))).size === values.length
  )
}
