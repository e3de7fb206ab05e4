import type { Sql } from '../../core/database/db.ts'
import { isId } from '../../core/values/id.ts'
import { fullUrl, repeatHref, type CartLine } from '../../features/catalog/address.ts'
import type { KeptCart, KeptLine } from '../../features/carts/kept-carts.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { priceCart, type IncompleteLine, type PricedCart } from '../../features/carts/price-cart.ts'
import { pictureHref } from '../../features/media/address.ts'
import { quantityProblem, type QuantityProblem } from '../../features/orders/line-errors.ts'
import { joined } from '../../core/texts/text.ts'
import { TOTAL_TOO_HIGH } from '../../features/orders/errors.ts'
import { totalOf } from '../../features/orders/preview-total.ts'
import { leastPrice } from '../../features/products/least-price.ts'
import { findLeastChoices } from '../../features/products/required-choices.ts'
import { shopOrigin } from '../../features/stores/address.ts'
import { toMinor } from './amount.ts'
import { NoResult, type Caller, type Message } from './operation.ts'

export type AskedLine = KeptLine & { place: number }

/** A line of the cart: what can be ordered of it, at what it costs now, or at the least that it can cost. */
type Line = {
  variantId: string
  productId: string
  name: string
  imageUrl: string | null
  quantity: number
  unitPrice: number
  /** Its part of the cart's address: without a price while something is to be chosen. */
  seenPrice: number | null
}

type PricedLines = { kept: KeptLine[]; lines: Line[]; messages: Message[] }

/** Prices lines as the shop's cart page does; what it can't sell is left out, with a message. @throws NoResult where nothing is left */
export async function priceLines({ sql, shop }: Caller, asked: AskedLine[]): Promise<PricedLines> {
  const merged = mergeLines(asked)
  const sold = merged.filter(({ variantId }) => isId(variantId))
  const cart = await priceRaised(
    sql,
    shop,
    sold.map((line) => ({ ...line, seenPrice: null })),
  )
  const leastOf = await findLeastChoices(
    sql,
    shop.id,
    cart.incomplete.map(({ productId: id, modifierGroupIds }) => ({ id, modifierGroupIds })),
  )
  const complete = cart.lines.map((line) => ({ ...line, seenPrice: line.listPrice }))
  const incomplete = cart.incomplete.map((line) => ({
    ...line,
    unitPrice: leastPrice(leastOf({ id: line.productId }), line.unitPrice),
  }))
  const lines = merged.flatMap(({ variantId }) =>
    [...complete, ...incomplete]
      .filter((line) => line.variantId === variantId)
      .map((line) => ({ ...line, name: [line.productName, line.variantName].filter(Boolean).join(', ') })),
  )
  const messages = merged.flatMap((line) => messagesOf(line, cart))
  if (lines.length === 0) throw new NoResult(...(messages.length > 0 ? messages : [empty]))
  return { lines, messages, kept: lines.map(({ variantId, quantity }) => ({ variantId, quantity })) }
}

/** The lines with their quantities raised to what their products are sold from and by, as far as there is stock. */
async function priceRaised(sql: Sql, shop: Shop, lines: CartLine[]): Promise<PricedCart> {
  let cart = await priceCart(sql, shop, lines)
  // First to the minimum, then to the step.
  for (let round = 0; round < 2 && cart.lines.some(({ problem }) => problem !== null); round++) {
    const missing = new Map(
      cart.lines.map(({ variantId, problem }) => [variantId, problem ? missingIn(problem) : 0]),
    )
    const raised = lines.map((line) => ({
      ...line,
      quantity: line.quantity + (missing.get(line.variantId) ?? 0),
    }))
    lines = raised
    cart = await priceCart(sql, shop, lines)
  }
  return cart
}

const missingIn = ({ quantity, ...problem }: QuantityProblem): number =>
  'minimum' in problem ? problem.minimum - quantity : problem.step - (quantity % problem.step)

