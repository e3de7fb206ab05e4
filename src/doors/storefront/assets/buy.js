// The checkout.
import * as cart from './cart.js'
import { areaOf, place, replaceAreas, startDelivery } from './delivery.js'
import { forgetAttempt, itemsOf, keyOf, ordered, person, rememberOrder, rememberPerson } from './order.js'
import { load, replace, showChanges, showError, showToast } from './page.js'

const { base, store } = document.body.dataset
let requests = 0 // a response to an earlier request is ignored
let updating = Promise.resolve()

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
  const { paymentMethodId, area, ...typed } = person()
  for (const radio of checkout.querySelectorAll('[data-pay]'))
    radio.checked ||= radio.value === paymentMethodId
  for (const [field, value] of Object.entries(typed)) {
    const input = checkout.elements[field]
    if (input && !input.value && value) input.value = value
  }
  const phone = checkout.elements.phone
  let typing
  phone.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(() => checkPhone(phone), 400)
  })
  checkout.addEventListener('change', ({ target }) => {
    if (['shippingOptionId', 'areaId', 'discountCode'].includes(target.name)) updating = showTotal()
    if (target.dataset.kind === 'pickup') showError('address', '')
  })
  checkout.addEventListener('input', ({ target }) => target !== phone && showError(target.name, ''))
  checkout.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(typing) // the order's response says more
    if (event.submitter?.matches('[formaction]')) updating = showTotal()
    else {
      seen = new FormData(checkout)
      void updating.then(send) // with the times of the delivery that was just chosen
    }
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

function lines() {
  return cart.linesOf(new FormData(checkout))
}

const WRONG_PHONE = 'Revisa el número: parece incompleto. Si es de otro país, empieza por + y su código'

async function checkPhone({ value }) {
  if (value.replace(/\D/g, '').length < 7) return showError('phone', '')
  try {
    const { phone } = await (await fetch(`${base}/telefono?numero=${encodeURIComponent(value)}`)).json()
    showError('phone', phone ? '' : WRONG_PHONE)
  } catch {
    // Without a connection it is checked when the order is sent.
  }
}

let seen // the form when it was sent

/** The form, with what it showed that the order costs when it was sent. */
function formAsSeen() {
  const form = new FormData(checkout)
  for (const name of ['expectedTotal', 'seenShipping', 'seenDiscount']) form.set(name, seen.get(name))
  return form
}

async function showTotal(form = new FormData(checkout)) {
  const mine = ++requests
  const page = await load(`${base}/pedir/total`, form)
  if (mine !== requests) return
  if (!page) return showToast('Sin conexión: el total se actualiza cuando vuelva la señal.')
  if (!page.getElementById('changes'))
    return showToast('El total no se pudo actualizar. Tu pedido sigue aquí: inténtalo más tarde.')
  if (!page.getElementById('summary')) return location.replace(cart.href(lines())) // everything sold out: the cart says what
  const at = document.activeElement.closest('#summary .row :is(input, button)')?.localName
  const before = lines()
  replace(page, 'summary', 'send', 'when')
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
  const form = formAsSeen()
  for (const field of ['areaId', 'name', 'phone', ...(kind() === 'delivery' ? ['address'] : [])]) {
    if (form.has(field)) showError(field, form.get(field).trim() ? '' : 'Este campo es obligatorio')
  }
  const first = checkout.querySelector('[aria-invalid]')
  if (first) {
    showToast('Revisa lo que está marcado en rojo.')
    return first.focus()
  }

  sending = true
  const button = checkout.querySelector('[data-send]')
  button.setAttribute('aria-disabled', 'true')
  button.textContent = 'Enviando…'
  const done = await post(await orderOf(form))
  if (done) return
  sending = false
  button.removeAttribute('aria-disabled')
  button.textContent = 'Enviar pedido'
}

/** The delivery kind of the chosen shipping option; undefined without options. */
const kind = () => checkout.querySelector('[data-kind]:checked')?.dataset.kind

/** A shop's only method has no radio button, and the field for the change where it is cash. */
const paysInCash = () => (checkout.querySelector('[data-pay]:checked')?.dataset.pay ?? 'cash') === 'cash'

