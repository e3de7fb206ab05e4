import * as cart from './cart.js'
import { ordered, rememberOrder } from './order.js'
import { load, replace, showToast, whenLoaded } from './page.js'

const POLL_MS = 10_000

startOrder(document.querySelector('[data-order]'))

/** Shows what the store did with the order while its page was in the background. */
function startOrder(order) {
  const number = order.dataset.order
  const lines = cart.linesOf(new URL(order.querySelector('[data-again]').href).searchParams)
  const at = order.querySelector('#steps time').dateTime
  rememberOrder(number, { address: location.pathname, at, lines })
  if (location.hash === '#listo') {
    ordered(lines) // by the plain form, before the script was there
    history.replaceState(null, '', location.pathname)
  }
  if (document.querySelector('[data-receipt]'))
    whenLoaded(import('./receipt.js'), ({ startReceipt }) => startReceipt(refresh))
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
    showToast(t('Copiado'))
  } catch {
    showToast(t('No se pudo copiar: mantén el dedo sobre el texto para hacerlo tú.'))
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

/** What a change is told by, in the order that it matters. */
const told = () =>
  ['#proposal h2', 'h1', '.outcome', '#phone p'].map((part) => document.querySelector(part)?.textContent)

async function refresh() {
  const before = told()
  const parts = ['status', 'proposal', 'steps', 'next', 'phone', 'payment', 'actions', 'summary']
  replace(await load(location.href), ...parts)
  const news = told().find((text, n) => text && text !== before[n])
  if (news) showToast(news)
}
