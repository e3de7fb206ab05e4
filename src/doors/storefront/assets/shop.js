import * as cart from './cart.js'
import { registerWorker, showToast, whenLoaded } from './page.js'
import { isSecondTap, put } from './put.js'

const { shop } = document.body.dataset

if (shop) {
  if (cart.isStored) keepCart()
  showCategory()
  withGallery()
  document.addEventListener('click', onClick)
  document.addEventListener('submit', onSubmit)
  document.addEventListener('change', onChange)
  addEventListener('pageshow', showIdle)
  for (const form of document.querySelectorAll('.order')) showReached(form)
  addEventListener('load', registerWorker)
  if (location.search.includes('mesa=')) whenLoaded(import('./table.js'))
}

/** The cart is in localStorage from here on, not in addresses. */
function keepCart() {
  showCart()
  addEventListener('cart', showCart)
  addEventListener('storage', showCart)
  addEventListener('pageshow', ({ persisted }) => persisted && showCart())
  document.getElementById('q')?.addEventListener('input', search)
}

function search({ target }) {
  whenLoaded(import('./search.js'), ({ searchSoon }) =>
    searchSoon(target, () => {
      showCart()
      showCategory()
    }),
  )
}

function showCart() {
  removeCartFromLinks()
  const count = cart.count()
  for (const link of document.querySelectorAll('a.cart')) {
    link.href = cart.href()
    link.ariaLabel = count
      ? t('Carrito, {count, plural, one {# artículo} other {# artículos}}', { count })
      : t('Carrito vacío')
    link.lastElementChild.textContent = count > 99 ? '99+' : count
    link.lastElementChild.hidden = !count
  }
  if (document.querySelector(count ? '.add' : '.counter')) {
    whenLoaded(import('./counters.js'), ({ showQuantities }) => showQuantities())
  }
}

/** Where there are many categories, the chosen one may stand out of sight; in a menu it is the one that is being read. */
function showCategory() {
  if (document.querySelector('.index')) whenLoaded(import('./menu.js'), ({ follow }) => follow())
  const chosen = document.querySelector('.chips [aria-current]')
  const chips = chosen?.closest('.chips')
  chips?.scrollTo(
    chosen.offsetLeft + chosen.offsetWidth / 2 - chips.clientWidth / 2,
    chosen.offsetTop - chips.offsetTop - 4,
  )
}

/** Links carry the cart for browsers without JavaScript, by its form or in their addresses; with it they drop it. */
function removeCartFromLinks() {
  for (const button of document.querySelectorAll('[role=link][formaction]')) {
    const link = document.createElement('a')
    for (const { name, value } of button.attributes)
      if (/^(class|data-|aria-)/.test(name)) link.setAttribute(name, value)
    link.href = button.formAction + (button.name && `?${button.name}=${encodeURIComponent(button.value)}`)
    link.append(...button.childNodes)
    button.replaceWith(link)
  }
  for (const link of document.querySelectorAll('a[href*="v="]:not(.add:not([data-choose]), .cart)')) {
    if (/\/(carrito|pedir)$/.test(link.pathname)) continue
    const query = new URLSearchParams(link.search)
    query.delete('v')
    query.delete('n')
    link.search = query
  }
  for (const field of document.querySelectorAll(':is(search, .sort) :is([name=v], [name=n])')) field.remove()
}

function onClick(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  const add = event.target.closest('a.add:not(.ask)')
  if (add?.matches('[data-choose]')) {
    event.preventDefault()
    return void openSheet(add)
  }
  if (add && cart.isStored) {
    event.preventDefault()
    return put(cart.linesOf(new URL(add.href).searchParams), add.dataset.max, event)
  }
  const counted = event.target.closest('.counter button')
  if (counted) return isSecondTap(event) || whenLoaded(import('./counters.js'), ({ count }) => count(counted))
  const link = event.target.closest('a.zoom, a.cart, .toast [href]')
  if (link && (link.matches('.zoom') || canOpenCart())) {
    event.preventDefault()
    void openSheet(link)
  }
  const [step, share] = ['step', 'share'].map((name) => event.target.closest(`[data-${name}]`))
  if (step) stepBy(step)
  if (share) whenLoaded(import('./share.js'), ({ shareLink }) => shareLink(share.dataset.share))
}

function stepBy({ dataset, parentElement }) {
  const target = parentElement.querySelector('input')
  target.stepUp(dataset.step)
  onChange({ target })
}

/** The cart opens over the page, but not over itself, nor over an order of it that is being filled in. */
const canOpenCart = () => cart.isStored && !document.querySelector('[data-cart], [data-checkout]')

let opening

