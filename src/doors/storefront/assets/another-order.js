// Confirms that a second order like one of a moment ago is intended: an equal one is taken five minutes after the first.
import { orders } from './order.js'
import { open } from './sheet.js'

const MINUTE_MS = 60_000

export function offerAnother(number, cartHref) {
  const earlier = orders()[number]
  const from = earlier && new Date((Math.ceil(Date.parse(earlier.at) / MINUTE_MS) + 5) * MINUTE_MS)
  const when = from
    ? `desde las ${from.toLocaleTimeString('es', { hour: 'numeric', minute: '2-digit' })}`
    : 'cinco minutos después del primero'
  const actions = element('p', 'actions')
  if (earlier) actions.append(link('button', `Ver el pedido ${number}`, earlier.address))
  actions.append(link('button ghost', 'Cambiar cantidades', cartHref))
  open(
    'options',
    element('h2', '', '¿Otro igual?'),
    element('p', '', `Hace un momento enviaste este mismo pedido: es el ${number}. Tu carrito sigue aquí.`),
    element('p', '', `Si quieres otro igual, envíalo ${when}. Con otra cantidad puedes pedirlo ya.`),
    actions,
  )
}

function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

function link(className, text, href) {
  const made = element('a', className, text)
  made.href = href
  return made
}
