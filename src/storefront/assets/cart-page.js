// The page of the cart: changed in place, on the phone alone where there is no connection.
import * as cart from './cart.js'
import { sendEvent } from './events.js'
import { hideToast, load, replace, say } from './page.js'

let asked = 0 // on a slow network an earlier answer may come after a later one

/** The phone's cart is the one that counts; an address with another one was followed from elsewhere or from before. */
export function startCart() {
  const query = new URLSearchParams(location.search)
  const shown = cart.linesOf(query)
  if (query.has('mas')) addShown(shown, Number(query.get('mas')))
  const stored = cart.read()
  const isOther = JSON.stringify(stored) !== JSON.stringify(shown)
  if (isOther && (stored.length > 0 || cart.isOver(shown))) return location.replace(cart.href(stored))
  keepShown()
  document.addEventListener('change', ({ target }) => target.name === 'n' && changed(target))
  document.addEventListener('click', onCartClick)
  addEventListener('pageshow', ({ persisted }) => persisted && void show(cart.read()))
  addEventListener('storage', () => void show(cart.read()))
  const isChanged = [...document.querySelectorAll('#cart [name=n]')].some((n) => n.value !== n.defaultValue)
  if (isChanged) void show(cart.read()) // before this script was there
}

/** On a slow network a product may be put in the cart before the script is there: its link says which lines are new. */
function addShown(shown, count) {
  const lines = cart.count() > 0 ? shown.slice(-count) : shown
  cart.add(lines)
  sendEvent('ADD_TO_CART', { variantIds: lines.map(([variant]) => variant) })
  history.replaceState(null, '', cart.href(shown))
}

/** What the server left in the cart, at the prices of now. */
function keepShown() {
  const form = document.querySelector('#cart form')
  cart.write(form ? cart.linesOf(new FormData(form)) : [])
}

/** Nothing removes a line, less than nothing is no quantity. */
function changed(input) {
  const quantity = Math.trunc(Number(input.value || -1))
  if (!(quantity >= 0)) input.value = input.defaultValue
  else if (quantity === 0) void remove(input.closest('li'))
  else void show(cart.linesOf(new FormData(input.form)))
}

function onCartClick(event) {
  const button = event.target.closest('[data-remove], [name=suma], [name=quita]')
  if (!button) return
  event.preventDefault()
  const line = button.closest('li')
  if (button.matches('[data-remove]')) return void remove(line)
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
  say(`Quitaste ${dataset.name}`, { text: 'Deshacer', run: undo })
}

async function show(lines) {
  cart.write(lines)
  const address = cart.href()
  const mine = ++asked
  const page = await load(address)
  if (mine !== asked) return
  if (!page) {
    showAlone(cart.read())
    return say('Sin conexión: el cambio se guardó en tu teléfono.')
  }
  const at = document.activeElement.ariaLabel
  replace(page, 'cart')
  history.replaceState(null, '', address)
  keepShown()
  const same = [...document.querySelectorAll('#cart [aria-label]')].find(({ ariaLabel }) => ariaLabel === at)
  ;(same ?? document.querySelector('#main')).focus({ preventScroll: true })
}

/** Without a connection: the sums of what the phone has, at the prices that were seen. */
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
