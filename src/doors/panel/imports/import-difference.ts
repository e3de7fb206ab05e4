import { formatAmount } from '../../../core/values/money.ts'
import { capitalised } from '../../../core/values/text.ts'
import type { FieldChange, ImportedVariant } from '../../../features/imports/get.ts'
import { amountNames, variantFields, variantTexts, productFields } from '../../../features/products/fields.ts'
import type { ProductOption } from '../../../features/products/options.ts'
import { DEFAULT_NAME } from '../../../features/products/variants.ts'
import { plural } from '../../../core/pages/format.ts'
import { columns, type Field } from '../../../features/imports/columns.ts'
import { quantityPricesCell } from '../../../features/imports/quantity-cells.ts'
import type { QuantityPrice } from '../../../features/products/quantity-fields.ts'
import type { Action } from '../../../features/imports/import.ts'

/** How values are written for people: amounts in the currency, categories and groups of extras by their names. */
export type FormatContext = { currency: string; names: ReadonlyMap<string, string> }

/** The maximum of lines per product: each variant has one, and there may be 100. */
const MAX_LINES = 12

export function changeLines(context: FormatContext, changes: FieldChange[]): string[] {
  const lines = changes.flatMap(({ field, before, after }) =>
    field === 'variants'
      ? variantLines(context, before as ImportedVariant[], after as ImportedVariant[])
      : [`${changeNames[field] ?? field}: ${difference(context, field, before, after)}`],
  )
  return bounded([...new Set(lines)]) // the price of a product without variants is that of its only one too
}

const shownOfNew = new Set<string>([...amountNames, 'categoryId', 'modifierGroupIds', 'images', 'variants'])

export function newProductLines(context: FormatContext, changes: FieldChange[]): string[] {
  const shown = changes.filter(({ field, after }) =>
    field === 'isActive'
      ? after === false
      : shownOfNew.has(field) && formatValue(context, field, after) !== EMPTY_VALUE,
  )
  const lines = shown.flatMap(({ field, after }) =>
    field === 'variants'
      ? newVariantLines(context, after as ImportedVariant[])
      : [`${changeNames[field] ?? field}: ${formatValue(context, field, after)}`],
  )
  return bounded(lines)
}

const bounded = (lines: string[]) =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), `Y ${lines.length - MAX_LINES + 1} cambios más`]

function difference(context: FormatContext, field: string, before: unknown, after: unknown): string {
  if (field === 'images') return pictureDifference(before as Picture[], after as Picture[])
  if (field === 'description') return textDifference(before as string | null, after as string | null)
  return `${formatValue(context, field, before)} → ${formatValue(context, field, after)}`
}

const EMPTY_VALUE = 'nada'

function formatValue({ currency, names }: FormatContext, field: string, value: unknown): string {
  // Undefined in rows that a release stored which did not know the field.
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return EMPTY_VALUE
  if (typeof value === 'number') return isAmount(field) ? formatAmount(value, currency) : String(value)
  if (field === 'quantityPrices') return quantityPricesCell(value as QuantityPrice[], currency)
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (field === 'categoryId') return names.get(value as string) ?? 'otra'
  if (field === 'modifierGroupIds') return (value as string[]).map((id) => names.get(id) ?? 'otro').join(', ')
  if (field === 'images') return plural((value as Picture[]).length, 'foto', 'fotos')
  if (field === 'options') return (value as ProductOption[]).map(formatOption).join('; ')
  return typeof value === 'string' ? value : ''
}

const isAmount = (field: string) => amountNames.some((name) => name === field)

const formatOption = ({ name, values }: ProductOption) => `${name} (${values.join(', ')})`

type Picture = { url: string; alt: string | null }

function pictureDifference(before: Picture[], after: Picture[]): string {
  const without = (some: Picture[], others: Picture[]) =>
    some.filter(({ url }) => !others.some((other) => other.url === url)).length
  const [added, removed] = [without(after, before), without(before, after)]
  if (added + removed === 0) return 'en otro orden, o con otros textos'
  const parts = [
    added > 0 && plural(added, 'nueva', 'nuevas'),
    removed > 0 && plural(removed, 'se quita', 'se quitan'),
  ]
  return parts.filter(Boolean).join(', ')
}

const EXCERPT = 80

/** Long texts from just before where they begin to differ. */
function textDifference(was: string | null, is: string | null): string {
  const [before, after] = [was ?? '', is ?? '']
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  const from = Math.max(0, same - EXCERPT / 4)
  const excerpt = (text: string) => {
    const shown = text.slice(from, from + EXCERPT).toWellFormed()
    return text === ''
      ? EMPTY_VALUE
      : `${from > 0 ? '…' : ''}${shown}${text.length > from + EXCERPT ? '…' : ''}`
  }
  return `${excerpt(before)} → ${excerpt(after)}`
}

