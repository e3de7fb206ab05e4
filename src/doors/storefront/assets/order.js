import * as cart from './cart.js'
import { sendEvent } from './page.js'

const { shop } = document.body.dataset
const ordersName = `vitrina:${shop}:pedidos`
const personName = `vitrina:${shop}:datos`

export function ordered(lines) {
  cart.removeOrdered(lines)
  sendEvent('CHECKOUT_COMPLETED')
}

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
