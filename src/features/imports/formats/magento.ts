import { optionFields, type Cells } from '../columns.ts'
import type { Row } from '../row.ts'
import type { Format, Key } from './format.ts'

/** A row for each product, also for each variant of a configurable one, which lists theirs by SKU with their options. */
export const magento: Format = {
  name: 'magento',
  label: 'Magento',
  isRecognised: (has) => has('product online') || (has('product type') && has('attribute set code')),
  headers: () => ({
    kind: ['product_type'],
    parent: ['configurable_variations'],
    salePrice: ['special_price'],
    saleStarts: ['special_price_from_date', 'special_from_date'],
    saleEnds: ['special_price_to_date', 'special_to_date'],
    isActive: ['product_online'],
    status: ['visibility'],
    stock: ['qty'],
    availability: ['is_in_stock'],
    backorders: ['allow_backorders'],
    images: ['base_image'],
    moreImages: ['additional_images'],
    slug: ['url_key'],
  }),
  hasProductRow: true,
  hasProductCodes: true,
  keyOf: keyBySku,
  translate,
  categories: { list: /,/, step: '/' },
  visibility: {
    isActive: { 2: false },
    status: {
      'catalog, search': true,
      'not visible individually': false,
      1: false,
      2: true,
      3: false,
      4: true,
    },
  },
}

/** Rows of other views of the shop repeat the SKU; those of variants stand before their product's. */
function keyBySku(rows: Row[]): Key {
  const parents = new Map<string, string>()
  for (const { cells } of rows)
    for (const variant of variationsIn(cells)) parents.set(variant.sku, cells.sku ?? '')
  return ({ line, cells: { sku } }) => (sku ? (parents.get(sku) ?? sku) : `line ${line}`)
}

function translate(rows: Row[]): Row[] {
  const listed = new Map(rows.flatMap(({ cells }) => variationsIn(cells)).map((one) => [one.sku, one]))
  const isVariant = ({ cells: { sku } }: Row) => listed.has(sku ?? '')
  const options = [...new Set([...listed.values()].flatMap((one) => one.options.map(([name]) => name)))]
  return [
    ...rows
      .filter((row) => !isVariant(row))
      .map((row) => ({
        ...row,
        cells: { ...row.cells, ...(row.cells.parent !== undefined && { option1Value: '' }) },
      })),
    ...rows.filter(isVariant).map((row) => ({
      ...row,
      cells: cellsOfVariant(row.cells, new Map(listed.get(row.cells.sku!)!.options), options),
    })),
  ]
}

/** A variant is not shown by itself, whatever its own visibility is. */
function cellsOfVariant({ images, ...cells }: Cells, values: Map<string, string>, options: string[]): Cells {
  const own = optionFields.map(([name, value], n) => {
    const option = options[n]
    return option === undefined ? {} : { [name]: option, [value]: values.get(option) ?? '' }
  })
  const shown = {
    status: '',
    variantIsActive: cells.isActive,
    images: '',
    moreImages: '',
    variantImage: images,
  }
  return Object.assign({ ...cells, ...shown }, ...own) as Cells
}

type Variation = { sku: string; options: [string, string][] }

/** `sku=MH01-S,size=S,color=Black|sku=MH01-M,size=M,color=Black` */
const variationsIn = ({ parent = '' }: Cells): Variation[] =>
  parent.split('|').flatMap((text) => {
    const pairs = text
      .split(',')
      .map((pair) => pair.split('=').map((part) => part.trim()) as [string, string])
    const [, sku] = pairs.find(([name]) => name === 'sku') ?? []
    return sku ? { sku, options: pairs.filter(([name, value]) => name !== 'sku' && value) } : []
  })