function variantLines(context: FormatContext, before: ImportedVariant[], after: ImportedVariant[]): string[] {
  if (isAlone(before) && isAlone(after))
    return variantParts(context, before[0]!, after[0]!).map(([what, how]) => `${capitalised(what)}: ${how}`)
  const known = new Map(before.map((variant) => [variant.id, variant]))
  const named = after.flatMap((variant) => {
    const was = known.get(variant.id)
    if (!was) return isAlone(after) ? [] : [`Nueva variante ${newVariantLine(context, variant)}`]
    const parts = variantParts(context, was, variant)
    return parts.length > 0 ? [`${was.name}: ${parts.map((part) => part.join(' ')).join(', ')}`] : []
  })
  const left = new Set(after.map(({ id }) => id))
  const gone = isAlone(before) ? [] : before.filter(({ id }) => !left.has(id))
  const lines = [...named, ...gone.map(({ name }) => `Se quita la variante ${name}`)]
  return lines.length > 0 ? lines : ['Variantes: en otro orden']
}

const isAlone = ([first, ...more]: ImportedVariant[]) =>
  first?.name === DEFAULT_NAME && first.optionValues.length === 0 && more.length === 0

type Part = [what: string, how: string]

function variantParts({ currency }: FormatContext, before: ImportedVariant, after: ImportedVariant): Part[] {
  const pairs = [
    ['nombre', before.name, after.name],
    ['opciones', formatOptionValues(before), formatOptionValues(after)],
    ['precio', formatAmount(before.price, currency), formatAmount(after.price, currency)],
    ['stock', formatStock(before), formatStock(after)],
    ['precios por cantidad', formatSteps(before, currency), formatSteps(after, currency)],
    ...variantTexts.map(
      (name) =>
        [
          variantFields[name].label.in('es'),
          before[name] ?? EMPTY_VALUE,
          after[name] ?? EMPTY_VALUE,
        ] as const,
    ),
    ['activa', before.isActive ? 'sí' : 'no', after.isActive ? 'sí' : 'no'],
  ] as const
  const parts = pairs
    .filter(([, was, is]) => was !== is)
    .map(([what, was, is]): Part => [what, `${was} → ${is}`])
  if (before.imageUrl === after.imageUrl) return parts
  const picture = after.imageUrl === null ? 'se quita' : before.imageUrl === null ? 'nueva' : 'otra'
  return [...parts, ['foto propia', picture]]
}

const formatOptionValues = ({ optionValues }: ImportedVariant) => optionValues.join(' / ') || EMPTY_VALUE
const formatSteps = ({ quantityPrices }: ImportedVariant, currency: string) =>
  quantityPricesCell(quantityPrices, currency) || EMPTY_VALUE
const formatStock = ({ stock }: ImportedVariant) => (stock === null ? 'sin contar' : String(stock))

function newVariantLines(context: FormatContext, variants: ImportedVariant[]): string[] {
  if (!isAlone(variants)) return variants.map((variant) => newVariantLine(context, variant))
  return variants[0]!.stock === null ? [] : [`Stock: ${variants[0]!.stock}`]
}

function newVariantLine({ currency }: FormatContext, { name, price, stock }: ImportedVariant): string {
  return `${name}: ${formatAmount(price, currency)}${stock === null ? '' : `, stock ${stock}`}`
}

export const actionNames: Record<Action, string> = {
  new: 'Nuevos',
  changed: 'Cambian',
  unchanged: 'Quedan igual',
  refused: 'Rechazados',
}

/** The field of an error, by its column's label: `variants.2.price` is the price of the third variant. */
export function fieldPathLabel(field: string): string | null {
  const [list = '', n, part = ''] = field.split('.')
  if (n === undefined) return columns[list as Field]?.label ?? changeNames[list] ?? null
  const one = `${rowNames[list] ?? 'Fila'} ${Number(n) + 1}`
  return changeNames[part] ? `${one}, ${changeNames[part].toLowerCase()}` : one
}

const rowNames: Record<string, string> = { variants: 'Variante', images: 'Foto', options: 'Opción' }

export const changeNames: Record<string, string> = {
  ...Object.fromEntries(Object.entries(productFields).map(([name, { label }]) => [name, label.in('es')])),
  variants: 'Variantes',
  stock: 'Stock',
  deletedAt: 'Eliminado',
}
