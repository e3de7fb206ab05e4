import type { Issue } from '../core/errors/errors.ts'
import { MAX_IMAGES } from '../products/images.ts'
import { parseAmountCell, parseBoolean, parseStockCell, urlsIn } from './cells.ts'
import type { Amount, Cells, Format } from './columns.ts'
import { leaveOutWrongGtins, productTextsOf } from './draft-codes.ts'
import { repeatedRowIssues, variantsOf } from './draft-variants.ts'
import type { Draft, Prices, ProductFile, Row } from './draft.ts'
import { namesIn } from './group-definitions.ts'
import { textOfHtml } from './html-text.ts'
import type { Loss } from './losses.ts'
import { isVariation, missingPrice, orphanIssues, wooLosses } from './woocommerce.ts'

/** More rows than a product of any shop has, for its variants and its pictures. */
const MAX_ROWS = 500

/** Reads a product from its rows; the first row holds the product's own fields. */
export function draftOf(all: Row[], file: ProductFile): Draft {
  const { format } = file
  const rows = all.slice(0, MAX_ROWS)
  const [first] = rows as [Row]
  const { cells } = first
  const issues: Issue[] = rows.flatMap(({ issue }) => issue ?? [])
  if (all.length > MAX_ROWS) issues.unshift(tooManyRows(all.length))
  const prices = pricesOf(rows, file, issues)
  const variants = variantsOf(rows, file, prices, issues)
  const draft: Draft = {
    ...productTextsOf(first, format, (variants.variants?.length ?? 0) > 0),
    line: first.line,
    id: idOf(cells, format),
    slug: cells.slug || undefined,
    name: nameOf(rows, format),
    description: descriptionOf(cells, format),
    price: prices[0]?.price,
    comparePrice: comparePriceOf(prices, first, format),
    category: cells.category,
    modifierGroups: namesIn(cells.modifierGroups),
    groupDefinitions: cells.groupDefinitions,
    isActive: isVisible(cells),
    images: imagesOf(rows, format),
    ...variants,
    stock: parseStockCell(first, file, issues),
    issues: withoutDuplicates([...issues, ...repeatedRowIssues(rows, format)]),
    losses: [],
  }
  draft.losses = lossesOf(rows, prices, draft, format)
  draft.images = draft.images?.slice(0, MAX_IMAGES)
  leaveOutWrongGtins(draft, format)
  if (format === 'woocommerce') {
    draft.issues.push(...orphanIssues(rows))
    draft.missingPrice = missingPrice(rows)
  }
  return draft
}

/** Removes repeated issues: the first row is read twice, for the product and for its first variant. */
const withoutDuplicates = (issues: Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [`${issue.field} ${issue.message}`, issue])).values(),
]

const tooManyRows = (count: number): Issue => ({
  field: 'variants',
  reason: 'max_items',
  message: `Un producto puede ocupar hasta ${MAX_ROWS} filas, y este tiene ${count}`,
})

/** The id of the store's product. Other shops have ids of their own; a feed has those that it was exported with. */
function idOf({ id, group }: Cells, format: Format): string | undefined {
  if (format === 'feed') return group || id || undefined
  return (format === 'vitrina' && id) || undefined
}

/** Feeds name each variant after its product: the product's name is their common prefix. */
function nameOf(rows: Row[], format: Format): string | undefined {
  const names = rows.flatMap(({ cells }) => cells.name || [])
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

function descriptionOf({ description, shortDescription }: Cells, format: Format): string | undefined {
  const written = description || (shortDescription ?? description)
  return written === undefined || format === 'vitrina' ? written : textOfHtml(written)
}

/** Visible where both columns say so, if the file has both. */
function isVisible({ isActive, status }: Cells): boolean | undefined {
  const stated = [isActive, status].map(parseBoolean).filter((one) => one !== undefined)
  return stated.length === 0 ? undefined : stated.every(Boolean)
}

/** The price and the compare price of each row: some shops write the sale price beside the regular one. */
function pricesOf(rows: Row[], file: ProductFile, issues: Issue[]): Prices[] {
  return rows.map((row) => {
    const amount = (field: Amount) => parseAmountCell(row, field, file, issues)
    const [price, sale, before] = [amount('price'), amount('salePrice'), amount('comparePrice')]
    const compare = sale === undefined ? before : price
    const charged = sale ?? price
    // In other formats a compare price that is 0 or not above the price means that there is none.
    const isReduced = file.format === 'vitrina' || (compare ?? 0) > (charged ?? 0)
    return { price: charged, compare: isReduced ? (compare ?? null) : null }
  })
}

/**
 * The compare price of the product, which holds for all of its variants: null where it would show a reduction of one that has
 * none, or another.
 */
function comparePriceOf(prices: Prices[], { cells }: Row, format: Format): number | null | undefined {
  if (cells.comparePrice === undefined && cells.salePrice === undefined) return undefined
  const compares = prices.flatMap(({ compare }) => compare ?? [])
  const isTrue = (compare: number) =>
    prices.every((one) => one.compare === compare || one.price === undefined || one.price >= compare)
  return compares.find((compare) => format === 'vitrina' || isTrue(compare)) ?? null
}

/** The pictures of a product's rows, in order; undefined where the file has no column for them. */
function imagesOf(rows: Row[], format: Format): Draft['images'] {
  if (rows[0]!.cells.images === undefined) return undefined
  const images = new Map<string, { url: string; alt: string | null; position: number }>()
  for (const { cells } of rowsWithImages(rows, format)) {
    const alts = (cells.imageAlts ?? '').split('\n')
    for (const [n, url] of [...urlsIn(cells.images), ...urlsIn(cells.moreImages)].entries()) {
      const position = Number(cells.imagePosition) || images.size + 1
      if (!images.has(url)) images.set(url, { url, alt: alts[n]?.trim() || null, position })
    }
  }
  return [...images.values()]
    .toSorted((a, b) => a.position - b.position)
    .map(({ url, alt }) => ({ url, alt }))
}

/** In WooCommerce the pictures of variations are the variants' own, unless the product has none. */
function rowsWithImages(rows: Row[], format: Format): Row[] {
  if (format !== 'woocommerce') return rows
  const own = rows.filter((row) => !isVariation(row))
  return own.some(({ cells }) => cells.images) ? own : rows
}

/** What is lost of a product, but of its codes and its category. */
function lossesOf(rows: Row[], prices: Prices[], draft: Draft, format: Format): Loss[] {
  const losses: Loss[] = format === 'woocommerce' ? wooLosses(rows, prices) : []
  if (prices.some(({ compare }) => compare !== null && compare !== draft.comparePrice))
    losses.push('comparePrice')
  if (format === 'shopify' && /^(?:archived|archivado|unlisted)$/i.test(rows[0]!.cells.status ?? ''))
    losses.push('archived')
  if ((draft.images?.length ?? 0) > MAX_IMAGES) losses.push('images')
  return losses
}
