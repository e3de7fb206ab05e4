// The page of the orders in this phone's localStorage, with a button to clear it. The server tells how each goes; without a
// connection they are shown as they are remembered.
import * as cart from './cart.js'
import { clearStored, orders, person } from './order.js'
import { load, replace, showToast } from './page.js'

const page = document.querySelector('#my-orders')
const [empty, storedData, row] = ['.empty', '.stored-data', 'template'].map((part) =>
  page.querySelector(part),
)

void show()
page.querySelector('[data-forget]').addEventListener('click', () => {
  clearStored()
  void show()
  showToast(t('Listo: este teléfono ya no los recuerda.'))
})

async function show() {
  const list = document.getElementById('orders')
  const remembered = Object.entries(orders()).toReversed()
  list.replaceChildren(...remembered.map(([number, order]) => rowOf(number, order)))
  list.hidden = remembered.length === 0
  empty.hidden = remembered.length > 0
  if (remembered.length > 0) await showState(list, remembered)
  const { name, phone, address } = person()
  const details = [name, phone, address].filter(Boolean)
  storedData.hidden = details.length === 0 && Object.keys(orders()).length === 0
  storedData.querySelector('p').textContent = details.join('\n') || t('Tus pedidos.')
}

async function showState(list, remembered) {
  list.ariaBusy = 'true'
  const tokens = remembered.map(([, { address }]) => ['p', address.split('/').at(-1)])
  const newer = await load(location.pathname, tokens)
  list.ariaBusy = null
  if (list.childElementCount > 0 && newer?.querySelector('#orders li')) replace(newer, 'orders')
}

function rowOf(number, { address, at, lines }) {
  const item = row.content.cloneNode(true)
  const [link, again] = item.querySelectorAll('a')
  const time = item.querySelector('time')
  link.href = address
  link.textContent = t('Pedido {number}', { number })
  time.dateTime = at
  time.textContent = new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' })
  again.href = `${cart.href(lines)}${lines.length > 0 ? '&' : '?'}repite`
  return item
}
