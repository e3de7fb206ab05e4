import { t } from '../../../core/texts/text.ts'
import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { ApiError, invalidAll, userMessage, type Issue, issuesIn } from '../../../core/errors/errors.ts'
import { Body } from '../../../core/http/schema.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { writableFields, writableVariantFields, type ProductRow } from '../../../features/products/product.ts'
import { checkPrices } from '../../../features/products/checks.ts'
import { ownPrices, writePrices, type NewPrices } from '../../../features/products/prices.ts'
import { checkQuantityPrices } from '../../../features/products/quantity-prices.ts'
import { checkVariantPrices } from '../../../features/products/variants.ts'
import type { StoreContext } from '../page.ts'
import { countWrites } from '../forms/bulk.ts'
import { changeProducts } from './update-products.ts'

/**
 * How many products the form has, and how many variants of one; with how many lines in all, so that the page is light and has fewer
 * fields than a form may have.
 */
export const MAX_PRODUCTS = 120
export const MAX_ROWS = 50
export const MAX_LINES = 120

const { price, comparePrice } = writableFields
const { id, price: ownPrice, stock } = writableVariantFields

const VariantPrices = Body({
  id,
  price: Type.Optional(ownPrice),
  shownPrice: Type.Optional(ownPrice),
  stock: Type.Optional(stock),
  shownStock: Type.Optional(stock),
})

const ProductPrices = Body({
  id,
  price,
  shownPrice: price,
  comparePrice: Type.Optional(comparePrice),
  shownComparePrice: Type.Optional(comparePrice),
  variants: Type.Optional(Type.Array(VariantPrices, { maxItems: MAX_ROWS })),
})
type ProductPrices = Static<typeof ProductPrices>

/** What was submitted for a page of products; `show` is the button that shows another page. */
export const Prices = Body({
  products: Type.Optional(Type.Array(ProductPrices, { maxItems: MAX_PRODUCTS })),
  show: Type.Optional(Type.Enum(['previous', 'next'])),
})
export type Prices = Static<typeof Prices>

/**
 * Saves the changed products in one transaction. @returns how many
 * @throws 400 with the errors of all that can't be saved: then none is
 */
export async function savePrices(
  context: StoreContext,
  products: ProductPrices[],
  key: string,
): Promise<number> {
  const edited = products.flatMap((submitted, n) =>
    isEdited(submitted) ? [{ submitted, row: `products.${n}` }] : [],
  )
  const ids = edited.map(({ submitted }) => submitted.id)
  await countWrites(context, ids.length)
  return changeProducts(context, ids, { key, content: products }, async (present, _performIn, tx) => {
    const issues: Issue[] = []
    const changes: NewPrices[] = []
    for (const { submitted, row } of edited) {
      const product = present.get(submitted.id)
      const variantIds = product?.variants.map((variant) => variant.id) ?? []
      if (!product) {
        issues.push({ field: 'body', reason: 'not_found', message: t('El producto no existe') })
        continue
      }
      try {
        changes.push(...changesOf(context, product, submitted))
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        issues.push(...issuesAt(row, submitted, variantIds, error))
      }
    }
    const [first, ...rest] = issues
    if (first) throw invalidAll([first, ...rest, { field: 'body', reason: 'invalid', message: NONE_SAVED }])
    await writePrices(tx, context.store.id, changes)
    return changes.length
  })
}

const NONE_SAVED = t('No se guardó nada todavía. Revisa lo que está marcado.')

const isEdited = ({ variants = [], ...submitted }: ProductPrices): boolean =>
  submitted.price !== submitted.shownPrice ||
  (submitted.comparePrice ?? null) !== (submitted.shownComparePrice ?? null) ||
  variants.some(
    (one) =>
      (one.price ?? null) !== (one.shownPrice ?? null) || (one.stock ?? null) !== (one.shownStock ?? null),
  )

/** What the product is to cost; nothing where another person saved that already. @throws 400 */
function changesOf({ store }: StoreContext, product: ProductRow, submitted: ProductPrices): NewPrices[] {
  const after = enteredRow(store.currency, product, submitted)
  if (isDeepStrictEqual(after, product)) return []
  const { id, price, comparePrice, quantityPrices, variants } = after
  checkPrices(after, store.currencyDigits)
  checkVariantPrices(variants, store.currencyDigits)
  checkQuantityPrices(after, { variants: variants.map(() => ({})) }, store.currencyDigits)
  const changed = (name: 'price' | 'stock') =>
    variants.filter((one, n) => one[name] !== product.variants[n]![name])
  const own = Object.fromEntries(changed('price').map((one) => [one.id, ownPrices(one)]))
  const stock = Object.fromEntries(changed('stock').map((one) => [one.id, one.stock]))
  return [{ id, price, comparePrice, quantityPrices, own, stock }]
}

/** The product with what was entered for it. @throws 400 where what is saved is neither what was shown nor what was entered */
function enteredRow(currency: string, product: ProductRow, submitted: ProductPrices): ProductRow {
  const issues: Issue[] = []
  const money = (amount: number) => formatAmount(amount, currency)
  const entered = (
    field: string,
    [now = null, shown = null, saved]: [Amount, Amount, number | null],
    text: (n: number) => string,
  ) => {
    if (now === shown || now === saved) return saved
    if (saved !== shown)
      issues.push({
        field,
        reason: 'invalid',
        message: changedMeanwhile(saved === null ? null : text(saved)),
      })
    return now
  }
  const { price, shownPrice, comparePrice, shownComparePrice } = submitted
  const after = {
    ...product,
    price: entered('price', [price, shownPrice, product.price], money)!,
    comparePrice: entered('comparePrice', [comparePrice, shownComparePrice, product.comparePrice], money),
  }
  const variants = product.variants.map((saved, n) => {
    const one = submitted.variants?.find((row) => row.id === saved.id)
    const own = entered(`variants.${n}.price`, [one?.price, one?.shownPrice, saved.price], money)
    const stock = entered(`variants.${n}.stock`, [one?.stock, one?.shownStock, saved.stock], String)
    return { ...saved, price: own === after.price && saved.price === null ? null : own, stock }
  })
  const [first, ...rest] = issues
  if (first) throw invalidAll([first, ...rest])
  return { ...after, variants }
}

type Amount = number | null | undefined

const changedMeanwhile = (now: string | null) =>
  now === null
    ? t('Cambió mientras escribías: ahora no dice nada. Guarda otra vez para dejar lo tuyo')
    : t('Cambió mientras escribías: ahora dice {now}. Guarda otra vez para dejar lo tuyo', { now })

function issuesAt(row: string, submitted: ProductPrices, variantIds: string[], error: ApiError): Issue[] {
  const issues = issuesIn(error)
  if (issues.length === 0) return [{ field: 'body', reason: 'invalid', message: userMessage(error) }]
  const rowOf = (n: string) => submitted.variants?.findIndex((one) => one.id === variantIds[Number(n)])
  return issues.map((issue) => {
    const field = issue.field.replace(/^variants\.(\d+)/, (_, n: string) => `variants.${rowOf(n)}`)
    return { ...issue, field: `${row}.${field}` }
  })
}
