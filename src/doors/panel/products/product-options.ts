import { t, joined } from '../../../core/texts/text.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { truncated } from '../../../core/values/text.ts'
import { MAX_OPTIONS, MAX_VALUES, type ProductOption } from '../../../features/products/options.ts'
import { MAX_VARIANT_NAME } from '../../../features/products/fields.ts'
import { MAX_VARIANTS, type ProductRow } from '../../../features/products/product.ts'
import { lastOf, rowOf, rowsOf, withRows, type FormFields } from '../forms/form-fields.ts'

/** The field of a form whose script makes the table of variants, and the button that makes it. */
export const TABLE = '_table'
export const MAKE_TABLE = '_makeTable'

export const SHOWN_OPTIONS = 'options.shown'

export const OWN_STOCK = 'default.stock'

/** The values between commas: at most one more than an option may have, so that too many are the API's error and not left out. */
export const valuesIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
    .slice(0, MAX_VALUES + 1)

/**
 * The form's fields as the API has them: each value of an option by itself, a variant without a name by its values, one without
 * values by its name where that is a combination of them. A script keeps the rows as in `withTable`; without it they are made where
 * options were changed and no variant was written. Variants that replace counted ones start with a stock of 0, so that none is oversold.
 * @param product as it is saved; none for a new one
 * @throws 400 where the values of a variant are too long for its name
 */
export function withVariants(submitted: FormFields, product?: ProductRow): FormFields {
  const isMade = writtenRows(submitted).length === 0 && areOptionsChanged(submitted)
  const fields = lastOf(submitted, TABLE) || isMade ? withTable(submitted) : submitted
  const api = new Map(fields)
  const options = filledOptions(fields)
  for (const [name, values] of fields) {
    if (/^options\.\d+\.values$/.test(name)) api.set(name, valuesIn(values.join(',')))
    const [, axis] = /^variants\.\d+\.optionValues\.(\d)$/.exec(name) ?? []
    if (axis && !options.some((option) => option.axis === Number(axis))) api.delete(name) // of an option that goes
  }
  api.delete(SHOWN_OPTIONS)
  const rows = writtenRows(fields)
  for (const row of rows) completeRow(api, row, options)
  const isCountedSoFar = product ? isCounted(product) : Boolean(lastOf(fields, OWN_STOCK)?.trim())
  if (isCountedSoFar && rows.every((row) => !isSaved(fields, row))) {
    for (const stock of rows.map((row) => `variants.${row}.stock`))
      if (!lastOf(fields, stock)?.trim()) api.set(stock, ['0'])
  }
  return api
}

const isCounted = ({ variants }: ProductRow) => variants.every(({ stock }) => stock !== null)

export const areSoldOut = (api: FormFields): boolean =>
  writtenRows(api).some((row) => lastOf(api, `variants.${row}.stock`) === '0' && !isSaved(api, row))

/** The form's fields with the table of its options, without its empty rows. @throws 400 as `withTable` */
export function withTableMade(fields: FormFields): FormFields {
  const table = withTable(fields)
  const rows = filledRows(table).toSorted((a, b) => a - b)
  return withRows(table, 'variants', rows)
}

/**
 * The form's fields with a row for each combination that has a value which the options did not have when they were shown. Rows of
 * values that are gone are removed, rows without a value of a new option take its first.
 * @throws 400 where the values of a variant are too long for its name
 */
function withTable(fields: FormFields): FormFields {
  const table = new Map(fields)
  const options = filledOptions(fields)
  const shown = shownValues(fields)
  const seen = new Set<string>()
  const gone: number[] = []
  for (const row of rowsOf(fields, 'variants')) {
    completeRow(table, row, options)
    const values = valuesOf(table, row, options)
    if (values.every((value) => value === '')) continue
    const isGone = options.some(({ values: known }, n) => values[n] && !known.includes(values[n]))
    if (isGone) gone.push(row)
    else {
      addMissing(table, row, options, values)
      seen.add(JSON.stringify(valuesOf(table, row, options)))
      if (values.some((value, n) => !shown[options[n]!.axis]?.has(value))) {
        table.delete(`variants.${row}._remove`) // its value was taken away and is back
      }
    }
  }
  for (const row of gone) remove(table, row)
  const isFirst = seen.size === 0 && areOptionsChanged(fields)
  addRows(table, options, isFirst ? [] : shown, seen)
  table.set(SHOWN_OPTIONS, [typedOptions(fields)])
  return table
}

const areOptionsChanged = (fields: FormFields) =>
  typedOptions(fields) !== (lastOf(fields, SHOWN_OPTIONS) ?? optionsText([]))

export const optionsText = (options: ProductOption[]): string =>
  JSON.stringify(
    Array.from({ length: MAX_OPTIONS }, (_, n) => [options[n]?.name ?? '', ...(options[n]?.values ?? [])]),
  )

const typedOptions = (fields: FormFields): string =>
  optionsText(
    Array.from({ length: MAX_OPTIONS }, (_, n) => ({
      name: lastOf(fields, `options.${n}.name`)?.trim() ?? '',
      values: valuesIn(lastOf(fields, `options.${n}.values`) ?? ''),
    })),
  )

/** An option that has values; `axis` is its row in the form. */
type FilledOption = { axis: number; values: string[] }