async function orderOf(form) {
  const value = (name) => form.get(name)?.toString().trim() || null
  let phone = value('phone')
  try {
    const response = await fetch(`${base}/telefono?numero=${encodeURIComponent(phone)}`)
    phone = (await response.json()).phone ?? phone
  } catch {
    // Sent as it was typed; the server validates it.
  }
  return {
    storeId: store,
    name: value('name'),
    phone,
    address: kind() === 'pickup' ? null : value('address'),
    notes: value('notes'),
    shippingOptionId: value('shippingOptionId'),
    areaId: value('areaId'),
    location: kind() === 'pickup' ? null : place(),
    discountCode: value('discountCode'),
    wantedAt: value(`hour.${value('wantedAt')}`),
    notifyCustomer: form.has('notifyCustomer'),
    paymentMethodId: value('paymentMethodId'),
    expectedTotal: Number(value('expectedTotal')),
    changeFor: paysInCash() && value('changeFor') ? Number(value('changeFor')) : null,
    items: itemsOf(checkout),
  }
}

/** Sends the order; the same order is retried with the same key, in case its response was lost. @returns whether it was placed */
async function post(body, retries = 10) {
  const text = JSON.stringify(body)
  let response, result
  try {
    response = await fetch('/api/orders', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': keyOf(text, checkout.elements.key.value),
      },
      body: text,
      signal: AbortSignal.timeout(20000),
    })
    result = await response.json()
  } catch {
    showToast('Sin conexión. Tu pedido sigue aquí: vuelve a enviarlo cuando haya señal.')
    return false
  }
  if (response.ok) {
    dispatchEvent(new CustomEvent('placed', { detail: result }))
    return finishOrder(result)
  }
  if (result.code === 'IDEMPOTENCY_IN_PROGRESS' && retries > 0) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    return post(body, retries - 1)
  }
  if (response.status === 409) renewKey()
  return showRejection(result)
}

/** The server has stored the 409 under its key: the next attempt needs a new one. */
function renewKey() {
  checkout.elements.key.value = crypto.randomUUID()
  forgetAttempt()
}

function finishOrder({ orderNumber, whatsappUrl, trackingUrl, payment }) {
  const address = `${base}/pedido/${trackingUrl.split('/').at(-1)}` // on this host, wherever the link in the message leads
  forgetAttempt()
  rememberOrder(orderNumber, { address, at: new Date().toISOString(), lines: lines() })
  const form = checkout.elements
  const [name, phone, paymentMethodId] = [form.name.value, form.phone.value, form.paymentMethodId?.value]
  const area = areaOf(new FormData(checkout))
  rememberPerson({ name, phone, address: form.address?.value, paymentMethodId, area })
  ordered(lines())
  history.replaceState(null, '', address)
  history.scrollRestoration = 'manual' // going back shows the top of the order's page
  const isToBePaid = payment?.state === 'PENDING' && payment.kind !== 'cash' // its page says how
  location.href = isToBePaid ? address : (whatsappUrl ?? address)
  return true
}

function showRejection({ code, state, error, message, details }) {
  // The reason of a suspension is not shown to shoppers.
  if (state === 'suspended') {
    showToast('Esta tienda no está disponible por ahora. Tu pedido sigue aquí: vuelve a enviarlo más tarde.')
    return false
  }
  if (code === 'DUPLICATE_ORDER') {
    void offerAnotherOrder(details.orderNumber)
    return false
  }
  if (code === 'TOTAL_CHANGED') {
    const form = formAsSeen()
    form.set('isTotalRefused', 'true')
    void showTotal(form)
  }
  const issues = details?.issues ?? []
  for (const { field, reason, message } of issues)
    showError(field, field === 'phone' && reason === 'format' ? WRONG_PHONE : message)
  if (issues.some(({ field }) => field.startsWith('items.'))) return void showTotal()
  const elsewhere = issues.find(({ field }) => !document.getElementById(`${field}-wrong`))
  checkout.querySelector('[aria-invalid]')?.focus()
  if (issues.length > 0) showToast(elsewhere?.message ?? 'Revisa lo que está marcado en rojo.')
  else showToast(message ?? error)
  return false
}

async function offerAnotherOrder(orderNumber) {
  try {
    const { offerAnother } = await import('./another-order.js')
    offerAnother(orderNumber, cart.href(lines()))
  } catch {
    showToast(`Ya recibimos este mismo pedido: es el ${orderNumber}`)
  }
}
