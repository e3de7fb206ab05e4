// The orders of this store in localStorage, and the attempt to send one.
import * as cart from './cart.js'
import { sendEvent } from './page.js'

const { shop } = document.body.dataset
const ordersName = `vitrina:${shop}:pedidos`
const personName = `vitrina:${shop}:datos`

/** Removes the ordered lines from the cart, and reports the order. */
export function ordered(lines) {
  cart.removeOrdered(lines)
  sendEvent('CHECKOUT_COMPLETED')
}

/** The last orders here by their number: `{ address, at, lines }`. */
export const orders = () => cart.stored(ordersName, {})

export function rememberOrder(number, order) {
  const last = Object.entries({ ...orders(), [number]: order }).slice(-20)
  cart.store(ordersName, Object.fromEntries(last)) // without it, the order's page can still be reached from the chat
}

/** The last shopper's contact details, to prefill the checkout. */
export const person = () => cart.stored(personName, {})
export const rememberPerson = (details) => cart.store(personName, details)

export function clearStored() {
  for (const name of [ordersName, personName]) cart.store(name, {})
}

/** The lines of the checkout as an order has them: what was chosen and the note stand with each. */
export const itemsOf = (checkout) =>
  [...checkout.querySelectorAll('[name=v]')].map(
    ({ value, dataset, nextElementSibling: { value: quantity } }) => ({
      variantId: value.split(/[~*]/)[0],
      quantity: Number(quantity),
      ...JSON.parse(dataset.item ?? '{}'),
    }),
  )

const attemptName = `vitrina:${shop}:intento`

/** The idempotency key of an order: the form's, or that of an earlier attempt to send the same. */
export function keyOf(text, formKey) {
  const fresh = { text, key: formKey }
  try {
    const earlier = JSON.parse(sessionStorage.getItem(attemptName) ?? 'null')
    if (earlier?.text === text) return earlier.key
    if (earlier?.key === fresh.key) fresh.key = crypto.randomUUID()
    sessionStorage.setItem(attemptName, JSON.stringify(fresh))
  } catch {
    // Without storage a reload counts as another order; the server still finds duplicates.
  }
  return fresh.key
}

/** What is ordered from here on is another order, also where it is the same again. */
export function forgetAttempt() {
  try {
    sessionStorage.removeItem(attemptName)
  } catch {
    // Without storage there is nothing to remove.
  }
}
