// What is put in the cart, from a list or a product's form.
import * as cart from './cart.js'
import { afterPaint, sendEvent, showToast } from './page.js'

/** ms within which a second tap is a double one. */
const DOUBLE_TAP_MS = 600

let last = { at: -1000 }

/** When something was put last, by the clock of events. */
export const lastPut = () => last.at

/** Ignores the second tap of a double tap. @param max the stock, where it is known */
export function put(lines, max, { timeStamp: at, target }) {
  const text = JSON.stringify(lines)
  const isSecond = text === last.text && at - last.at < DOUBLE_TAP_MS
  last = { text, at }
  if (isSecond) return
  const [[variant, quantity]] = lines
  const countOf = () => cart.quantityOf(cart.read(), variant)
  const wanted = countOf() + quantity
  cart.add(lines, max)
  const count = countOf()
  showToast(
    count < wanted ? limitText(count) : count > 1 ? `Van ${count} en tu carrito` : 'Está en tu carrito',
    {
      href: cart.href(),
      text: 'Ver carrito',
    },
  )
  if (count === 0) return
  afterPaint(() => {
    sendEvent('ADD_TO_CART')
    void import('./counters.js').then(({ fly }) => fly(target))
    // It opens at once.
    void import('./cart-edit.js')
  })
}

export function limitText(count) {
  if (count === 0) return 'Tu carrito está lleno: envía este pedido y haz otro'
  return count === 1 ? 'Queda 1: ya está en tu carrito' : `Quedan ${count}: ya están en tu carrito`
}
