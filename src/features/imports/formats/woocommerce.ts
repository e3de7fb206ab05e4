import { t } from '../../../core/texts/text.ts'
import type { Issue } from '../../../core/errors/errors.ts'
import { truncated } from '../../../core/values/text.ts'
import { MAX_VARIANT_NAME } from '../../products/fields.ts'
import { optionFields, type Cells } from '../columns.ts'
import type { Loss } from '../losses.ts'
import { atLine, type Row } from '../row.ts'
import type { Format, Key } from './format.ts'

/** A row for the product and one for each variation, which refers to it and may stand anywhere. */
export const woocommerce: Format = {
  name: 'woocommerce',
  label: 'WooCommerce',
  isRecognised: (has) =>
    has('regular price', 'precio normal', 'precio regular', 'preco', 'preco normal') &&
    has('type', 'tipo', 'published', 'publicado'),
  hasLines: true,
  hasProductRow: true,
  hasProductCodes: true,
  keyOf: parentKey,
  translate,
  categories: { list: /(?<!\\),/, step: '>' },
  visibility: { isActive: { 2: false } },
  missingPrice,
  lossesOf,
}

const isKind =
  (kinds: RegExp) =>
  ({ cells }: Row): boolean =>
    kinds.test(cells.kind ?? '')

const isVariation = isKind(/variation|variaci|variação/i)
const isExternal = isKind(/external|extern/i)
const isDownloadable = isKind(/download|descarg/i)
const isGrouped = isKind(/grouped|agrupad/i)
const isVariable = isKind(/variable|variável/i)

/** A variation names its product by SKU, or by id as `id:12`; the product's row may follow later. */
function parentKey(rows: Row[]): Key {
  const byReference = new Map<string, string>()
  for (const row of rows) {
    if (isVariation(row)) continue
    const { line, cells } = row
    if (cells.sku) byReference.set(cells.sku, `line ${line}`)
    if (cells.id) byReference.set(`id:${cells.id}`, `line ${line}`)
  }
  return (row) => {
    if (!isVariation(row)) return `line ${row.line}`
    const { parent } = row.cells
    return parent ? (byReference.get(parent) ?? `parent ${parent}`) : null
  }
}

function translate(all: Row[]): Row[] {
  const own = all.filter((row) => !isVariation(row))
  const variations = all.filter(isVariation)
  if (own.length === 0) return variations.map((row, n) => (n === 0 ? withIssueOfOrphan(row) : row))
  const isUnpricedHidden = own.some(isPriced) ? false : variations.some(isPriced)
  // The pictures of variations are the variants' own, unless the product has none.
  const hasPictures = own.some(({ cells }) => cells.images)
  return [
    ...own.map((row) => ({ ...row, cells: cellsOfProduct(row.cells) })),
    ...variations.map((row) => {
      const cells = cellsOfVariation(row.cells, hasPictures, own[0]!.cells.stock)
      return isUnpricedHidden && !isPriced(row)
        ? { ...row, cells: { ...cells, variantIsActive: 'no' } }
        : { ...row, cells }
    }),
  ]
}

const isPriced = ({ cells }: Row) => Boolean(cells.price || cells.salePrice)

function cellsOfProduct(cells: Cells): Cells {
  const options = optionFields.map(([name, value]) => ({
    [name]: withCommas(cells[name]),
    [value]: cells[value] && '',
  }))
  // Our exports up to 0.4.0 had the slug where the variations of a product without SKU needed one to refer to.
  const sku = cells.sku === cells.slug ? undefined : cells.sku
  return Object.assign({ ...cells, sku }, ...options) as Cells
}

function cellsOfVariation(cells: Cells, hasPictures: boolean, stockOfProduct?: string): Cells {
  const options = optionFields.map(([name, value]) => ({
    [name]: withCommas(cells[name]),
    [value]: withCommas(cells[value]),
  }))
  const isWhole = optionFields.some(([, value]) => cells[value])
  const own: Cells = {
    variantImage: cells.images,
    images: hasPictures ? '' : cells.images,
    // -1 says no more of a variation than that its product is a draft.
    variantIsActive: cells.isActive === '-1' ? '' : cells.isActive,
    ...(sharesStock(cells) && { stock: stockOfProduct, stockTracker: 'parent' }),
    variantName: isWhole ? cells.variantName : truncated(cells.name || 'Cualquiera', MAX_VARIANT_NAME),
  }
  return Object.assign({ ...cells, ...own }, ...options) as Cells
}

/** Whether what is left of the product is left of all variations together. */
const sharesStock = ({ stock }: Cells) => stock === 'parent'

/** Commas divide values and categories; one inside of them has a backslash before it. */
const withCommas = (text?: string) => text?.replaceAll(String.raw`\,`, ',')

/** A variation whose product the file does not have: its name and options would become a product's. */
function withIssueOfOrphan(row: Row): Row {
  const parent = truncated(row.cells.parent ?? '', 80)
  const { line } = row
  const message = parent
    ? t(
        'Es una variación de un producto ({parent}) que no está en el archivo (línea {line}): expórtalo junto con sus variaciones',
        { parent, line },
      )
    : t(
        'Es una variación de un producto que no está en el archivo (línea {line}): expórtalo junto con sus variaciones',
        { line },
      )
  return { ...row, issue: row.issue ?? { field: 'parent', reason: 'not_found', message } }
}

function missingPrice([first, ...variations]: Row[]): Issue {
  const why = isGrouped(first!)
    ? t('Es un producto agrupado: solo reúne otros, que se importan por separado. Importa sin esta fila')
    : variations.length > 0
      ? t('Ninguna de sus variaciones tiene precio: pónselo en el archivo, o importa sin este producto')
      : isVariable(first!)
        ? t(
            'Es un producto variable y el archivo no trae sus variaciones, que tienen el precio: expórtalas también',
          )
        : t('No tiene precio: pónselo en el archivo, o importa sin este producto')
  return { field: 'price', reason: 'required', message: atLine(why, first!.line) }
}

function lossesOf(rows: Row[]): Loss[] {
  const [first, ...variations] = rows
  const losses = {
    unpricedVariants:
      !isPriced(first!) && variations.some(isPriced) && variations.some((row) => !isPriced(row)),
    sharedStock: variations.some(({ cells }) => cells.stockTracker === 'parent'),
    openOptions: variations.some(hasOpenOption),
    external: isExternal(first!),
    downloadable: rows.some(isDownloadable),
  }
  return (Object.keys(losses) as (keyof typeof losses)[]).filter((loss) => losses[loss])
}

const hasOpenOption = ({ cells }: Row): boolean =>
  optionFields.some(([name, value]) => cells[name] && !cells[value])
