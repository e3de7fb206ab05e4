// What is put in the cart, from a list or a product's form.
import * as cart from './cart.js'
import { afterPaint, sendEvent, showToast, whenLoaded } from './page.js'

/** ms within which a second tap is a double one. */
const DOUBLE_TAP_MS = 600

/** ms in which that is so of a tap on what has just become a counter. */
const CHANGED_MS = 350

let last = { at: -1000 }

/** Whether this tap is the second one of the double tap that has just put something, on what its button has become. */
export const isSecondTap = ({ timeStamp: at }) => at - last.at < CHANGED_MS

/** Ignores the second tap of a double tap. @param max the stock, where it is known */
export function put(lines, max, { timeStamp: at, target }) {
  const text = JSON.stringify(lines)
  const isSecond = text === last.text && at - last.at < DOUBLE_TAP_MS
  last = { text, at }
  if (isSecond) return
  const [[variant, quantity]] = lines
  const countOf = () => cart.quantityOf(cart.read(), variant)
  const wanted = countOf() + quantity
  // The line that is chosen again on this page gives way to what its own form puts, not to another product.
  if (target.closest('.product')) cart.remove([[new URLSearchParams(location.search).get('otra'), 10_000]])
  cart.add(lines, max)
  const count = countOf()
  showToast(
    count < wanted
      ? cart.limitText(count)
      : count > 1
        ? t('Van {count} en tu carrito', { count })
        : t('Está en tu carrito'),
    {
      href: cart.href(),
      text: t('Ver carrito'),
    },
  )
  if (count === 0) return
  afterPaint(() => {
    sendEvent('ADD_TO_CART')
    showArrival()
    // It opens at once.
    whenLoaded(import('./cart-edit.js'))
  })
}

/** The cart in sight moves, unless the shopper prefers reduced motion. */
function showArrival() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const bag = [...document.querySelectorAll('a.cart')].findLast((link) => link.checkVisibility())
  bag?.firstElementChild.animate({ scale: [1, 1.25, 1] }, { duration: 250, easing: 'ease-out' })
}
