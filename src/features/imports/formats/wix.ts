import { t } from '../../../core/texts/text.ts'
import type { Issue } from '../../../core/errors/errors.ts'
import { MAX_VARIANTS } from '../../products/product.ts'
import { optionFields, type Cells } from '../columns.ts'
import type { Row } from '../row.ts'
import { withDiscount } from './discount.ts'
import type { Format, Headers } from './format.ts'

/** A row for the product, whose options list their values, and one for each variant, with what it costs beyond the product. */
export const wix: Format = {
  name: 'wix',
  label: 'Wix',
  isRecognised: (has) => has('fieldtype') && has('handleid', 'handle'),
  headers: () => ({
    group: ['handleId', 'handle'],
    kind: ['fieldType'],
    images: ['productImageUrl'],
    category: ['collection'],
    isActive: ['visible'],
    stock: ['inventory'],
    surcharge: ['surcharge'],
    discountMode: ['discountMode'],
    discountValue: ['discountValue'],
    ...optionHeaders,
  }),
  hasProductRow: true,
  hasProductCodes: true,
  keyOf:
    () =>
    ({ line, cells }) =>
      cells.group || `line ${line}`,
  translate,
  categories: { list: /;/ },
  lossesOf: (rows) => (rows.some(({ cells }) => cells.stockTracker === 'parent') ? ['sharedStock'] : []),
}

const optionHeaders: Headers = Object.fromEntries(
  [1, 2, 3].flatMap((n) => [
    [`option${n}Name`, [`productOptionName${n}`]],
    [`option${n}Value`, [`productOptionDescription${n}`]],
  ]),
)

function translate([product, ...others]: Row[]): Row[] {
  const lists = listsOf(product!.cells)
  const count = lists.reduce((all, { values }) => all * values.length, 1)
  const isTooMany = others.length === 0 && count > MAX_VARIANTS
  const variants = others.length > 0 || isTooMany ? others : combinationsOf(product!, lists)
  const images = product!.cells.images?.split(';').filter((one) => one.trim() !== '').map(pictureUrl).join('\n') // prettier-ignore
  const cleared = lists.map(({ field }) => ({ [field]: '' }))
  const first = Object.assign({ ...product!.cells, images }, ...cleared) as Cells
  const issue = product!.issue ?? (isTooMany ? tooMany(count, product!) : null)
  return [
    withPrices({ ...product!, issue, cells: first }, product!.cells),
    ...variants.map((row) => withPrices({ ...row, cells: cellsOfVariant(row.cells) }, product!.cells)),
  ]
}

type List = { field: keyof Cells; values: string[] }

const listsOf = (cells: Cells): List[] =>
  optionFields.flatMap(([, field]) => (cells[field] ? { field, values: cells[field].split(';') } : []))

/** A product whose variants aren't managed has options and no rows for their values. */
function combinationsOf({ line, cells: { stock } }: Row, lists: List[]): Row[] {
  if (lists.length === 0) return []
  const all = lists.reduce<Cells[]>(
    (rows, { field, values }) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [field]: value.trim() }))),
    [{}],
  )
  const isShared = all.length > 1 && /\d/.test(stock ?? '')
  const counted = { ...(stock !== undefined && { stock }), ...(isShared && { stockTracker: 'parent' }) }
  return all.map((values) => ({ line, issue: null, isDoubtful: false, cells: { ...values, ...counted } }))
}

const tooMany = (count: number, { line }: Row): Issue => ({
  field: 'variants',
  reason: 'max_items',
  message: t(
    'Sus opciones se combinan en {count} variantes, y un producto puede tener hasta {max} (línea {line})',
    {
      count,
      max: MAX_VARIANTS,
      line,
    },
  ),
})

/** A colour stands before its name: `#ffc0cb:rosa`. */
function cellsOfVariant(cells: Cells): Cells {
  const values = optionFields.map(([, value]) => ({
    [value]: cells[value]?.replace(/^#[\da-f]{3,8}:/i, ''),
  }))
  return Object.assign({ ...cells, variantIsActive: cells.isActive, images: '' }, ...values) as Cells
}

const pictureUrl = (name: string) =>
  /^https?:/.test(name.trim()) ? name.trim() : `https://static.wixstatic.com/media/${name.trim()}`

/** The price of a row: the product's with the variant's surcharge, less the product's discount. */
function withPrices(row: Row, { price, discountMode = '', discountValue }: Cells): Row {
  const discount = /percent/i.test(discountMode) ? { percent: discountValue } : { amount: discountValue }
  return withDiscount(row, { price, surcharge: row.cells.surcharge, ...discount })
}
