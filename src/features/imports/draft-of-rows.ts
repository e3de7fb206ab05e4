import { t, wordingIn } from '../../core/texts/text.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { truncated } from '../../core/values/text.ts'
import { MAX_NAME } from '../products/fields.ts'
import { MAX_IMAGES } from '../products/images.ts'
import { parseAmountCell, parseStockCell, parseVisibilityCell, urlsIn } from './cells.ts'
import type { Amount, Cells } from './columns.ts'
import { withoutWrongCodes, productTextsOf } from './draft-codes.ts'
import { lostRowIssues, variantsOf } from './draft-variants.ts'
import { isOwnExport, type Draft, type Prices, type ProductFile } from './draft.ts'
import type { Format } from './formats/format.ts'
import { namesIn } from './group-definitions.ts'
import { textOfHtml, textOfPost, withLineBreaks } from './html-text.ts'
import type { Loss } from './losses.ts'
import { readQuantities } from './quantity-cells.ts'
import { MAX_ROWS, type Row } from './row.ts'
import { saleStateOf } from './sale-dates.ts'

export function draftOf(all: Row[], file: ProductFile): Draft {
  const { format } = file
  const rows = all.slice(0, MAX_ROWS)
  const [first] = rows as [Row]
  const { cells } = first
  const issues: Issue[] = rows.flatMap(({ issue }) => issue ?? [])
  if (all.length > MAX_ROWS) issues.unshift(tooManyRows(all.length))
  const prices = pricesOf(rows, file, issues)
  const variants = variantsOf(rows, file, prices, issues)
  const comparePrice = comparePriceOf(prices, first, format)
  const [name, images] = [nameOf(rows, format), imagesOf(rows, format)]
  const isShown = isVisible(first, file, issues)
  const draft = {
    ...productTextsOf(first, format, (variants.variants?.length ?? 0) > 0),
    line: first.line,
    id: format.idOf?.(cells) || undefined,
    slug: cells.slug || undefined,
    name: isLong(name) ? truncated(name, MAX_NAME) : name,
    description: descriptionOf(cells, format),
    price: prices[0]?.price,
    comparePrice,
    category: cells.category,
    ...readQuantities(first, file, issues),
    modifierGroups: namesIn(cells.modifierGroups),
    groupDefinitions: cells.groupDefinitions,
    isActive: !format.isOwn && isAllHidden(variants) ? false : isShown, // nothing of it could be bought
    images: images?.slice(0, MAX_IMAGES),
    ...variants,
    stock: parseStockCell(first, file, issues),
    missingPrice: format.missingPrice?.(rows),
  }
  return withoutWrongCodes(
    {
      ...draft,
      issues: withoutDuplicates([...issues, ...lostRowIssues(rows, prices, format)]),
      losses: lossesOf(rows, prices, { name, images, comparePrice }, format),
    },
    format,
  )
}

const isAllHidden = ({ variants = [] }: Pick<Draft, 'variants'>) =>
  variants.length > 0 && variants.every(({ isActive }) => isActive === false)

const withoutDuplicates = (issues: Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [`${issue.field} ${wordingIn(issue.message, 'es')}`, issue])).values(),
]

const tooManyRows = (count: number): Issue => ({
  field: 'variants',
  reason: 'max_items',
  message: t('Un producto puede ocupar hasta {max} filas, y este tiene {count}', { max: MAX_ROWS, count }),
})

function nameOf(rows: Row[], { nameOf: nameIn = ([first]) => first }: Format): string | undefined {
  return nameIn(rows.flatMap(({ cells }) => cells.name || []))
}

function descriptionOf(cells: Cells, format: Format): string | undefined {
  const { description, shortDescription } = cells
  const written = description || (shortDescription ?? description)
  if (written === undefined || isOwnExport(cells, format)) return written
  return (format.hasLines ? textOfPost : textOfHtml)(withLineBreaks(written))
}

function isVisible(row: Row, file: ProductFile, issues: Issue[]): boolean | undefined {
  const stated = (['isActive', 'status'] as const)
    .map((field) => parseVisibilityCell(row, field, file, issues))
    .filter((one) => one !== undefined)
  return stated.length === 0 ? undefined : stated.every(Boolean)
}