const filledOptions = (fields: FormFields): FilledOption[] =>
  Array.from({ length: MAX_OPTIONS }, (_, axis) => ({
    axis,
    values: valuesIn(lastOf(fields, `options.${axis}.values`) ?? ''),
  })).filter(({ values }) => values.length > 0)

type Shown = (Set<string> | undefined)[]

function shownValues(fields: FormFields): Shown {
  try {
    const options = JSON.parse(lastOf(fields, SHOWN_OPTIONS) ?? '[]') as string[][]
    return Array.from({ length: MAX_OPTIONS }, (_, n) => options[n] && new Set(options[n].slice(1)))
  } catch {
    return []
  }
}

/** The rows of variants that stay, with anything but a switch in them; every row has switches. */
export const writtenRows = (fields: FormFields): number[] =>
  filledRows(fields).filter((row) => lastOf(fields, `variants.${row}._remove`) !== 'true')

function filledRows(fields: FormFields): number[] {
  const isWritten = ([name, values]: [string, string[]]) =>
    (values.at(-1) ?? '').trim() !== '' && !name.endsWith('.isActive')
  return rowsOf(new Map([...fields].filter(isWritten)), 'variants')
}

const isSaved = (fields: FormFields, row: number) => Boolean(lastOf(fields, `variants.${row}.id`))

const valuesOf = (fields: FormFields, row: number, options: FilledOption[]): string[] =>
  options.map(({ axis }) => lastOf(fields, `variants.${row}.optionValues.${axis}`)?.trim() ?? '')

function completeRow(api: FormFields, row: number, options: FilledOption[]): void {
  const name = lastOf(api, `variants.${row}.name`)?.trim()
  const chosen = options.flatMap(({ axis }) => lastOf(api, `variants.${row}.optionValues.${axis}`) || [])
  if (!name) {
    const field = `variants.${row}.name`
    if (chosen.length > 0) api.set(field, [nameOf(chosen, field)])
  } else if (chosen.length === 0) {
    const named = combinationNamed(name, options)
    if (named) setValues(api, row, options, named)
  }
}

/** "m / azul" is the combination of M and Azul. */
function combinationNamed(name: string, options: FilledOption[]): string[] | undefined {
  const words = name.split('/').map((word) => word.trim().toLowerCase())
  if (words.length !== options.length) return undefined
  const values = options.flatMap(
    (option, n) => option.values.find((value) => value.toLowerCase() === words[n]) ?? [],
  )
  return values.length === options.length ? values : undefined
}

/** The name of a variant by its values. @throws 400 on `field` where it is too long */
function nameOf(values: string[], field: string): string {
  const name = values.join(' / ')
  if (Array.from(name).length <= MAX_VARIANT_NAME) return name
  const wrong = t('«{name}» es muy largo para el nombre de una variante (hasta {max} letras)', {
    name: truncated(name, MAX_VARIANT_NAME),
    max: MAX_VARIANT_NAME,
  })
  const remedy = t('acorta los valores, o escribe tú el nombre de cada variante')
  const message = joined([wrong, remedy], ': ')
  throw invalid(field, 'max_length', message)
}

function setValues(api: FormFields, row: number, options: FilledOption[], values: string[]): void {
  for (const [n, { axis }] of options.entries()) {
    api.set(`variants.${row}.optionValues.${axis}`, [values[n]!])
  }
}

/** The first value of an option that was added; the name follows where it was that of the values. */
function addMissing(table: FormFields, row: number, options: FilledOption[], values: string[]): void {
  if (!values.includes('')) return
  const complete = values.map((value, n) => value || options[n]!.values[0]!)
  const name = `variants.${row}.name`
  if (lastOf(table, name) === values.filter(Boolean).join(' / ')) table.set(name, [nameOf(complete, name)])
  setValues(table, row, options, complete)
}

/** A saved variant is marked, so that it is still seen; a new one goes. */
function remove(table: FormFields, row: number): void {
  if (isSaved(table, row)) table.set(`variants.${row}._remove`, ['true'])
  else for (const name of table.keys()) if (rowOf(name, 'variants') === row) table.delete(name)
}

function addRows(table: FormFields, options: FilledOption[], shown: Shown, seen: Set<string>) {
  if (options.length === 0) return
  const first = Math.max(-1, ...filledRows(table)) + 1
  const isNew = (values: string[]) => values.some((value, n) => !shown[options[n]!.axis]?.has(value))
  const added = combinationsOf(options).filter((values) => !seen.has(JSON.stringify(values)) && isNew(values))
  for (const [n, values] of added.entries()) {
    const row = `variants.${first + n}`
    const lengths = values.map((value) => value.length)
    const longest = options[lengths.indexOf(Math.max(...lengths))]!
    table.set(`${row}.name`, [nameOf(values, `options.${longest.axis}.values`)])
    setValues(table, first + n, options, values)
    table.set(`${row}.isActive`, ['false', 'true'])
  }
}

/** One more than a product may have at most, so that too many are the API's error and not left out. */
const combinationsOf = (options: FilledOption[]): string[][] =>
  options.reduce<string[][]>(
    (before, { values }) =>
      before.flatMap((start) => values.map((value) => [...start, value])).slice(0, MAX_VARIANTS + 1),
    [[]],
  )
