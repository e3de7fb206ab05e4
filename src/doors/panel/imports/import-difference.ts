import { formatAmount } from '../../../core/values/money.ts'
import { capitalised } from '../../../core/values/text.ts'
import { Formatted, joined, t, wordingIn, type Localized, type Wording } from '../../../core/texts/text.ts'
import type { FieldChange, ImportedVariant } from '../../../features/imports/get.ts'
import { amountNames, variantFields, variantTexts, productFields } from '../../../features/products/fields.ts'
import type { ProductOption } from '../../../features/products/options.ts'
import { DEFAULT_NAME } from '../../../features/products/variants.ts'
import { columns, type Field } from '../../../features/imports/columns.ts'
import type { QuantityPrice } from '../../../features/products/quantity-fields.ts'
import type { Action } from '../../../features/imports/import.ts'

/** How values are written for people: amounts in the currency, categories and groups of extras by their names. */
export type FormatContext = { currency: string; names: ReadonlyMap<string, string> }

/** The maximum of lines per product: each variant has one, and there may be 100. */
const MAX_LINES = 12

export function changeLines(context: FormatContext, changes: FieldChange[]): Wording[] {
  const lines = changes.flatMap(({ field, before, after }) =>
    field === 'variants'
      ? variantLines(context, before as ImportedVariant[], after as ImportedVariant[])
      : [labelled(changeNames[field] ?? field, difference(context, field, before, after))],
  )
  // The price of a product without variants is that of its only one too.
  return bounded([...new Map(lines.map((line) => [wordingIn(line, 'es'), line])).values()])
}

const labelled = (label: Wording, value: Wording) => joined([label, value], ': ')

const shownOfNew = new Set<string>([...amountNames, 'categoryId', 'modifierGroupIds', 'images', 'variants'])

export function newProductLines(context: FormatContext, changes: FieldChange[]): Wording[] {
  const shown = changes.filter(({ field, after }) =>
    field === 'isActive'
      ? after === false
      : shownOfNew.has(field) && formatValue(context, field, after) !== EMPTY_VALUE,
  )
  const lines = shown.flatMap(({ field, after }) =>
    field === 'variants'
      ? newVariantLines(context, after as ImportedVariant[])
      : [labelled(changeNames[field] ?? field, formatValue(context, field, after))],
  )
  return bounded(lines)
}

const bounded = (lines: Wording[]) =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES - 1), t('Y {n} cambios más', { n: lines.length - MAX_LINES + 1 })]

function difference(context: FormatContext, field: string, before: unknown, after: unknown): Wording {
  if (field === 'images') return pictureDifference(before as Picture[], after as Picture[])
  if (field === 'description') return textDifference(before as string | null, after as string | null)
  return move(formatValue(context, field, before), formatValue(context, field, after))
}

const move = (before: Wording, after: Wording) => joined([before, after], ' → ')

const EMPTY_VALUE = t('nada')

function formatValue({ currency, names }: FormatContext, field: string, value: unknown): Wording {
  // Undefined in rows that a release stored which did not know the field.
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return EMPTY_VALUE
  if (typeof value === 'number') return isAmount(field) ? formatAmount(value, currency) : String(value)
  if (field === 'quantityPrices') return quantityPricesOf(value as QuantityPrice[], currency)
  if (typeof value === 'boolean') return yesOrNo(value)
  if (field === 'categoryId') return names.get(value as string) ?? t('otra')
  if (field === 'modifierGroupIds')
    return joined((value as string[]).map((id) => names.get(id) ?? t('otro')), ', ') // prettier-ignore
  if (field === 'images')
    return t('{n, plural, one {# foto} other {# fotos}}', { n: (value as Picture[]).length })
  if (field === 'options') return (value as ProductOption[]).map(formatOption).join('; ')
  return typeof value === 'string' ? value : ''
}

const isAmount = (field: string) => amountNames.some((name) => name === field)

const yesOrNo = (value: boolean) => (value ? t('sí') : t('no'))

const quantityPricesOf = (prices: QuantityPrice[], currency: string) =>
  joined(
    prices.map(({ from, price }) =>
      t('desde {from}: {price}', { from, price: formatAmount(price, currency) }),
    ),
    '; ',
  )

const formatOption = ({ name, values }: ProductOption) => `${name} (${values.join(', ')})`

type Picture = { url: string; alt: string | null }

function pictureDifference(before: Picture[], after: Picture[]): Localized {
  const without = (some: Picture[], others: Picture[]) =>
    some.filter(({ url }) => !others.some((other) => other.url === url)).length
  const [added, removed] = [without(after, before), without(before, after)]
  if (added + removed === 0) return t('en otro orden, o con otros textos')
  const parts = [
    ...(added > 0 ? [t('{n, plural, one {# nueva} other {# nuevas}}', { n: added })] : []),
    ...(removed > 0 ? [t('{n, plural, one {# se quita} other {# se quitan}}', { n: removed })] : []),
  ]
  return joined(parts, ', ')
}

const EXCERPT = 80

