import { Type } from 'typebox'
import { isId } from '../../core/values/id.ts'
import { cleanText } from '../../core/values/text.ts'
import { MAX_LENGTHS, MAX_LINES, MAX_QUANTITY } from '../../features/orders/order.ts'
import { lineKey, type CartLine } from '../../features/catalog/address.ts'
import { choicesText, readChoices } from '../../features/carts/line-choices.ts'
import type { PricedCart } from '../../features/carts/price-cart.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { readInteger } from './read-values.ts'

export const CartQuery = Type.Object({ v: Type.Optional(Type.Unknown()), n: Type.Optional(Type.Unknown()) })

export const isAvailableInFull = ({ lines, unavailable, incomplete }: PricedCart): boolean =>
  unavailable.length + incomplete.length === 0 &&
  lines.every(({ quantity, requested, gone }) => quantity === requested && gone.length === 0)

/** The cart of an address or a form: pairs of `v=variant~price*choices*note` and `n=quantity`. Invalid lines are dropped. */
export function readCart(query: { v?: unknown; n?: unknown }): CartLine[] {
  if (query.v === undefined) return []
  const [values, quantities] = [[query.v].flat(), [query.n].flat()]
  const lines = new Map<string, CartLine>()
  values.slice(0, MAX_LINES).forEach((value, i) => {
    const quantity = readInteger(quantities[i] ?? '1', 0, 999_999_999)
    const line = typeof value === 'string' && readLine(value)
    if (!line || !quantity) return
    const key = lineKey(line)
    const earlier = lines.get(key)?.quantity ?? 0
    lines.set(key, { ...line, quantity: Math.min(earlier + quantity, MAX_QUANTITY) })
  })
  return [...lines.values()]
}

function readLine(value: string): Omit<CartLine, 'quantity'> | null {
  const [, variantId = '', price = '', chosen = '', written = ''] =
    /^([^~*]*)(?:~([^*]*))?(?:\*([^*]*))?(?:\*(.*))?$/s.exec(value) ?? []
  if (!isId(variantId)) return null
  const seenPrice = /^\d{1,9}(\.\d{1,4})?$/.test(price) ? Number(price) : null
  const choices = choicesText(readChoices(chosen))
  const note = readNote(written)
  return { variantId, seenPrice, ...(choices && { choices }), ...(note && { note }) }
}

/** A note as an order may have it, at most as long; empty of anything else. */
export function readNote(value: unknown): string {
  const { itemNote: max } = MAX_LENGTHS
  const clean = typeof value === 'string' ? cleanText(value.slice(0, 4 * max), 'one') : ''
  return (clean ?? '')
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

export const withCart = (shop: Shop, cart: CartLine[]): Shop => ({ ...shop, cart })

export const currentLines = ({ lines }: PricedCart): CartLine[] =>
  lines.map(({ variantId, quantity, listPrice, choices, note }) => ({
    variantId,
    quantity,
    seenPrice: listPrice,
    ...(choices && { choices }),
    ...(note && { note }),
  }))
