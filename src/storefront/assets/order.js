// The page of an order, and the orders of this store in localStorage.
import * as cart from './cart.js'
import { sendEvent } from './events.js'
import { load, replace, showToast } from './page.js'

const { shop } = document.body.dataset
/** ms between two polls of the order's status. */
const POLL_MS = 10_000

const ordersName = `vitrina:${shop}:pedidos`
const personName = `vitrina:${shop}:datos`

/** Shows what the store did with the order while its page was in the background. */
export function startOrder(order) {
  const number = order.dataset.order
  const lines = cart.linesOf(new URL(order.querySelector('[data-again]').href).searchParams)
  const at = order.querySelector('#steps time').dateTime
  rememberOrder(number, { address: location.pathname, at, lines })
  if (location.hash === '#listo') {
    ordered(number, lines) // by the plain form, before the script was there
    history.replaceState(null, '', location.pathname)
  }
  if (document.querySelector('[data-receipt]'))
    void import('./receipt.js').then(({ startReceipt }) => startReceipt(refresh))
  document.addEventListener('click', ({ target }) => target.matches('[data-copy]') && void copy(target))
  if (performance.getEntriesByType('navigation')[0]?.type !== 'navigate') showBeginning()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh()
  })
  setInterval(poll, POLL_MS)
}

async function copy({ dataset }) {
  try {
    await navigator.clipboard.writeText(dataset.copy)
    showToast('Copiado')
  } catch {
    showToast('No se pudo copiar: mantén el dedo sobre el texto para hacerlo tú.')
  }
}

/** Scrolls to the top: the browser would restore the checkout's position. */
function showBeginning() {
  history.scrollRestoration = 'manual'
  const toTop = () => requestAnimationFrame(() => scrollTo({ top: 0, behavior: 'instant' }))
  toTop()
  addEventListener('load', toTop)
}

/** Polls the status, with the payment's, while the page is visible, until it is final. */
async function poll() {
  const shown = statusShown()
  if (document.hidden || /^(delivered|cancelled)/.test(shown)) return
  try {
    const response = await fetch(`${location.pathname}/estado`)
    if (response.ok && (await response.text()) !== shown) await refresh()
  } catch {
    // Without a connection: retried at the next poll.
  }
}

const statusShown = () => document.getElementById('steps').dataset.status

async function refresh() {
  const before = statusShown()
  replace(await load(location.href), 'status', 'proposal', 'phone', 'steps', 'actions', 'payment', 'summary')
  if (statusShown() !== before) showToast(document.querySelector('#proposal h2, h1').textContent)
}

/** Removes the ordered lines from the cart, and reports the order. */
export function ordered(orderNumber, lines) {
  cart.removeOrdered(lines)
  sendEvent('CHECKOUT_COMPLETED')
}

/** The last orders here by their number: `{ address, at, lines }`. */
export const orders = () => stored(ordersName)

export function rememberOrder(number, order) {
  const last = Object.entries({ ...orders(), [number]: order }).slice(-20)
  store(ordersName, Object.fromEntries(last)) // without it, the order's page can still be reached from the chat
}

/** The last shopper's contact details, to prefill the checkout. */
export const person = () => stored(personName)
export const rememberPerson = (details) => store(personName, details)

export function clearStored() {
  for (const name of [ordersName, personName]) store(name, {})
}

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Private windows store nothing.
  }
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
