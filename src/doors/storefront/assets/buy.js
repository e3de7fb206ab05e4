// The checkout: its form is sent as it is, and what comes back is shown.
import * as cart from './cart.js'
import { areaOf, replaceAreas, startDelivery } from './delivery.js'
import { ordered, orders, person, rememberOrder, rememberPerson } from './order.js'
import { load, replace, showToast } from './page.js'
import { table } from './table.js'

const { base } = document.body.dataset
let requests = 0 // a response to an earlier request is ignored

const checkout = document.querySelector('[data-checkout]')
if (checkout) startCheckout()
else if (location.pathname === `${base}/pedir`) restoreCart()

/** An address without a cart shows the stored one; one whose products all sold out says so. */
function restoreCart() {
  if (!new URLSearchParams(location.search).has('v') && cart.count() > 0)
    location.replace(cart.href(cart.read(), 'pedir'))
}

function startCheckout() {
  if (cart.wasOrdered(lines())) return location.replace(cart.href())
  checkout.noValidate = true
  keepKey(checkout.elements.key)
  const { paymentMethodId, area, ...submitted } = person()
  for (const radio of checkout.querySelectorAll('[data-pay]'))
    radio.checked ||= radio.value === paymentMethodId
  for (const [field, value] of Object.entries(submitted)) {
    const input = checkout.elements[field]
    if (input && !input.value && value) input.value = value
  }
  chooseTable()
  checkout.addEventListener('change', ({ target }) => {
    if (['shippingOptionId', 'areaId', 'discountCode'].includes(target.name)) void showTotal()
    if (target.dataset.kind !== 'delivery') showError('address', '')
  })
  checkout.addEventListener('input', ({ target }) => showError(target.name, ''))
  checkout.addEventListener('submit', (event) => {
    event.preventDefault()
    void (event.submitter?.matches('[formaction]') ? showTotal() : send())
  })
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  startDelivery(checkout, area, showTotal)
  const choices = checkout.querySelectorAll('[name=shippingOptionId], [name=discountCode]')
  const isChanged = [...choices].some(
    ({ checked, defaultChecked, value, defaultValue }) =>
      checked !== defaultChecked || value !== defaultValue,
  )
  if (isChanged) void showTotal() // changed before this script had loaded
}

/** A link to a table chooses it, where the shop has an option for that. */
function chooseTable() {
  const option = checkout.querySelector('[data-kind=here]')
  if (!table || !option || checkout.elements.table.value) return
  ;[option.checked, checkout.elements.table.value] = [true, table]
}

/** The server makes one order of a form with its key, also after the page was loaded again. */
function keepKey(field) {
  field.value = history.state?.key ?? field.value
  history.replaceState({ key: field.value }, '')
}

function lines(form = new FormData(checkout)) {
  return cart.linesOf(form)
}

async function showTotal() {
  const mine = ++requests
  const page = await load(`${base}/pedir/total`, new FormData(checkout))
  if (mine !== requests) return
  if (!page) return showToast(t('Sin conexión: el total se actualiza cuando vuelva la señal.'))
  if (!page.getElementById('changes'))
    return showToast(t('El total no se pudo actualizar. Tu pedido sigue aquí: inténtalo más tarde.'))
  show(page)
}

function show(page) {
  if (!page.getElementById('summary')) return location.replace(cart.href(lines())) // everything sold out: the cart says what
  const at = document.activeElement.closest('#summary .row :is(input, button)')?.localName
  const before = lines()
  replace(page, 'sum', 'summary', 'send', 'when')
  showError('paymentMethodId', '') // of a total that it does not take
  replaceAreas(page)
  if (at) document.querySelector(`#summary .row ${at}`)?.focus({ preventScroll: true })
  cart.remove(before.map(([variant, quantity]) => [variant, quantity - cart.quantityOf(lines(), variant)]))
  cart.repeat(lines().filter(([variant]) => !cart.quantityOf(before, variant))) // without a choice that is gone
  showChanges(page)
}

let sending = false

async function send() {
  if (sending) return
  sending = true
  const form = new FormData(checkout)
  setButton(t('Enviando…'), 'true')
  const page = await load(checkout.action, form)
  if (page?.querySelector('[data-order]')) return finish(page, form)
  sending = false
  setButton(t('Enviar pedido'), null)
  if (!page) return showToast(t('Sin conexión. Tu pedido sigue aquí: vuelve a enviarlo cuando haya señal.'))
  if (!page.getElementById('changes'))
    return showToast(
      t('Esta tienda no está disponible por ahora. Tu pedido sigue aquí: vuelve a enviarlo más tarde.'),
    )
  showRefusal(page)
}

function setButton(text, isDisabled) {
  const button = checkout.querySelector('[data-send]')
  ;[button.textContent, button.ariaDisabled] = [text, isDisabled]
}

function showRefusal(page) {
  document.getElementById('changes').replaceChildren() // shown again where it is the same as before
  show(page)
  for (const { id, textContent } of page.querySelectorAll('form .wrong'))
    showError(id.replace('-wrong', ''), textContent)
  checkout.querySelector('[aria-invalid=true]')?.focus()
  const earlier = document.querySelector('[data-earlier]')
  const order = orders()[earlier?.dataset.earlier]
  if (order) [earlier.href, earlier.hidden] = [order.address, false]
}

/** @param page the order's @param form what was sent */
function finish(page, form) {
  const address = new URL(page.URL).pathname
  const [number, total] = [
    page.querySelector('[data-order]').dataset.order,
    Number(form.get('expectedTotal')),
  ]
  dispatchEvent(new CustomEvent('placed', { detail: { orderNumber: number, total } }))
  rememberOrder(number, { address, at: new Date().toISOString(), lines: lines(form) })
  const details = ['name', 'phone', 'address', 'paymentMethodId'].map((field) => [field, form.get(field)])
  rememberPerson({ ...Object.fromEntries(details), area: areaOf(form) })
  ordered(lines(form))
  history.replaceState(null, '', address)
  history.scrollRestoration = 'manual' // going back shows the top of the order's page
  location.href = page.querySelector('[data-next]')?.href ?? address // the page of an order to be paid says how
}

/** Shows what changed in the cart since the page was opened, in view. */
function showChanges(page) {
  const [shown, changed] = [document, page].map((where) => where.querySelector('#changes').textContent.trim())
  if (!changed || changed === shown) return
  replace(page, 'changes')
  const notice = document.querySelector('#changes .notice')
  notice.tabIndex = -1
  notice.scrollIntoView({ block: 'center' })
  notice.focus({ preventScroll: true })
}

function showError(field, message) {
  const [input, text] = [document.getElementById(field), document.getElementById(`${field}-wrong`)]
  if (!text) return
  text.textContent = message
  if (message) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}
