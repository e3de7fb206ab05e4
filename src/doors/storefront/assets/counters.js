// What a list shows of the cart: how many of a product are in it.
import * as cart from './cart.js'
import { showToast } from './page.js'

/** Of a product that is in the cart, the button of a list becomes how many there are, with one less and one more. */
export function showQuantities() {
  const lines = cart.read()
  for (const add of document.querySelectorAll('a.add:not([data-choose], .ask)')) {
    const quantity = cart.quantityOf(lines, lineOf(add)[0])
    const shown = add.hidden ? add.nextElementSibling : null
    const hasFocus = document.activeElement === add || shown?.contains(document.activeElement)
    if (!quantity && !shown) continue
    const counter = shown ?? counterOf(add)
    add.hidden = quantity > 0
    if (quantity) {
      counter.children[1].textContent = quantity
      counter.lastElementChild.ariaDisabled = quantity >= Number(add.dataset.max ?? Infinity)
    } else counter.remove()
    if (hasFocus && !(quantity && shown)) (quantity ? counter.lastElementChild : add).focus()
  }
}

const lineOf = ({ href }) => cart.linesOf(new URL(href).searchParams)[0]

function counterOf(add) {
  const { name } = add.dataset
  const counter = document.createElement('span')
  ;[counter.className, counter.role, counter.ariaLabel] = [
    'add counter',
    'group',
    t('{name}, en tu carrito', { name }),
  ]
  const [less, count, more] = ['button', 'output', 'button'].map((tag) => document.createElement(tag))
  ;[less.textContent, less.ariaLabel] = ['−', t('Uno menos de {name}', { name })]
  ;[more.textContent, more.ariaLabel] = ['+', t('Uno más de {name}', { name })]
  counter.append(less, count, more)
  add.after(counter)
  return counter
}

export function count(button) {
  const counter = button.parentElement
  const add = counter.previousElementSibling
  const [variant, , seen] = lineOf(add)
  const had = cart.quantityOf(cart.read(), variant)
  if (button === counter.firstElementChild) return cart.remove([[variant, 1]])
  if (had >= Number(add.dataset.max ?? Infinity)) return showToast(cart.limitText(had))
  cart.add([[variant, 1, seen]])
}
