import { t } from '../../core/texts/text.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { isGtin } from '../products/codes.ts'
import { MAX_SKU } from '../products/code-fields.ts'
import { productTexts, variantTexts } from '../products/fields.ts'
import type { ProductRow } from '../products/product.ts'
import { variantCell, type ProductText, type VariantText } from './columns.ts'
import type { Draft, DraftVariant } from './draft.ts'
import type { Format } from './formats/format.ts'
import type { Loss } from './losses.ts'
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
 * The product without codes that can't be its own: rounded ones, SKUs that are too long, and barcodes that are not GTINs, which other
 * shops accept. In our own format those are issues of the product.
 */
export function withoutWrongCodes(draft: Draft, { isOwn }: Format): Draft {
  const isWrong = {
    sku: (code: string) => isRounded(code) || code.length > MAX_SKU,
    gtin: (code: string) => isRounded(code) || !(isOwn || isGtin(code)),
  }
  const reasons = { sku: 'longSku', gtin: 'gtin' } as const
  return (['sku', 'gtin'] as const).reduce(
    (kept, name) =>
      withoutCodes(
        kept,
        name,
        (code) => isWrong[name](code) && (isRounded(code) ? 'roundedCode' : reasons[name]),
      ),
    draft,
  )
}

function withoutCodes(
  draft: Draft,
  name: VariantText,
  why: (code: string, n: number) => Loss | false,
): Draft {
  const lost = codesOf(draft).map(({ [name]: code }, n) => (code ? why(code, n) : false))
  if (!lost.some(Boolean)) return draft
  const without = <C extends Codes>(codes: C, n: number) =>
    lost[n] ? { ...codes, [name]: undefined } : codes
  return {
    ...without(draft, 0),
    ...(draft.variants && { variants: draft.variants.map((variant, n) => without(variant, n + 1)) }),
    losses: [...draft.losses, ...lost.filter((loss) => loss !== false)],
  }
}

export const skusOfDrafts = (drafts: Draft[]) =>
  drafts.flatMap((draft) => codesOf(draft).flatMap(({ sku }) => sku ?? []))

/** Other shops allow such SKUs; in our own format they are issues. @param skus of others and of the file so far; its own are added */
export function withOwnSkus(
  draft: Draft,
  before: ProductRow | undefined,
  { taken, claimed }: { taken: Set<string>; claimed: Set<string> },
  { isOwn }: Format,
): Draft {
  const issues: Issue[] = []
  const own = withoutCodes(draft, 'sku', (sku, n) => {
    const isOthers = taken.has(sku) || claimed.has(sku)
    if (isOthers && isOwn) issues.push(skuOfAnother(sku, n === 0 ? 'sku' : `variants.${n - 1}.sku`))
    if (!isOthers) claimed.add(sku)
    return isOthers && !isOwn && 'sku'
  })
  const isMoved = own.variants?.some(({ sku }) => sku && sku === before?.sku)
  return {
    ...own,
    issues: [...own.issues, ...issues],
    ...(isMoved && own.sku === undefined && { sku: null }),
  }
}

const skuOfAnother = (sku: string, field: string): Issue => ({
  field,
  reason: 'duplicate',
  message: t('El SKU {sku} ya lo tiene otro producto u otra variante', { sku: sku.slice(0, 40) }),
})