function mergeLines(asked: AskedLine[]): AskedLine[] {
  const merged = new Map<string, AskedLine>()
  for (const line of asked) {
    const earlier = merged.get(line.variantId)
    merged.set(line.variantId, earlier ? { ...earlier, quantity: earlier.quantity + line.quantity } : line)
  }
  return [...merged.values()]
}

function messagesOf(asked: AskedLine, { lines, unavailable, incomplete }: PricedCart): Message[] {
  const path = `$.line_items[${asked.place}]`
  const isAsked = ({ variantId }: { variantId: string }) => variantId === asked.variantId
  const line = lines.find(isAsked)
  if (line?.problem) {
    const content = `${line.productName}: ${quantityProblem(line.problem).in('es')}`
    return [{ type: 'error', code: 'quantity_invalid', severity: 'recoverable', path, content }]
  }
  if (line && line.quantity !== asked.quantity) {
    const why = line.quantity < asked.quantity ? 'no hay más' : 'por su mínimo o de a cuántos se vende'
    const content = `De ${line.productName} van ${line.quantity} en lugar de ${asked.quantity}: ${why}`
    return [{ type: 'warning', code: 'quantity_adjusted', path, content }]
  }
  const unfinished = incomplete.find(isAsked)
  if (unfinished) return [toBeChosen(unfinished, path)]
  if (line) return []
  const { why = 'unknown', name } = unavailable.find(isAsked) ?? {}
  const content = name
    ? `${name} ${reasons[why]}`
    : 'No hay ninguna variante con ese id: usa los de `variants[].id`'
  return [{ type: 'error', code: 'item_unavailable', severity: 'recoverable', path, content }]
}

const reasons = {
  unknown: 'no existe',
  removed: 'ya no se vende',
  paused: 'está en pausa',
  soldOut: 'está agotado',
  onRequest: 'tiene el precio por consultar',
}

const toBeChosen = ({ productName, problems }: IncompleteLine, path: string): Message => ({
  type: 'error',
  code: 'choices_required',
  severity: 'requires_buyer_input',
  path,
  content: `${productName}: ${joined(problems, '. ').in('es')}. Se elige en la página de la tienda; el precio es el menor posible`,
})

const empty: Message = {
  type: 'error',
  code: 'empty_cart',
  severity: 'recoverable',
  path: '$.line_items',
  content: 'El carrito necesita al menos una línea; para dejarlo, cancélalo',
}

export async function showCart({ app, sql, shop }: Caller, { id, expiresAt }: KeptCart, priced: PricedLines) {
  const { lines } = priced
  const subtotals = lines.map(({ unitPrice, quantity }) => ({ subtotal: unitPrice * quantity }))
  const none = { shippingOptionId: '', areaId: '', discountCode: '' }
  const { subtotal, total } = await totalOf(sql, shop, subtotals, none)
  const messages = total === null ? [...priced.messages, tooHigh] : priced.messages
  const amounts = (before: number, after: number) => [
    { type: 'subtotal', display_text: 'Productos', amount: toMinor(shop, before) },
    { type: 'total', display_text: 'Total', amount: toMinor(shop, after) },
  ]
  return {
    id,
    line_items: lines.map(({ variantId, productId, name, imageUrl, quantity, unitPrice }, n) => ({
      id: variantId, // a line's own: lines of one variant are one
      item: {
        id: variantId,
        title: name,
        price: toMinor(shop, unitPrice),
        ...(imageUrl && {
          image_url: shopOrigin(app, shop) + pictureHref(shop.id, productId, imageUrl, 480),
        }),
      },
      quantity,
      totals: amounts(subtotals[n]!.subtotal, subtotals[n]!.subtotal),
    })),
    currency: shop.currency,
    totals: amounts(subtotal, total ?? subtotal),
    ...(messages.length > 0 && { messages }),
    // With what a browser has in its cart already: opened again, it changes nothing.
    continue_url: fullUrl(app, shop, repeatHref(shop, lines)),
    expires_at: expiresAt,
  }
}

const tooHigh: Message = {
  type: 'error',
  code: 'total_too_high',
  severity: 'recoverable',
  path: '$.totals',
  content: TOTAL_TOO_HIGH.in('es'),
}
