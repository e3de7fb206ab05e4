import type { Issue } from '../core/errors/errors.ts'
import { parseAmountCell, parseBoolean, parseStockCell, urlsIn } from './cells.ts'
import { namesIn } from './group-definitions.ts'
import { leaveOutWrongGtins, productTextsOf } from './draft-codes.ts'
import { repeatedRowIssues, variantsOf } from './draft-variants.ts'
import type { Dialect, Draft, Prices, Row } from './draft.ts'
import type { Amount, Field } from './fields.ts'
import { textOfHtml } from './html-text.ts'
import { lossesOf } from './losses.ts'
import { missingPrice, orphanIssues, isVariation } from './woocommerce.ts'

/** More rows than a product of any shop has, for its variants and its pictures. */
const MAX_ROWS = 500

/** Reads a product from its rows; the first row holds the product's own fields. */
export function draftOf(all: Row[], dialect: Dialect): Draft {
  const rows = all.slice(0, MAX_ROWS)
  const [first] = rows as [Row]
  const issues: Issue[] = rows.flatMap(brokenRowIssues)
  if (all.length > MAX_ROWS) issues.unshift(tooManyRows(all.length))
  const text = (field: Field) => (dialect.fields.has(field) ? (first.cells[field] ?? '').trim() : undefined)
  const prices = pricesOf(rows, dialect, issues)
  const variants = variantsOf(rows, dialect, prices, issues)
  const draft: Draft = {
    ...productTextsOf(first, dialect, (variants.variants?.length ?? 0) > 0),
    line: first.line,
    id: dialect.format === 'vitrina' ? text('id') || undefined : undefined,
    slug: text('slug') || undefined,
    name: nameOf(rows, dialect),
    description: descriptionOf(text, dialect),
    price: prices[0]?.price,
    comparePrice: hasCompare(dialect) ? comparePriceOf(prices, dialect) : undefined,
    category: text('category'),
    modifierGroups: namesIn(text('modifierGroups')),
    groupDefinitions: text('groupDefinitions'),
    isActive: isVisible(text('isActive'), text('status')),
    images: imagesOf(rows, dialect),
    ...variants,
    stock: parseStockCell(first, dialect, issues),
    issues: withoutDuplicates([...issues, ...repeatedRowIssues(rows, dialect)]),
    losses: [],
  }
  draft.losses = lossesOf(rows, prices, draft, dialect)
  leaveOutWrongGtins(draft, dialect)
  if (dialect.format === 'woocommerce') {
    draft.issues.push(...orphanIssues(rows))
    draft.missingPrice = missingPrice(rows)
  }
  if (dialect.format === 'feed') draft.id = text('group') || text('id') || undefined
  return draft
}

/** Removes repeated issues: the first row is read twice, for the product and for its first variant. */
const withoutDuplicates = (issues: Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [`${issue.field} ${issue.message}`, issue])).values(),
]

const brokenRowIssues = ({ line, isTruncated, isTooLong }: Row): Issue[] => [
  ...(isTruncated
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

/** Feeds name each variant after its product: the product's name is their common prefix. */
function nameOf(rows: Row[], { fields, format }: Dialect): string | undefined {
  if (!fields.has('name')) return undefined
  const names = rows.map(({ cells }) => (cells.name ?? '').trim()).filter((name) => name !== '')
  const [first] = names
  if (first === undefined || format !== 'feed') return first
  const common = names.reduce(commonPrefix).replace(/[\ud800-\udbff]$/, '') // half of a character
  return common.replace(/[\s,(/|–-]{1,9}$/, '') || first
}

/** In linear time, because a name may be half a megabyte long. */
function commonPrefix(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

function descriptionOf(text: (field: Field) => string | undefined, { format }: Dialect): string | undefined {
  const long = text('description')
  const written = long || (text('shortDescription') ?? long)
  return written === undefined || format === 'vitrina' ? written : textOfHtml(written)
}

/** Visible where both columns say so, if the file has both. */
function isVisible(published: string | undefined, status: string | undefined): boolean | undefined {
  const stated = [parseBoolean(published), parseBoolean(status)].filter((one) => one !== undefined)
  return stated.length === 0 ? undefined : stated.every(Boolean)
}

/** The price and the compare price of each row: some shops write the sale price beside the regular one. */
function pricesOf(rows: Row[], dialect: Dialect, issues: Issue[]): Prices[] {
  return rows.map((row) => {
    const amount = (field: Amount) => parseAmountCell(row, field, dialect, issues)
    const [price, sale, before] = [amount('price'), amount('salePrice'), amount('comparePrice')]
    const compare = sale === undefined ? before : price
    const charged = sale ?? price
    // In other formats a compare price that is 0 or not above the price means that there is none.
    const isReduced = dialect.format === 'vitrina' || (compare ?? 0) > (charged ?? 0)
    return { price: charged, compare: isReduced ? (compare ?? null) : null }
  })
}

/**
 * The compare price of the product, which holds for all of its variants: null where it would show a reduction of one that has
 * none, or another.
 */
function comparePriceOf(prices: Prices[], { format }: Dialect): number | null {
  const compares = prices.flatMap(({ compare }) => compare ?? [])
  const isTrue = (compare: number) =>
    prices.every((one) => one.compare === compare || one.price === undefined || one.price >= compare)
  return compares.find((compare) => format === 'vitrina' || isTrue(compare)) ?? null
}

/** The pictures of a product's rows, in order; undefined where the file has no column for them. */
function imagesOf(rows: Row[], dialect: Dialect): Draft['images'] {
  if (!dialect.fields.has('images')) return undefined
  const images = new Map<string, { url: string; alt: string | null; position: number }>()
  for (const { cells } of rowsWithImages(rows, dialect)) {
    const urls = [cells.images, cells.moreImages].flatMap((cell) => urlsIn(cell ?? ''))
    const alts = (cells.imageAlts ?? '').split('\n')
    urls.forEach((url, n) => {
      const position = Number(cells.imagePosition) || images.size + 1
      if (!images.has(url)) images.set(url, { url, alt: alts[n]?.trim() || null, position })
    })
  }
  return [...images.values()]
    .toSorted((a, b) => a.position - b.position)
    .map(({ url, alt }) => ({ url, alt }))
}

/** In WooCommerce the pictures of variations are the variants' own, unless the product has none. */
function rowsWithImages(rows: Row[], { format }: Dialect): Row[] {
  if (format !== 'woocommerce') return rows
  const own = rows.filter((row) => !isVariation(row))
  return own.some(({ cells }) => cells.images?.trim()) ? own : rows
}