/** Opens the link's dialog, one at a time; where the script of dialogs does not load, the link is followed. */
async function openSheet(link) {
  if (opening === link) return
  if (opening) opening.ariaBusy = null
  opening = link
  link.ariaBusy = 'true'
  try {
    if (link.matches('.zoom')) (await import('./viewer.js')).view(link)
    else if (link.matches('.add')) {
      await (await import('./sheet.js')).choose(link, () => opening === link)
      const chosen = document.querySelector('dialog [data-photo]:checked')
      if (chosen) show(chosen)
    } else await (await import('./cart-edit.js')).openCart()
  } catch {
    location.href = link.href
  }
  link.ariaBusy = null
  if (opening === link) opening = null
}

function onSubmit(event) {
  const form = event.target
  if (form.matches('.cartform')) event.submitter.ariaBusy = 'true'
  if (form.matches('.order')) {
    if (!cart.isStored) return
    event.preventDefault()
    const put = ({ lineOf }) => putOf(form, lineOf(form), event)
    if (form.dataset.money) return void withChoices(put, () => form.submit())
    putOf(form, cart.linesOf(new FormData(form)).at(-1), event)
  } else if (form.matches('[data-review]')) {
    event.preventDefault()
    void reviewOrKeep(form)
  }
}

function putOf(form, line, event) {
  if (!line) return
  form.closest('dialog')?.close()
  put([line], amountOf(form).max, event)
}

const amountOf = (form) => form.querySelector('.amount input')

/** A page that the shopper comes back to is not on its way to another one. */
function showIdle() {
  for (const button of document.querySelectorAll('.cartform [aria-busy]')) button.ariaBusy = null
}

/** Where the script of choices does not load, the server checks the form. */
async function withChoices(run, otherwise = () => {}) {
  try {
    const { lineOf, update } = await import('./choices.js')
    run({ lineOf, update })
  } catch {
    otherwise()
  }
}

async function reviewOrKeep(form) {
  try {
    await (await import('./review.js')).sendReview(form)
  } catch {
    showToast(t('No hay conexión. Tu opinión sigue aquí: inténtalo de nuevo.'))
  }
}

function onChange({ target }) {
  if (target.matches('#orden')) target.form.requestSubmit()
  else if (target.closest('.filters'))
    whenLoaded(import('./filters.js'), ({ showCount }) => showCount(target.form))
  else if (target.matches('.option-group input')) void chooseByChip(target)
  else if (target.matches('.order [name=v]')) show(target)
  else if (target.closest('.modifiers, .amount')) showReached(target.form, target)
}

/** Shows the prices by quantity of the chosen variant, and which is reached: the button has it, and what was chosen adds to it. */
function showReached(form, field) {
  const [variant, quantity] = cart.linesOf(new FormData(form)).at(-1) ?? []
  for (const step of form.querySelectorAll('ol > li')) {
    const list = step.parentElement
    list.hidden = !list.dataset.of.includes(variant)
    step.className = list.hidden || step.value > quantity ? '' : 'reached'
    if (step.className) form.querySelector('.buybar b').textContent = step.firstElementChild.textContent
  }
  if (form.dataset.money) void withChoices(({ update }) => update(form, field))
}

/** Nothing can be put in the cart until the tapped chip is the choice; without the chips' script the list is shown instead. */
async function chooseByChip(chip) {
  const form = chip.closest('.order')
  form.querySelector('.buybar .button').disabled = true
  try {
    show((await import('./choices.js')).chooseVariant(chip))
  } catch {
    const list = form.querySelector('select')
    list.closest('.option-groups').replaceChildren(list.parentElement)
    list.focus()
    show(list)
  }
}

function show(field) {
  const { form, dataset, disabled } = field.selectedOptions?.[0] ?? field
  const { now, earlier, off, left, max, photo } = dataset
  form.classList.toggle('asks', 'ask' in dataset)
  const around = form.closest('.product, dialog')
  const [price, was] = around.querySelector('[data-price]').children
  form.dataset.from = price.textContent = form.querySelector('.buybar b').textContent = now
  was.hidden = !earlier
  was.lastElementChild.textContent = earlier
  const badge = around.querySelector('.badge')
  if (badge) [badge.hidden, badge.textContent] = [!off, off]
  const button = form.querySelector('.buybar .button')
  button.disabled = disabled
  button.firstElementChild.textContent = disabled ? left : t('Agregar al carrito')
  form.querySelector('.ask')?.toggleAttribute('hidden', !disabled)
  form.querySelector('.left').textContent = disabled ? '' : left
  const amount = amountOf(form)
  ;[amount.max, amount.value] = [max, Math.min(amount.value, max)]
  const shots = around.querySelector('.shots')
  if (photo && shots) shots.scrollLeft = shots.children[photo - 1].offsetLeft
  else if (photo) withGallery(photo)
  showReached(form)
}

/** Where there are several photos, which can be swiped without the gallery's script too. @param photo to be shown */
function withGallery(photo) {
  if (!document.querySelector('.thumbs')) return
  whenLoaded(import('./gallery.js'), ({ showPhoto }) => photo && showPhoto(photo - 1))
}