/** Long texts from just before where they begin to differ. */
function textDifference(was: string | null, is: string | null): Localized {
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
  return move(excerpt(before), excerpt(after))
}

function variantLines(
  context: FormatContext,
  before: ImportedVariant[],
  after: ImportedVariant[],
): Localized[] {
  if (isAlone(before) && isAlone(after))
    return variantParts(context, before[0]!, after[0]!).map(([what, how]) =>
      labelled(new Formatted((language) => capitalised(wordingIn(what, language))), how),
    )
  const known = new Map(before.map((variant) => [variant.id, variant]))
  const named = after.flatMap((variant) => {
    const was = known.get(variant.id)
    if (!was)
      return isAlone(after)
        ? []
        : [t('Nueva variante {variant}', { variant: newVariantLine(context, variant) })]
    const parts = variantParts(context, was, variant).map((part) => joined(part, ' '))
    return parts.length > 0 ? [labelled(was.name, joined(parts, ', '))] : []
  })
  const left = new Set(after.map(({ id }) => id))
  const gone = isAlone(before) ? [] : before.filter(({ id }) => !left.has(id))
  const lines = [...named, ...gone.map(({ name }) => t('Se quita la variante {name}', { name }))]
  return lines.length > 0 ? lines : [t('Variantes: en otro orden')]
}

const isAlone = ([first, ...more]: ImportedVariant[]) =>
  first?.name === DEFAULT_NAME && first.optionValues.length === 0 && more.length === 0

type Part = [what: Wording, how: Wording]

function variantParts(context: FormatContext, before: ImportedVariant, after: ImportedVariant): Part[] {
  const { currency } = context
  const pairs: [what: Wording, was: Wording, is: Wording][] = [
    [t('nombre'), before.name, after.name],
    [t('opciones'), formatOptionValues(before), formatOptionValues(after)],
    [t('precio'), formatAmount(before.price, currency), formatAmount(after.price, currency)],
    [t('stock'), formatStock(before), formatStock(after)],
    [t('precios por cantidad'), formatSteps(context, before), formatSteps(context, after)],
    ...variantTexts.map((name): [Wording, Wording, Wording] => [
      variantFields[name].label,
      before[name] ?? EMPTY_VALUE,
      after[name] ?? EMPTY_VALUE,
    ]),
    [t('activa'), yesOrNo(before.isActive), yesOrNo(after.isActive)],
  ]
  const parts = pairs
    .filter(([, was, is]) => wordingIn(was, 'es') !== wordingIn(is, 'es'))
    .map(([what, was, is]): Part => [what, move(was, is)])
  if (before.imageUrl === after.imageUrl) return parts
  const picture = after.imageUrl === null ? t('se quita') : before.imageUrl === null ? t('nueva') : t('otra')
  return [...parts, [t('foto propia'), picture]]
}

const formatOptionValues = ({ optionValues }: ImportedVariant) => optionValues.join(' / ') || EMPTY_VALUE
const formatSteps = (context: FormatContext, { quantityPrices }: ImportedVariant) =>
  formatValue(context, 'quantityPrices', quantityPrices)
const formatStock = ({ stock }: ImportedVariant) => (stock === null ? t('sin contar') : String(stock))

function newVariantLines(context: FormatContext, variants: ImportedVariant[]): Localized[] {
  if (!isAlone(variants)) return variants.map((variant) => newVariantLine(context, variant))
  const { stock } = variants[0]!
  return stock === null ? [] : [labelled(changeNames['stock']!, String(stock))]
}

function newVariantLine({ currency }: FormatContext, { name, price, stock }: ImportedVariant): Localized {
  const amount = formatAmount(price, currency)
  return labelled(name, stock === null ? amount : t('{amount}, stock {stock}', { amount, stock }))
}

export const actionNames: Record<Action, Localized> = {
  new: t('Nuevos'),
  changed: t('Cambian'),
  unchanged: t('Quedan igual'),
  refused: t('Rechazados'),
}

/** The field of an error, by its column's label: `variants.2.price` is the price of the third variant. */
export function fieldPathLabel(field: string): Wording | null {
  const [list = '', n, part = ''] = field.split('.')
  if (n === undefined) return columns[list as Field]?.label ?? changeNames[list] ?? null
  const one = (rowNames[list] ?? rowName)(Number(n) + 1)
  const name = changeNames[part]
  return name
    ? joined([one, new Formatted((language) => wordingIn(name, language).toLowerCase())], ', ')
    : one
}

const rowName = (n: number) => t('Fila {n}', { n })

const rowNames: Record<string, (n: number) => Localized> = {
  variants: (n) => t('Variante {n}', { n }),
  images: (n) => t('Foto {n}', { n }),
  options: (n) => t('Opción {n}', { n }),
}

export const changeNames: Record<string, Wording> = {
  ...Object.fromEntries(Object.entries(productFields).map(([name, { label }]) => [name, label])),
  variants: t('Variantes'),
  stock: t('Stock'),
  deletedAt: t('Eliminado'),
}
