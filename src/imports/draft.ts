import type { Issue } from '../core/errors/errors.ts'
import { shortened } from '../core/values/text.ts'
import { imagesOf } from './draft-images.ts'
import { textOfHtml } from './html-text.ts'
import type { Cells, Field, Format } from './fields.ts'
import { currencyIn, readAmount, type NumberStyle } from './numbers.ts'

/** A row of a file, by what its columns hold. */
export type Row = { line: number; cells: Cells; isCut?: boolean; isTooLong?: boolean }

export type DraftVariant = {
  id?: string
  name: string
  /** null follows the product's; undefined: the file does not say. */
  price?: number | null
  isActive?: boolean
  /** null where nobody counts. */
  stock?: number | null
}

/** A product as a file has it. What is undefined the file does not say. */
export type Draft = {
  line: number
  id?: string
  slug?: string
  name?: string
  description?: string
  price?: number
  comparePrice?: number | null
  category?: string
  isActive?: boolean
  images?: { url: string; alt: string | null }[]
  variants?: DraftVariant[]
  /** Of a product without variants. */
  stock?: number | null
  issues: Issue[]
}

/** How the cells of a file are to be read. */
export type Dialect = {
  format: Format
  fields: ReadonlySet<Field>
  styles: Partial<Record<Field, NumberStyle>>
  currency: string
}

export const AMOUNTS = ['price', 'salePrice', 'comparePrice', 'variantPrice'] as const satisfies Field[]

/** More rows than a product of any shop has, for its variants and its pictures. */
const MAX_ROWS = 500

/** The product that rows of a file make, the first of them its own. */
export function draftOf(all: Row[], dialect: Dialect): Draft {
  const rows = all.slice(0, MAX_ROWS)
  const [first] = rows as [Row]
  const issues: Issue[] = rows.flatMap(brokenRow)
  if (all.length > MAX_ROWS) issues.unshift(tooManyRows(all.length))
  const text = (field: Field) => (dialect.fields.has(field) ? (first.cells[field] ?? '').trim() : undefined)
  const prices = pricesOf(rows, dialect, issues)
  const draft: Draft = {
    line: first.line,
    id: dialect.format === 'vitrina' ? text('id') || undefined : undefined,
    slug: text('slug') || undefined,
    name: nameOf(rows, dialect),
    description: descriptionOf(text, dialect),
    price: prices[0]?.price,
    comparePrice:
      prices.find(({ compare }) => compare !== null)?.compare ?? (hasCompare(dialect) ? null : undefined),
    category: text('category'),
    isActive: isShown(text('isActive'), text('status')),
    images: imagesOf(rows, dialect),
    variants: variantsOf(rows, dialect, prices, issues),
    stock: stockIn(first, dialect, issues),
    issues,
  }
  if (dialect.format === 'feed') draft.id = text('group') || text('id') || undefined
  return draft
}

const brokenRow = ({ line, isCut, isTooLong }: Row): Issue[] => [
  ...(isCut
    ? [{ field: 'file', reason: 'invalid', message: `El archivo está cortado en la línea ${line}` }]
    : []),
  ...(isTooLong
    ? [{ field: 'file', reason: 'invalid', message: `La línea ${line} tiene más celdas que columnas` }]
    : []),
]

const tooManyRows = (count: number): Issue => ({
  field: 'variants',
  reason: 'max_items',
  message: `Un producto puede ocupar hasta ${MAX_ROWS} filas, y este tiene ${count}`,
})

const hasCompare = ({ fields }: Dialect) => fields.has('comparePrice') || fields.has('salePrice')

