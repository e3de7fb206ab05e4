// What is put in the cart, from a list or a product's form.
import * as cart from './cart.js'
import { sendEvent } from './events.js'
import { afterPaint, showToast } from './page.js'

let last = { at: -1000 }

/** Ignores the second tap of a double tap. @param max the stock, where it is known */
export function put(lines, max, { timeStamp: at, target }) {
  const text = JSON.stringify(lines)
  const isSecond = text === last.text && at - last.at < 600
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
    void import('./fly.js').then(({ fly }) => fly(target))
  })
}

function limitText(count) {
  if (count === 0) return 'Tu carrito está lleno: envía este pedido y haz otro'
  return count === 1 ? 'Solo queda 1: ya está en tu carrito' : `Solo quedan ${count}: ya están en tu carrito`
}
