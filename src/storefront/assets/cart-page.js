// The cart page, updated in place; without a connection from what is stored on the phone.
import * as cart from './cart.js'
import { sendEvent } from './events.js'
import { hideToast, load, replace, showToast } from './page.js'

let requests = 0 // a response to an earlier request is ignored

/** The stored cart wins over the address, whose cart may be an old or a shared one. */
export function startCart() {
  const query = new URLSearchParams(location.search)
  const shown = cart.linesOf(query)
  if (query.has('repite')) cart.repeat(shown)
  else if (query.has('mas')) addShown(shown, Number(query.get('mas')))
  const stored = cart.read()
  const isOther = JSON.stringify(stored) !== JSON.stringify(shown)
  if (isOther && (stored.length > 0 || cart.wasOrdered(shown))) return location.replace(cart.href(stored))
  storeShown()
  document.addEventListener('change', ({ target }) => target.name === 'n' && changed(target))
  document.addEventListener('click', onCartClick)
  addEventListener('pageshow', ({ persisted }) => persisted && void show(cart.read()))
  addEventListener('storage', () => void show(cart.read()))
  const isChanged = [...document.querySelectorAll('#cart [name=n]')].some((n) => n.value !== n.defaultValue)
  if (isChanged) void show(cart.read()) // changed before this script had loaded
}

/** A product may be added before the script has loaded: `mas` is then the number of new lines in the address. */
function addShown(shown, count) {
  const lines = cart.count() > 0 ? shown.slice(-count) : shown
  cart.add(lines)
  sendEvent('ADD_TO_CART')
}

/** Stores the cart as the server shows it, at current prices, and gives the page its address. */
function storeShown() {
  const form = document.querySelector('#cart form')
  cart.write(form ? cart.linesOf(new FormData(form)) : [])
  history.replaceState(null, '', cart.href())
}

/** 0 removes the line; an invalid quantity is reset. */
function changed(input) {
  const quantity = Math.trunc(Number(input.value || -1))
  if (!(quantity >= 0)) input.value = input.defaultValue
  else if (quantity === 0) void remove(input.closest('li'))
  else void show(cart.linesOf(new FormData(input.form)))
}

function onCartClick(event) {
  const button = event.target.closest('[name=saca], [name=suma], [name=quita]')
  if (!button) return
  event.preventDefault()
  const line = button.closest('li')
  if (button.name === 'saca') return void remove(line)
  const input = line.querySelector('[name=n]')
  input.value = Math.min(Number(input.max), Number(input.value) + (button.name === 'suma' ? 1 : -1))
  changed(input)
}

async function remove({ dataset }) {
  const lines = cart.read()
  const at = lines.findIndex(([variant]) => variant === dataset.variant)
  const undo = () => {
    hideToast()
    void show(cart.read().toSpliced(at, 0, lines[at]))
  }
  await show(lines.toSpliced(at, 1))
  showToast(`Quitaste ${dataset.name}`, { text: 'Deshacer', run: undo })
}

async function show(lines) {
  cart.write(lines)
  const mine = ++requests
  const page = await load(cart.href())
  if (mine !== requests) return
  if (!page) {
    showAlone(cart.read())
    return showToast('Sin conexión: el cambio se guardó en tu teléfono.')
  }
  const at = document.activeElement.ariaLabel
  replace(page, 'cart')
  storeShown()
  const same = [...document.querySelectorAll('#cart [aria-label]')].find(({ ariaLabel }) => ariaLabel === at)
  ;(same ?? document.querySelector('#main')).focus({ preventScroll: true })
}

/** Without a connection: shows the stored lines, with sums at the prices that were seen. */
function showAlone(lines) {
  const { locale, options } = JSON.parse(document.querySelector('#cart').dataset.money)
  const units = 10 ** options.maximumFractionDigits
  const format = (sum) => new Intl.NumberFormat(locale, options).format(sum / units)
  const sumOf = ([, quantity, seen]) => Math.round(seen * units) * quantity
  for (const shown of document.querySelectorAll('#cart .lines li')) {
    const line = lines.find(([variant]) => variant === shown.dataset.variant)
    if (!line) {
      shown.remove()
      continue
    }
    shown.querySelector('[name=n]').value = line[1]
    shown.querySelector('.sum').textContent = format(sumOf(line))
  }
  const total = lines.reduce((sum, line) => sum + sumOf(line), 0)
  document.querySelector('#cart .total dd').textContent = format(total)
}
