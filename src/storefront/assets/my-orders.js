// The page of the orders in this phone's localStorage, with a button to clear it.
import * as cart from './cart.js'
import { clearStored, orders, person } from './order.js'
import { showToast } from './page.js'

const page = document.querySelector('#my-orders')
const [list, empty, storedData, row] = ['.my-orders', '.empty', '.stored-data', 'template'].map((part) =>
  page.querySelector(part),
)

show()
page.querySelector('[data-forget]').addEventListener('click', () => {
  clearStored()
  show()
  showToast('Listo: este teléfono ya no los recuerda.')
})

function show() {
  const remembered = Object.entries(orders()).toReversed()
  const { name, phone, address } = person()
  list.replaceChildren(...remembered.map(([number, order]) => rowOf(number, order)))
  list.hidden = remembered.length === 0
  empty.hidden = remembered.length > 0
  const details = [name, phone, address].filter(Boolean)
  storedData.hidden = details.length === 0 && remembered.length === 0
  storedData.querySelector('p').textContent = details.join('\n') || 'Tus pedidos.'
}

function rowOf(number, { address, at, lines }) {
  const item = row.content.cloneNode(true)
  const [link, again] = item.querySelectorAll('a')
  const time = item.querySelector('time')
  link.href = address
  link.textContent = `Pedido ${number}`
  time.dateTime = at
  time.textContent = new Date(at).toLocaleDateString('es', { dateStyle: 'medium' })
  again.href = `${cart.href(lines)}${lines.length > 0 ? '&' : '?'}repite`
  return item
}
