import { invalid } from '../../core/errors/errors.ts'
import { truncated } from '../../core/values/text.ts'
import { MAX_OPTIONS, MAX_VALUES, type ProductOption } from '../../products/options.ts'
import { MAX_VARIANT_NAME } from '../../products/fields.ts'
import { MAX_VARIANTS, type ProductRow } from '../../products/product.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { rowOf } from '../forms/form.ts'

/** The values between commas: at most one more than an option may have, so that too many are the API's error and not left out. */
export const valuesIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
    .slice(0, MAX_VALUES + 1)

/** An option that has values; `axis` is its row in the form. */
export type FilledOption = { axis: number; values: string[] }

/**
 * The fields as the API has them: each value of an option by itself, a variant without a name by its values, one without values by
 * its name where that is a combination of them; and where options were changed and no variant was written, one for each combination.
 * Variants that replace tracked ones start with a stock of 0, so that none is oversold.
 * @param product as it is saved; none for a new one
 * @throws 400 where the values of a variant are too long for its name
 */
export function withOptions(fields: FormFields, product?: ProductRow): FormFields {
  const api = new Map(fields)
  const options = filledOptions(fields)
  for (const [name, typed] of fields) {
    if (/^options\.\d+\.values$/.test(name)) api.set(name, valuesIn(typed.join(',')))
    const [, axis] = /^variants\.\d+\.optionValues\.(\d)$/.exec(name) ?? []
    if (axis && !options.some((option) => option.axis === Number(axis))) api.delete(name) // of an option that goes
  }
  const rows = writtenRows(fields)
  for (const row of rows) completeRow(api, row, options)
  api.delete(SHOWN_OPTIONS)
  const isMade = rows.length === 0 && typedOptions(fields) !== (lastOf(fields, SHOWN_OPTIONS) ?? NO_OPTIONS)
  const written = isMade ? addCombinations(api, options, firstFreeRow(fields)) : rows
  const isTracked = product ? isCounted(product) : Boolean(lastOf(fields, OWN_STOCK)?.trim())
  if (isTracked && written.every((row) => !lastOf(fields, `variants.${row}.id`))) {
    for (const stock of written.map((row) => `variants.${row}.stock`))
      if (!lastOf(fields, stock)?.trim()) api.set(stock, ['0'])
  }
  return api
}

/** The field of a form whose script makes the table of variants. */
export const TABLE = '_table'

/** The hidden field with the options that the form showed. */
export const SHOWN_OPTIONS = 'options.shown'

export const optionsText = (options: ProductOption[]): string =>
  JSON.stringify(
    Array.from({ length: MAX_OPTIONS }, (_, n) => [options[n]?.name ?? '', ...(options[n]?.values ?? [])]),
  )

export const typedOptions = (fields: FormFields): string =>
  optionsText(
    Array.from({ length: MAX_OPTIONS }, (_, n) => ({
      name: lastOf(fields, `options.${n}.name`)?.trim() ?? '',
      values: valuesIn(lastOf(fields, `options.${n}.values`) ?? ''),
    })),
  )

const NO_OPTIONS = optionsText([])

/** The stock of a product without variants, which its form has once. */
export const OWN_STOCK = 'default.stock'

const isCounted = ({ variants }: ProductRow) => variants.every(({ stock }) => stock !== null)

/** Whether variants were added with a stock of 0. */
export const areSoldOut = (api: FormFields): boolean =>
  writtenRows(api).some(
    (row) => lastOf(api, `variants.${row}.stock`) === '0' && !lastOf(api, `variants.${row}.id`),
  )

export const filledOptions = (fields: FormFields): FilledOption[] =>
  Array.from({ length: MAX_OPTIONS }, (_, axis) => ({
    axis,
    values: valuesIn(lastOf(fields, `options.${axis}.values`) ?? ''),
  })).filter(({ values }) => values.length > 0)

/** The rows of variants that stay, with anything but a switch in them; every row has switches. */
export const writtenRows = (fields: FormFields): number[] =>
  filledRows(fields).filter((row) => !isRemoved(fields, row))

export const removedRows = (fields: FormFields): number[] =>
  filledRows(fields).filter((row) => isRemoved(fields, row))

function filledRows(fields: FormFields): number[] {
  const rows = new Set<number>()
  for (const [name, values] of fields) {
    const isWritten = (values.at(-1) ?? '').trim() !== '' && !name.endsWith('.isActive')
    if (isWritten && rowOf(name, 'variants') !== -1) rows.add(rowOf(name, 'variants'))
  }
  return [...rows]
}

const isRemoved = (fields: FormFields, row: number) => lastOf(fields, `variants.${row}._remove`) === 'true'

/** The first row above those that are removed. */
function firstFreeRow(fields: FormFields): number {
  const rows = [...fields.keys()].map((name) => rowOf(name, 'variants'))
  return Math.max(-1, ...rows.filter((row) => isRemoved(fields, row))) + 1
}

export function completeRow(api: FormFields, row: number, options: FilledOption[]): void {
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

/** @returns the rows of the variants that it adds */
function addCombinations(api: FormFields, options: FilledOption[], firstRow: number): number[] {
  if (options.length === 0) return []
  return combinationsOf(options).map((values, n) => {
    const row = firstRow + n
    const lengths = values.map((value) => value.length)
    const longest = options[lengths.indexOf(Math.max(...lengths))]!
    api.set(`variants.${row}.name`, [nameOf(values, `options.${longest.axis}.values`)])
    setValues(api, row, options, values)
    return row
  })
}

/** One more than a product may have at most, so that too many are the API's error and not left out. */
export const combinationsOf = (options: FilledOption[]): string[][] =>
  options.reduce<string[][]>(
    (before, { values }) =>
      before.flatMap((start) => values.map((value) => [...start, value])).slice(0, MAX_VARIANTS + 1),
    [[]],
  )

/** The name of a variant by its values. @throws 400 on `field` where it is too long */
export function nameOf(values: string[], field: string): string {
  const name = values.join(' / ')
  if (Array.from(name).length <= MAX_VARIANT_NAME) return name
  const message =
    `«${truncated(name, MAX_VARIANT_NAME)}» es muy largo para el nombre de una variante (hasta ${MAX_VARIANT_NAME} letras): ` +
    'acorta los valores, o escribe tú el nombre de cada variante'
  throw invalid(field, 'max_length', message)
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

export function setValues(api: FormFields, row: number, options: FilledOption[], values: string[]): void {
  for (const [n, { axis }] of options.entries()) {
    api.set(`variants.${row}.optionValues.${axis}`, [values[n]!])
  }
}
