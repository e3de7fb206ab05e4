import { t } from '../../core/texts/text.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { truncated, fold } from '../../core/values/text.ts'
import { MAX_VARIANT_NAME } from '../products/fields.ts'
import { MAX_OPTION_TEXT, MAX_OPTIONS, MAX_VALUES, type ProductOption } from '../products/options.ts'
import { parseAmountCell, parseStockCell, parseVisibilityCell, urlsIn } from './cells.ts'
import { optionFields } from './columns.ts'
import { variantTextsOf } from './draft-codes.ts'
import type { Draft, Prices, ProductFile } from './draft.ts'
import type { Format } from './formats/format.ts'
import { readQuantityPrices } from './quantity-cells.ts'
import type { Row } from './row.ts'

type Variants = Pick<Draft, 'variants' | 'options'>

/** The variants of a product: `[]` where it has none, undefined where the file has no columns for them. */
export function variantsOf(rows: Row[], file: ProductFile, prices: Prices[], issues: Issue[]): Variants {
  const { format } = file
  const names = rows.map(variantName)
  if (names.every((name) => name === undefined)) return {}
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
        row.cells.variantPrice !== undefined || format.isOwn
          ? (parseAmountCell(row, 'variantPrice', file, issues) ?? null)
          : price,
      isActive: parseVisibilityCell(row, 'variantIsActive', file, issues),
      stock: parseStockCell(row, file, issues),
      quantityPrices: readQuantityPrices(row, 'variantQuantityPrices', file, issues),
      ...variantTextsOf(row, format),
    })),
  }
}

/** Issues for rows that would be lost: they repeat a product, with a price of their own, and don't say which variant they are. */
export function lostRowIssues(rows: Row[], prices: Prices[], format: Format): Issue[] {
  const isVaried = rows.some(variantName)
  const isOfProduct = (n: number) => n === 0 && (format.hasProductRow || !isVaried)
  return rows.flatMap((row, n) => {
    const isPriced = prices[n]!.price !== undefined || (format.isOwn && row.cells.name)
    if (isOfProduct(n) || !isPriced || variantName(row)) return []
    const { line } = row
    const message =
      n === 0
        ? t('La línea {line} tiene un precio sin decir qué variante es', { line })
        : t('La línea {line} repite el producto de la línea {first} sin decir qué variante es', {
            line,
            first: rows[0]!.line,
          })
    return { field: 'slug', reason: 'duplicate', message }
  })
}

function imageIn({ cells: { variantImage } }: Row, { isOwn }: Format): string | null | undefined {
  if (variantImage === undefined) return undefined
  return urlsIn(variantImage).find((url) => isOwn || url.startsWith('http')) ?? null
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
function variantName({ cells }: Row): string | undefined {
  const known = variantFields.flatMap((field) => cells[field] ?? [])
  if (cells.variantName || known.length === 0) return cells.variantName
  const values = known.filter((value) => value !== '')
  const name = values.join(' / ')
  if (name === 'Default Title') return ''
  return values.length > 1 ? truncated(name, MAX_VARIANT_NAME) : name
}

export const DEFAULT_OPTION_NAME = 'Variante'

type Options = { options?: ProductOption[]; values?: string[][] }

/**
 * The options of a product and the values of each variant. Empty where a file of another shop holds what our options can't
 * express, such as a variant without a value: its variants then have only names.
 */
function optionsOf(variants: Row[], first: Row, format: Format): Options {
  if (first.cells.option1Value === undefined) return {}
  const pairs = variants.map((row) => optionPairs(row, first))
  const lists = listedValues(first)
  // A malicious file may name another option in each cell. One more than the maximum is enough to reject it.
  const names = [...new Set([...lists.keys(), ...pairs.flat().map(({ name }) => name)])].slice(
    0,
    MAX_OPTIONS + 1,
  )
  if (format.isOwn && names.length === 0) return { options: [] }
  if (names.length === 0 || names.includes('')) return {}
  const values = pairs.map((row) => names.flatMap((one) => row.find(({ name }) => name === one)?.value ?? []))
  const options = names.map((name) => {
    const all = pairs.flatMap((row) => row.find((pair) => pair.name === name)?.value ?? [])
    return { name, values: [...new Set([...(lists.get(name) ?? []), ...all])] }
  })
  // In our own format mistakes are issues; elsewhere such options are ignored.
  return format.isOwn || isExpressible(options, values) ? { options, values } : {}
}

/** The values of each option that the first row lists in order, whether a variant uses them or not. */
function listedValues({ cells }: Row): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  for (const [name, , list] of optionFields) {
    const values = (cells[list] ?? '').split('\n').map((value) => value.trim())
    const listed = values.filter((value) => value !== '').slice(0, MAX_VALUES + 1)
    if (listed.length > 0) lists.set(cells[name] ?? '', listed)
  }
  return lists
}

/** Reads a row's options and values. The options' names may stand in the product's first row only. */
const optionPairs = ({ cells }: Row, first: Row): { name: string; value: string }[] =>
  optionFields.flatMap(([name, value]) =>
    cells[value] ? [{ name: cells[name] || (first.cells[name] ?? ''), value: cells[value] }] : [],
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
