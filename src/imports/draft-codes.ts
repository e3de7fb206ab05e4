import { isGtin, type SkuHolder } from '../products/codes.ts'
import { productTexts, variantTexts } from '../products/fields.ts'
import type { ProductRow } from '../products/product.ts'
import type { Dialect, Draft, DraftVariant, Row } from './draft.ts'
import { variantCell, type Field, type ProductText, type VariantText } from './fields.ts'

/**
 * The plain texts of a product: null where the cell is empty, undefined where the file does not say. In most formats the codes in
 * the rows of a product that has variants are those of the variants.
 */
export function productTextsOf({ cells }: Row, { format, fields }: Dialect, isVaried: boolean) {
  const areOfVariants = isVaried && format !== 'vitrina' && format !== 'woocommerce'
  const names = productTexts.filter((name) => !(areOfVariants && variantTexts.some((code) => code === name)))
  const texts = textsOf(names, (name) => (fields.has(name) ? (cells[name] ?? '') : undefined), format)
  // Our export to WooCommerce writes the slug where the variations of a product without SKU need one to refer to.
  return format === 'woocommerce' && texts.sku === cells.slug?.trim() ? { ...texts, sku: undefined } : texts
}

/** The same of a variant. */
export const variantTextsOf = ({ cells }: Row, { format, fields }: Dialect) =>
  textsOf(
    variantTexts,
    (name) => {
      const field: Field = format === 'vitrina' ? variantCell(name) : name
      return fields.has(field) ? (cells[field] ?? '') : undefined
    },
    format,
  )

function textsOf<Name extends ProductText>(
  names: Name[],
  cellOf: (name: Name) => string | undefined,
  format: Dialect['format'],
): { [Each in Name]?: string | null } {
  const clean = (name: Name, cell: string) =>
    name === 'gtin' && format !== 'vitrina' ? cell.replaceAll(/[\s'-]/g, '') : cell.trim()
  return Object.fromEntries(
    names.map((name) => {
      const cell = cellOf(name)
      return [name, cell === undefined ? undefined : clean(name, cell) || null]
    }),
  ) as { [Each in Name]?: string | null }
}

type Codes = Pick<Draft, VariantText> | Pick<DraftVariant, VariantText>

const codesOf = (draft: Draft): Codes[] => [draft, ...(draft.variants ?? [])]

/** Leaves out barcodes that are not GTINs, which other shops accept. In our own format they are issues. */
export function leaveOutWrongGtins(draft: Draft, { format }: Dialect): void {
  if (format === 'vitrina') return
  for (const codes of codesOf(draft)) {
    if (!codes.gtin || isGtin(codes.gtin)) continue
    delete codes.gtin
    draft.losses.push('gtin')
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
  { format }: Dialect,
): void {
  const taken = new Set(holders.flatMap(({ sku, productId }) => (productId === before?.id ? [] : sku)))
  codesOf(draft).forEach((codes, n) => {
    const { sku } = codes
    if (!sku) return
    if (!taken.has(sku) && !claimed.has(sku)) {
      claimed.add(sku)
    } else if (format === 'vitrina') {
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
