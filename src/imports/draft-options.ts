import { fold } from '../core/values/text.ts'
import { withCommas } from './category-names.ts'
import { MAX_OPTION_TEXT, MAX_OPTIONS, MAX_VALUES, type ProductOption } from '../products/options.ts'
import type { Dialect, Row } from './draft.ts'

/** The option's name in exports to other shops, for a product that has variants but no options. */
export const DEFAULT_OPTION_NAME = 'Variante'

type Options = { options?: ProductOption[]; values?: string[][] }

/**
 * The options of a product and the values of each variant. Empty where a file of another shop holds what our options can't
 * express, such as a variant without a value: its variants then have only names.
 */
export function optionsOf(variants: Row[], first: Row, { fields, format }: Dialect): Options {
  if (!fields.has('option1Value')) return {}
  const readText = format === 'woocommerce' ? unescaped : trimmed
  const pairs = variants.map((row) => optionPairs(row, first, readText))
  const lists = listedValues(first, fields, readText)
  // A malicious file may name another option in each cell. One more than the maximum is enough to refuse it.
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
  // Mistakes in our own format are refused instead of ignored.
  return format === 'vitrina' || isExpressible(options, values) ? { options, values } : {}
}

export const optionFields = [
  ['option1Name', 'option1Value', 'option1Values'],
  ['option2Name', 'option2Value', 'option2Values'],
  ['option3Name', 'option3Value', 'option3Values'],
] as const

/** The values of each option that the first row lists in order, whether a variant uses them or not. */
function listedValues({ cells }: Row, fields: Dialect['fields'], textOf: ReadText): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  for (const [name, , list] of optionFields) {
    const values = fields.has(list) ? (cells[list] ?? '').split('\n').map((value) => textOf(value)) : []
    const listed = values.filter((value) => value !== '').slice(0, MAX_VALUES + 1)
    if (listed.length > 0) lists.set(textOf(cells[name]), listed)
  }
  return lists
}

/** Reads a row's options and values. The options' names may stand in the product's first row only. */
function optionPairs({ cells }: Row, first: Row, textOf: ReadText): { name: string; value: string }[] {
  return optionFields.flatMap(([name, value]) => {
    const text = textOf(cells[value])
    return text === '' ? [] : [{ name: textOf(cells[name]) || textOf(first.cells[name]), value: text }]
  })
}

type ReadText = (cell?: string) => string

const trimmed: ReadText = (cell = '') => cell.trim()
/** WooCommerce divides values by commas, and escapes a comma inside a value with a backslash. */
const unescaped: ReadText = (cell = '') => withCommas(cell.trim())

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
