// The cart page. The stored cart wins over the address, whose cart may be an old or a shared one.
import * as cart from './cart.js'
import { show, startEditing, storeShown } from './cart-edit.js'
import { sendEvent } from './page.js'

if (cart.isStored) start()

function start() {
  const query = new URLSearchParams(location.search)
  const shown = cart.linesOf(query)
  if (query.has('repite')) cart.repeat(shown)
  else if (query.has('mas')) addShown(shown, Number(query.get('mas')))
  const stored = cart.read()
  const isOther = JSON.stringify(stored) !== JSON.stringify(shown)
  if (isOther && (stored.length > 0 || cart.wasOrdered(shown))) return location.replace(cart.href(stored))
  storeShown()
  startEditing()
  addEventListener('pageshow', ({ persisted }) => persisted && void show(cart.read()))
  addEventListener('storage', () => void show(cart.read()))
  document.addEventListener('click', showAdded, true)
  const isChanged = [...document.querySelectorAll('#cart [name=n]')].some((n) => n.value !== n.defaultValue)
  if (isChanged) void show(cart.read()) // changed before this script had loaded
}

/** What is put in the cart below it is shown in it. */
function showAdded({ target }) {
  if (target.closest('.related .add')) addEventListener('cart', () => void show(cart.read()), { once: true })
}

/** A product may be added before the script has loaded: `mas` is then the number of new lines in the address. */
function addShown(shown, count) {
  const lines = cart.count() > 0 ? shown.slice(-count) : shown
  cart.add(lines)
  sendEvent('ADD_TO_CART')
}