/** The price and the compare price of each row: some shops write the sale price beside the regular one, and when it holds. */
function pricesOf(rows: Row[], file: ProductFile, issues: Issue[]): Prices[] {
  return rows.map((row) => {
    const amount = (field: Amount) => parseAmountCell(row, field, file, issues)
    const [price, sale, before] = [amount('price'), amount('salePrice'), amount('comparePrice')]
    const state = sale === undefined ? null : saleStateOf(row, file.timeZone, issues)
    const running = state === 'outside' ? undefined : sale
    if (state === 'outside' && price === undefined) issues.push(noRegularPrice(row))
    const compare = running === undefined ? before : price
    const charged = running ?? price
    // In other formats a compare price that is 0 or not above the price means that there is none.
    const isReduced = file.format.isOwn || (compare ?? 0) > (charged ?? 0)
    return { price: charged, compare: isReduced ? (compare ?? null) : null, sale: state }
  })
}

const noRegularPrice = ({ line }: Row): Issue => ({
  field: 'price',
  reason: 'required',
  message: t('La oferta está fuera de sus fechas, y no hay un precio normal (línea {line})', { line }),
})

/** For all of its variants: null where it would show a reduction of one that has none, or another. */
function comparePriceOf(prices: Prices[], { cells }: Row, format: Format): number | null | undefined {
  if (cells.comparePrice === undefined && cells.salePrice === undefined) return undefined
  const compares = prices.flatMap(({ compare }) => compare ?? [])
  const isTrue = (compare: number) =>
    prices.every((one) => one.compare === compare || one.price === undefined || one.price >= compare)
  return compares.find((compare) => format.isOwn || isTrue(compare)) ?? null
}

function imagesOf(rows: Row[], format: Format): Draft['images'] {
  if (rows[0]!.cells.images === undefined) return undefined
  const images = new Map<string, { url: string; alt: string | null; position: number }>()
  for (const { cells } of rows) {
    const alts = (cells.imageAlts ?? '').split('\n')
    for (const [n, url] of addressesIn(cells, format).entries()) {
      const position = Number(cells.imagePosition) || images.size + 1
      if (!images.has(url)) images.set(url, { url, alt: alts[n]?.trim() || null, position })
    }
  }
  return [...images.values()]
    .toSorted((a, b) => a.position - b.position)
    .map(({ url, alt }) => ({ url, alt }))
}

/** Other programs write a path of their own in place of an address; in our own format that is an issue. */
const addressesIn = ({ images, moreImages }: Cells, { isOwn }: Format): string[] =>
  [...urlsIn(images), ...urlsIn(moreImages)].filter((url) => isOwn || url.startsWith('http'))

/** The longest name of a product in other shops; what is longer is no name. */
const MAX_NAME_ELSEWHERE = 255

const isLong = (name = ''): name is string => name.length > MAX_NAME && name.length <= MAX_NAME_ELSEWHERE

type WholeDraft = { [Name in 'name' | 'images' | 'comparePrice']: Draft[Name] | undefined }

function lossesOf(rows: Row[], prices: Prices[], whole: WholeDraft, format: Format): Loss[] {
  const hasPath = ({ cells: { images } }: Row) => urlsIn(images).some((url) => !url.startsWith('http'))
  const losses: [isLost: boolean, Loss][] = [
    [prices.some(({ compare }) => compare !== null && compare !== whole.comparePrice), 'comparePrice'],
    [prices.some(({ sale }) => sale === 'outside'), 'saleOutside'],
    [prices.some(({ sale }) => sale === 'ending'), 'saleEnd'],
    [(whole.images?.length ?? 0) > MAX_IMAGES, 'images'],
    [!format.isOwn && rows.some(hasPath), 'picturePaths'],
    [rows.some(({ isDoubtful }) => isDoubtful), 'characters'],
    [isLong(whole.name), 'longName'],
  ]
  return [...(format.lossesOf?.(rows) ?? []), ...losses.flatMap(([isLost, loss]) => (isLost ? [loss] : []))]
}
