import { isGtin, type SkuHolder } from '../products/codes.ts'
import { MAX_SKU } from '../products/code-fields.ts'
import { productTexts, variantTexts } from '../products/fields.ts'
import type { ProductRow } from '../products/product.ts'
import { variantCell, type ProductText, type VariantText } from './columns.ts'
import type { Draft, DraftVariant } from './draft.ts'
import type { Format } from './formats/format.ts'
import type { Row } from './row.ts'

type Texts<Name extends ProductText> = { [Each in Name]?: string | null }

/**
 * The plain texts of a product: null where the cell is empty, undefined where the file does not say. In most formats the codes in
 * the rows of a product that has variants are those of the variants.
 */
export function productTextsOf({ cells }: Row, format: Format, isVaried: boolean): Texts<ProductText> {
  const areOfVariants = isVaried && !format.hasProductCodes
  const names = productTexts.filter((name) => !(areOfVariants && variantTexts.some((code) => code === name)))
  return textsOf(names, (name) => cells[name], format)
}

/** The same of a variant. */
export const variantTextsOf = ({ cells }: Row, format: Format): Texts<VariantText> =>
  textsOf(variantTexts, (name) => cells[format.isOwn ? variantCell(name) : name], format)

function textsOf<Name extends ProductText>(
  names: Name[],
  cellOf: (name: Name) => string | undefined,
  format: Format,
): Texts<Name> {
  const texts = names.map((name) => {
    const cell = cellOf(name)?.replace(/^'(?=\d)/, '') // by which a spreadsheet keeps the digits of a number
    const text = name === 'gtin' && !format.isOwn ? cell?.replaceAll(/[\s'-]/g, '') : cell
    return [name, text === '' ? null : text]
  })
  return Object.fromEntries(texts) as Texts<Name>
}

type Codes = Pick<Draft, VariantText> | Pick<DraftVariant, VariantText>

const codesOf = (draft: Draft): Codes[] => [draft, ...(draft.variants ?? [])]

/** A number that a spreadsheet rounded: `7.50103E+12` is the code of many products. */
const isRounded = (code: string) => /^\d(?:[.,]\d+)?E\+\d+$/i.test(code)

/**
 * Leaves out codes that can't be the product's: rounded ones, SKUs that are too long, and barcodes that are not GTINs, which other
 * shops accept. In our own format these are issues.
 */
export function leaveOutWrongCodes(draft: Draft, { isOwn }: Format): void {
  for (const codes of codesOf(draft)) {
    const { sku, gtin } = codes
    if (sku && (isRounded(sku) || sku.length > MAX_SKU)) {
      delete codes.sku
      draft.losses.push(isRounded(sku) ? 'roundedCode' : 'longSku')
    }
    if (gtin && (isRounded(gtin) || !(isOwn || isGtin(gtin)))) {
      delete codes.gtin
      draft.losses.push(isRounded(gtin) ? 'roundedCode' : 'gtin')
    }
  }
}

/** The SKUs of products in a file. */
export const skusOfDrafts = (drafts: Draft[]) =>
  drafts.flatMap((draft) => codesOf(draft).flatMap(({ sku }) => sku ?? []))

/**
 * Leaves out SKUs that another product has, or that the file had before, which other shops allow. In our own format they are
 * issues. @param claimed the SKUs of the file so far
 */
export function claimSkus(
  draft: Draft,
  before: ProductRow | undefined,
  holders: SkuHolder[],
  claimed: Set<string>,
  format: Format,
): void {
  const taken = new Set(holders.flatMap(({ sku, productId }) => (productId === before?.id ? [] : sku)))
  codesOf(draft).forEach((codes, n) => {
    const { sku } = codes
    if (!sku) return
    if (!taken.has(sku) && !claimed.has(sku)) {
      claimed.add(sku)
    } else if (format.isOwn) {
      const message = `El SKU ${sku.slice(0, 40)} ya lo tiene otro producto u otra variante`
      draft.issues.push({ field: n === 0 ? 'sku' : `variants.${n - 1}.sku`, reason: 'duplicate', message })
    } else {
      delete codes.sku
      draft.losses.push('sku')
    }
  })
  const isMoved = draft.variants?.some(({ sku }) => sku && sku === before?.sku)
  if (isMoved && draft.sku === undefined) draft.sku = null
}
