// The lines of the cart, edited in place on its page or its sheet; without a connection from what is stored on the phone.
import * as cart from './cart.js'
import { hideToast, load, replace, showToast } from './page.js'
import { open } from './sheet.js'

// A response to an earlier request is ignored.
let requests = 0
let isEditing = false

/**
 * The cart over the page that it is opened on: a sheet on a phone, a drawer on a desk. Opens at once, busy until the server has
 * shown the lines at their current prices.
 */
export async function openCart() {
  const [title, place] = ['h2', 'div'].map((tag) => document.createElement(tag))
  title.textContent = t('Tu carrito')
  place.id = 'cart'
  hideToast()
  open('basket', title, place)
  if (!isEditing) startEditing()
  isEditing = true
  await show(cart.read())
}

export function startEditing() {
  document.addEventListener('change', ({ target }) => {
    if (target.matches('#cart [name=n]')) changed(target)
  })
  document.addEventListener('click', onClick)
}

function changed(input) {
  const quantity = Math.trunc(Number(input.value || -1))
  if (!(quantity >= 0)) input.value = input.defaultValue
  else if (quantity === 0) void remove(input.closest('li'))
  else {
    // The stored lines, not the shown ones: what was removed or restored just now is not shown yet.
    const lines = cart.read()
    const line = lines.find(([variant]) => variant === input.closest('li').dataset.variant)
    if (line) line[1] = quantity
    void show(lines)
  }
}

function onClick(event) {
  const button = event.target.closest('#cart :is([name=saca], [name=suma], [name=quita])')
  if (!button) return
  event.preventDefault()
  const line = button.closest('li')
  if (button.name === 'saca') return void remove(line)
  const input = line.querySelector('[name=n]')
  const step = button.name === 'suma' ? 1 : -1
  const max = Number(input.max)
  if (step > 0 && Number(input.value) >= max) return showToast(cart.limitText(max))
  input.value = Number(input.value) + step
  changed(input)
}

async function remove({ dataset }) {
  const lines = cart.read()
  const at = lines.findIndex(([variant]) => variant === dataset.variant)
  // Tapped twice: the line is shown until the server has responded.
  if (at < 0) return
  const undo = () => void show(cart.read().toSpliced(at, 0, lines[at]))
  await show(lines.toSpliced(at, 1))
  showToast(t('Quitaste {name}', { name: dataset.name }), { text: t('Deshacer'), run: undo })
}

export async function show(lines) {
  cart.write(lines)
  const mine = ++requests
  const shown = document.querySelector('#cart')
  shown.ariaBusy = 'true'
  const page = await load(cart.href())
  if (mine !== requests || !shown.isConnected) return
  if (!page?.querySelector('#cart')) {
    shown.ariaBusy = null
    return showAlone(cart.read())
  }
  const { activeElement: active, body } = document
  const isHere = active === body || shown.contains(active)
  replace(page, 'cart')
  storeShown()
  if (!isHere) return
  const same = [...document.querySelectorAll('#cart [aria-label]')].find(
    ({ ariaLabel }) => ariaLabel === active.ariaLabel,
  )
  const around = document.querySelector('.basket .close') ?? document.querySelector('#main')
  ;(same ?? around).focus({ preventScroll: true })
}

/** Stores the cart as the server shows it, at current prices, and gives its page its address. */
export function storeShown() {
  const form = document.querySelector('#cart form')
  cart.write(form ? cart.linesOf(new FormData(form)) : [])
  if (document.querySelector('main #cart')) history.replaceState(null, '', cart.href())
}

/** Without a connection: shows the stored lines, with sums at the prices that were seen. */
function showAlone(lines) {
  const shown = document.querySelector('#cart')
  if (!shown.dataset.money) {
    shown.textContent = t('Sin conexión: tu carrito sigue guardado en tu teléfono.')
    return
  }
  const { locale, options } = JSON.parse(shown.dataset.money)
  const units = 10 ** options.maximumFractionDigits
  const format = (sum) => new Intl.NumberFormat(locale, options).format(sum / units)
  const sumOf = ([, quantity, seen]) => Math.round(seen * units) * quantity
  for (const row of shown.querySelectorAll('.lines li')) {
    const line = lines.find(([variant]) => variant === row.dataset.variant)
    if (!line) {
      row.remove()
      continue
    }
    row.querySelector('[name=n]').value = line[1]
    // A line that is to be completed has none.
    row.querySelector('.sum')?.replaceChildren(format(sumOf(line)))
  }
  const total = lines.reduce((sum, line) => sum + sumOf(line), 0)
  shown.querySelector('.total dd').textContent = format(total)
  showToast(t('Sin conexión: el cambio se guardó en tu teléfono.'))
}
