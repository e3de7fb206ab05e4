// What is chosen with a product: the variant, the price that follows, the limits of each group, and the line of the cart.
import { linesOf, quantityOf, read } from './cart.js'
import { showToast } from './page.js'

const REF_LENGTH = 5

// As many as there are of the line that is chosen again, which the address does not say.
const amount = document.querySelector('.product .amount input')
const had = quantityOf(read(), new URLSearchParams(location.search).get('otra'))
if (amount && had) amount.value = had

const groupsOf = (form) => [...form.querySelectorAll('.modifiers')].map(groupOf)

function groupOf(set) {
  const { min, max, pricing } = set.dataset
  const inputs = [...set.querySelectorAll('input')]
  const chosen = inputs
    .map((input) => {
      const { type, value, checked, dataset } = input
      const quantity = type === 'number' ? Math.trunc(value) : checked && value ? 1 : 0
      return [idOf(input), quantity, Number(dataset.price ?? 0)]
    })
    .filter(([, quantity]) => quantity > 0)
  const count = chosen.reduce((sum, [, quantity]) => sum + quantity, 0)
  return { set, inputs, chosen, count, pricing, min: Number(min), max: max ? Number(max) : Infinity }
}

const idOf = ({ type, name, value }) => (type === 'radio' ? value : name.split('.')[1])

/** What a group adds to the price of one, in the currency's smallest unit, as `price_modifiers` in the database counts it. */
function amountOf({ chosen, count, pricing }, units) {
  if (pricing === 'highest') return Math.round(units * Math.max(0, ...chosen.map(([, , price]) => price)))
  const sum = chosen.reduce((sum, [, quantity, price]) => sum + Math.round(price * units) * quantity, 0)
  return pricing === 'average' && count > 0 ? Math.round(sum / count) : sum
}

/**
 * Shows the price of what is chosen, or the variant's lowest until what must be chosen is.
 * @param field what was changed just now, which leaves no group with more than its limit
 */
export function update(form, field) {
  limit(form, field)
  const { locale, options } = JSON.parse(form.dataset.money)
  const groups = groupsOf(form)
  const reached = [...form.querySelectorAll('.reached')].at(-1)?.dataset.price
  const text =
    (groups.some(problemOf) && form.dataset.from) ||
    new Intl.NumberFormat(locale, options).format(priceOf(form, groups, reached))
  form.querySelector('.buybar b').textContent = text
  const shown = form.closest('.product, dialog')?.querySelector('[data-price] b')
  if (shown) shown.textContent = text
  for (const group of groups) {
    const isFull = group.count >= group.max
    if (group.max < Infinity)
      group.set.querySelector('.tally').textContent = t('{count} de {max}', {
        count: group.count,
        max: group.max,
      })
    for (const { type, value, max, nextElementSibling: more } of group.inputs)
      if (type === 'number') [more.disabled, more.ariaDisabled] = [Number(value) >= max, isFull]
    if (!problemOf(group)) showProblem(group, '')
  }
}

/** A tick above the limit replaces the earliest one, and can be undone; of a quantity, it is taken back. */
function limit(form, field) {
  const group = groupsOf(form).find(({ inputs }) => inputs.includes(field))
  if (!group) return
  field.dataset.at = performance.now()
  const { inputs, count, max } = group
  if (count <= max || (field.type === 'checkbox' && !field.checked)) return
  const [earliest] = inputs
    .filter(({ type, checked }) => type === 'checkbox' && checked)
    .toSorted((a, b) => (a.dataset.at ?? 0) - (b.dataset.at ?? 0))
  if (field.type === 'number' || earliest === field) {
    field.checked = false
    if (field.type === 'number') field.value -= count - max
    return showToast(problemOf(group))
  }
  earliest.checked = false
  showToast(t('{name} en lugar de {other}', { name: nameOf(field), other: nameOf(earliest) }), {
    text: t('Deshacer'),
    run() {
      ;[field.checked, earliest.checked] = [false, true]
      update(form)
    },
  })
}

const nameOf = ({ nextElementSibling: label }) => label.firstChild.textContent

/** @param price that of one by its quantity, where it is not the variant's */
function priceOf(form, groups, price) {
  const units = 10 ** JSON.parse(form.dataset.money).options.maximumFractionDigits
  const [, , seen] = linesOf(new FormData(form)).at(-1)
  return (
    groups.reduce((sum, group) => sum + amountOf(group, units), Math.round((price ?? seen) * units)) / units
  )
}

function problemOf({ count, min, max }) {
  if (count < min)
    return count > 0 ? t('Te falta elegir {n}', { n: min - count }) : t('Elige {min} para pedirlo', { min })
  return count > max ? t('Elige {max} como máximo', { max }) : ''
}

function showProblem({ set }, text) {
  set.querySelector('.wrong').textContent = text
}

/** The line of the cart; null where something is missing, which is then shown. */
export function lineOf(form) {
  const groups = groupsOf(form)
  for (const group of groups) showProblem(group, problemOf(group))
  const wrong = groups.find(problemOf)
  if (wrong) {
    wrong.set.querySelector('details')?.setAttribute('open', '')
    wrong.set.scrollIntoView({ block: 'start' })
    // Not a field for a number, which would open the keyboard.
    wrong.set.querySelector('input:not([type=number]), [data-step="1"]').focus({ preventScroll: true })
    return null
  }
  const ids = groups.flatMap(({ inputs }) => inputs.map(idOf))
  const refs = groups.flatMap(({ chosen }) =>
    chosen.map(([id, quantity]) => refOf(id, ids) + (quantity > 1 ? `-${quantity}` : '')),
  )
  const [variant, quantity] = linesOf(new FormData(form)).at(-1)
  const note = form.elements.note.value.trim()
  const chosen = refs.toSorted().join('.')
  const ending = note ? `*${chosen}*${note}` : chosen && `*${chosen}`
  return [variant + ending, quantity, String(priceOf(form, groups))]
}

/** The shortest beginning of an id that no other has, as the server writes it. */
function refOf(id, ids) {
  let length = REF_LENGTH
  while (ids.some((other) => other !== id && other.startsWith(id.slice(0, length)))) length++
  return id.slice(0, length)
}

/** Selects the variant with the tapped value that shares most of the other chosen values. @returns the list */
export function chooseVariant(tapped) {
  const form = tapped.closest('.order')
  const list = form.querySelector('select')
  const groups = [...form.querySelectorAll('.option-group')]
  const at = groups.indexOf(tapped.closest('.option-group'))
  const checked = groups.map((group) => group.querySelector(':checked')?.value)
  const variants = [...list.options].map((option) => ({ option, values: JSON.parse(option.dataset.values) }))

  const similarity = ({ option, values }) =>
    values.filter((value, n) => value === checked[n]).length + (option.disabled ? 0 : 0.5)
  const [closest] = variants
    .filter(({ values }) => values[at] === tapped.value)
    .toSorted((a, b) => similarity(b) - similarity(a))
  const { option, values } = closest ?? variants[list.selectedIndex]
  option.selected = true
  groups.forEach((group, n) => {
    for (const chip of group.querySelectorAll('input')) {
      chip.checked = chip.value === values[n]
      const match = variants.find((one) =>
        one.values.every((value, i) => value === (i === n ? chip.value : values[i])),
      )
      chip.nextElementSibling.classList.toggle('no', !match || match.option.disabled)
    }
  })
  return list
}