/** A group of a feed names each variant after its product: the product's name is what they have in common. */
function nameOf(rows: Row[], { fields, format }: Dialect): string | undefined {
  if (!fields.has('name')) return undefined
  const names = rows.map(({ cells }) => (cells.name ?? '').trim()).filter((name) => name !== '')
  const [first] = names
  if (first === undefined || format !== 'feed') return first
  const common = names.reduce(commonStart).replace(/[\ud800-\udbff]$/, '') // half of a character
  return common.replace(/[\s,(/|–-]{1,9}$/, '') || first
}

/** Sign by sign: names of half a megabyte come too. */
function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

function descriptionOf(text: (field: Field) => string | undefined, { format }: Dialect): string | undefined {
  const long = text('description')
  const written = long || (text('shortDescription') ?? long)
  return written === undefined || format === 'vitrina' ? written : textOfHtml(written)
}

const yes = new Set([
  'true', '1', 'si', 'sí', 'yes', 'verdadero', 'x', 'active', 'activo', 'publicado', 'visible', 'sim',
]) // prettier-ignore
const no = new Set([
  'false', '0', '-1', 'no', 'falso', 'draft', 'archived', 'unlisted', 'inactivo', 'oculto', 'borrador', 'não',
]) // prettier-ignore

function readSwitch(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase() ?? ''
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

/** Both have to say so where a file has both. */
function isShown(published: string | undefined, status: string | undefined): boolean | undefined {
  const answers = [readSwitch(published), readSwitch(status)].filter((one) => one !== undefined)
  return answers.length === 0 ? undefined : answers.every(Boolean)
}

type Prices = { price: number | undefined; compare: number | null }

/** What each row asks, and what it asked before: shops write one of them as the price, and the other beside it. */
function pricesOf(rows: Row[], dialect: Dialect, issues: Issue[]): Prices[] {
  return rows.map((row) => {
    const amount = (field: (typeof AMOUNTS)[number]) => amountIn(row, field, dialect, issues)
    const [price, sale, before] = [amount('price'), amount('salePrice'), amount('comparePrice')]
    const compare = sale === undefined ? before : price
    const asked = sale ?? price
    // Elsewhere an earlier price that is not above the price, or 0, stands for none.
    const isReduced = dialect.format === 'vitrina' || (compare ?? 0) > (asked ?? 0)
    return { price: asked, compare: isReduced ? (compare ?? null) : null }
  })
}

function amountIn({ line, cells }: Row, field: (typeof AMOUNTS)[number], dialect: Dialect, issues: Issue[]) {
  const cell = cells[field]?.trim() ?? ''
  if (cell === '') return undefined
  const amount = readAmount(cell, dialect.styles[field] ?? '.')
  const currency = currencyIn(cell)
  if (amount === null) {
    issues.push({
      field,
      reason: 'type',
      message: `«${shortened(cell, 40)}» no es un importe (línea ${line})`,
    })
  } else if (currency && currency !== dialect.currency) {
    const message = `El importe está en ${currency} y la tienda vende en ${dialect.currency} (línea ${line})`
    issues.push({ field, reason: 'invalid', message })
  }
  return amount ?? undefined
}

/** `[]` of a product that has none; undefined where the file has no columns for them. */
function variantsOf(
  rows: Row[],
  dialect: Dialect,
  prices: Prices[],
  issues: Issue[],
): DraftVariant[] | undefined {
  const names = rows.map((row) => variantName(row, dialect))
  if (names.every((name) => name === undefined)) return undefined
  const isOwn = dialect.fields.has('variantPrice') || dialect.format === 'vitrina'
  return rows.flatMap((row, n): DraftVariant[] => {
    const name = names[n]
    if (!name) return []
    const own = isOwn ? (amountIn(row, 'variantPrice', dialect, issues) ?? null) : prices[n]!.price
    return [
      {
        id: row.cells.variantId?.trim() || undefined,
        name,
        price: own,
        isActive: readSwitch(row.cells.variantIsActive?.trim()),
        stock: stockIn(row, dialect, issues),
      },
    ]
  })
}

/** Empty where nobody counts; another shop may owe some, which here are none. */
function stockIn({ line, cells }: Row, { fields }: Dialect, issues: Issue[]): number | null | undefined {
  if (!fields.has('stock')) return undefined
  const cell = cells.stock?.trim() ?? ''
  const isCounted = !fields.has('stockTracker') || (cells.stockTracker ?? '').trim() !== ''
  if (cell === '' || !isCounted) return null
  const count = readAmount(cell, '.')
  if (count !== null && Number.isInteger(count)) return Math.max(0, count)
  const message = `«${shortened(cell, 40)}» no es un número de unidades (línea ${line})`
  if (!issues.some((issue) => issue.message === message))
    issues.push({ field: 'stock', reason: 'type', message })
  return undefined
}

const ofOptions = [
  'option1Value',
  'option2Value',
  'option3Value',
  'color',
  'size',
  'material',
  'pattern',
] as const

/** Whether a row of WooCommerce is a variant, by its type. */
export const isVariation = (kind = '') => /variation|variaci|variação/i.test(kind)

/** Empty of a row that is no variant, undefined in a file that knows of none. */
function variantName({ cells }: Row, { fields, format }: Dialect): string | undefined {
  if (fields.has('variantName')) return (cells.variantName ?? '').trim()
  const known = ofOptions.filter((field) => fields.has(field))
  if (known.length === 0) return undefined
  if (format === 'woocommerce' && !isVariation(cells.kind)) return ''
  const values = known.map((field) => (cells[field] ?? '').trim()).filter((value) => value !== '')
  const name = values.join(' / ').replaceAll('\\,', ',')
  return name === 'Default Title' ? '' : name
}
