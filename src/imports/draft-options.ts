import { fold } from '../core/values/text.ts'
import { MAX_OPTION_TEXT, MAX_OPTIONS, MAX_VALUES, type ProductOption } from '../products/options.ts'
import type { Dialect, Row } from './draft.ts'

/** What other shops' files call the only option of a product that has variants and no options. */
export const NO_OPTION = 'Variante'

type Options = { options?: ProductOption[]; values?: string[][] }

/**
 * What the variants of a product differ in, and the values of each. Nothing where a file of another shop has what options can't
 * express, such as a variant without a value: the variants then have their names alone.
 */
export function optionsOf(variants: Row[], first: Row, { fields, format }: Dialect): Options {
  if (!fields.has('option1Value')) return {}
  const textOf = format === 'vitrina' ? trimmed : unescaped
  const pairs = variants.map((row) => pairsOf(row, first, textOf))
  const lists = listsOf(first, fields, textOf)
  // A file may have one in each cell: one more than there may be is enough to refuse them, and each is looked up in each row.
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
  // Our own form says nothing that was not meant: what is wrong in it is refused.
  return format === 'vitrina' || isExpressible(options, values) ? { options, values } : {}
}

const places = [
  ['option1Name', 'option1Value', 'option1Values'],
  ['option2Name', 'option2Value', 'option2Values'],
  ['option3Name', 'option3Value', 'option3Values'],
] as const

/** What the first row lists of its options: their values in their order, used by a variant or not. */
function listsOf({ cells }: Row, fields: Dialect['fields'], textOf: ReadText): Map<string, string[]> {
  const lists = new Map<string, string[]>()
  for (const [name, , list] of places) {
    const values = fields.has(list) ? (cells[list] ?? '').split('\n').map((value) => textOf(value)) : []
    const listed = values.filter((value) => value !== '').slice(0, MAX_VALUES + 1)
    if (listed.length > 0) lists.set(textOf(cells[name]), listed)
  }
  return lists
}

/** The names may stand in the first row of the product only. */
function pairsOf({ cells }: Row, first: Row, textOf: ReadText): { name: string; value: string }[] {
  return places.flatMap(([name, value]) => {
    const text = textOf(cells[value])
    return text === '' ? [] : [{ name: textOf(cells[name]) || textOf(first.cells[name]), value: text }]
  })
}

type ReadText = (cell?: string) => string

const trimmed: ReadText = (cell = '') => cell.trim()
/** A comma divides values in WooCommerce; one that is meant has a backslash. */
const unescaped: ReadText = (cell = '') => cell.trim().replaceAll(String.raw`\,`, ',')

function isExpressible(options: ProductOption[], values: string[][]): boolean {
  const areDistinct = (texts: string[]) =>
    texts.length === 1 || new Set(texts.map(fold)).size === texts.length
  const isShort = (text: string) => text.length <= MAX_OPTION_TEXT
  const names = options.map(({ name }) => name)
  return (
    !(names.length === 1 && names[0] === NO_OPTION) &&
    areDistinct(names) &&
    names.every(isShort) &&
    options.every(
      (one) => one.values.length <= MAX_VALUES && areDistinct(one.values) && one.values.every(isShort),
    ) &&
    values.every(({ length }) => length === options.length) &&
    new Set(values.map((row) => JSON.stringify(row))).size === values.length
  )
}
