import { MAX_OPTIONS } from '../../products/options.ts'
import type { ProductRow } from '../../products/product.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { rowOf } from '../forms/form.ts'
import {
  combinationsOf,
  completeRow,
  filledOptions,
  nameOf,
  removedRows,
  setValues,
  SHOWN_OPTIONS,
  TABLE,
  typedOptions,
  withOptions,
  writtenRows,
  type FilledOption,
} from './product-options.ts'

/** The form's fields as the API has them. A script keeps the rows as in `withTable`: what it has not shown yet is saved too. */
export const withVariants = (fields: FormFields, product?: ProductRow): FormFields =>
  withOptions(lastOf(fields, TABLE) ? withTable(fields) : fields, product)

/**
 * The form's fields with a row for each combination that has a value which the options did not have when they were shown. Rows of
 * values that are gone are removed, rows without a value of a new option take its first.
 * @throws 400 where the values of a variant are too long for its name
 */
export function withTable(fields: FormFields): FormFields {
  const table = new Map(fields)
  const options = filledOptions(fields)
  const shown = shownValues(fields)
  const seen = new Set<string>()
  const gone = new Set<number>()
  const rows = [...new Set([...fields.keys()].map((name) => rowOf(name, 'variants')))].filter(
    (row) => row >= 0,
  )
  for (const row of rows) {
    completeRow(table, row, options)
    const values = valuesOf(table, row, options)
    if (values.every((value) => value === '')) continue
    const isGone = options.some(({ values: known }, n) => values[n] && !known.includes(values[n]))
    if (isGone) gone.add(row)
    else {
      addMissing(table, row, options, values)
      seen.add(JSON.stringify(valuesOf(table, row, options)))
      if (values.some((value, n) => !shown[options[n]!.axis]?.has(value))) {
        table.delete(`variants.${row}._remove`) // its value was taken away and is back
      }
    }
  }
  remove(table, gone)
  const written = [...writtenRows(table), ...removedRows(table)]
  const isFirst = seen.size === 0 && typedOptions(fields) !== lastOf(fields, SHOWN_OPTIONS)
  addRows(table, options, isFirst ? [] : shown, seen, Math.max(-1, ...written) + 1)
  table.set(SHOWN_OPTIONS, [typedOptions(fields)])
  return table
}

type Shown = (Set<string> | undefined)[]

/** The values of each option when the form was rendered. */
function shownValues(fields: FormFields): Shown {
  try {
    const options = JSON.parse(lastOf(fields, SHOWN_OPTIONS) ?? '[]') as string[][]
    return Array.from({ length: MAX_OPTIONS }, (_, n) => options[n] && new Set(options[n].slice(1)))
  } catch {
    return []
  }
}

const valuesOf = (fields: FormFields, row: number, options: FilledOption[]): string[] =>
  options.map(({ axis }) => lastOf(fields, `variants.${row}.optionValues.${axis}`)?.trim() ?? '')

/** Saved variants are marked, so that they are still seen; new ones go. */
function remove(table: FormFields, rows: Set<number>): void {
  const isSaved = (row: number) => Boolean(lastOf(table, `variants.${row}.id`))
  const saved = new Set([...rows].filter(isSaved))
  for (const name of table.keys()) {
    const row = rowOf(name, 'variants')
    if (rows.has(row) && !saved.has(row)) table.delete(name)
  }
  for (const row of saved) table.set(`variants.${row}._remove`, ['true'])
}

/** The first value of an option that was added; the name follows where it was that of the values. */
function addMissing(table: FormFields, row: number, options: FilledOption[], values: string[]): void {
  if (!values.includes('')) return
  const complete = values.map((value, n) => value || options[n]!.values[0]!)
  const name = `variants.${row}.name`
  if (lastOf(table, name) === values.filter(Boolean).join(' / ')) table.set(name, [nameOf(complete, name)])
  setValues(table, row, options, complete)
}

function addRows(table: FormFields, options: FilledOption[], shown: Shown, seen: Set<string>, first: number) {
  if (options.length === 0) return
  const isNew = (values: string[]) => values.some((value, n) => !shown[options[n]!.axis]?.has(value))
  const added = combinationsOf(options).filter((values) => !seen.has(JSON.stringify(values)) && isNew(values))
  for (const [n, values] of added.entries()) {
    const row = `variants.${first + n}`
    table.set(`${row}.name`, [nameOf(values, `options.${options[0]!.axis}.values`)])
    setValues(table, first + n, options, values)
    table.set(`${row}.isActive`, ['false', 'true'])
  }
}
