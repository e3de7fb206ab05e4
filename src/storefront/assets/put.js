// What is put in the cart, from a list or a product's form, and how many of it a list shows.
import * as cart from './cart.js'
import { sendEvent } from './events.js'
import { afterPaint, showToast } from './page.js'

/** ms within which a second tap on the same is a double one; shorter where what was tapped has changed. */
const DOUBLE_TAP_MS = 600
const CHANGED_MS = 350

let last = { at: -1000 }

/** Ignores the second tap of a double tap. @param max the stock, where it is known */
export function put(lines, max, { timeStamp: at, target }) {
  const text = JSON.stringify(lines)
  const isSecond = text === last.text && at - last.at < DOUBLE_TAP_MS
  last = { text, at }
  if (isSecond) return
  const [[variant, quantity]] = lines
  const countOf = () => cart.quantityOf(cart.read(), variant)
  const wanted = countOf() + quantity
  cart.add(lines, max)
  const count = countOf()
  showToast(
    count < wanted ? limitText(count) : count > 1 ? `Van ${count} en tu carrito` : 'Está en tu carrito',
    {
      href: cart.href(),
      text: 'Ver carrito',
    },
  )
  if (count === 0) return
  afterPaint(() => {
    sendEvent('ADD_TO_CART')
    void import('./fly.js').then(({ fly }) => fly(target))
    void import('./cart-sheet.js') // it opens at once
  })
}

function limitText(count) {
  if (count === 0) return 'Tu carrito está lleno: envía este pedido y haz otro'
  return count === 1 ? 'Queda 1: ya está en tu carrito' : `Quedan ${count}: ya están en tu carrito`
}

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
  const name = add.ariaLabel.slice('Agregar '.length, -' al carrito'.length)
  const counter = document.createElement('span')
  ;[counter.className, counter.role, counter.ariaLabel] = ['add counter', 'group', `${name}, en tu carrito`]
  const [less, count, more] = ['button', 'output', 'button'].map((tag) => document.createElement(tag))
  ;[less.textContent, less.ariaLabel] = ['−', `Uno menos de ${name}`]
  ;[more.textContent, more.ariaLabel] = ['+', `Uno más de ${name}`]
  counter.append(less, count, more)
  add.after(counter)
  return counter
}

/** A tap on one of the buttons around it; the second tap of the one that put the product there is none. */
export function count(button, { timeStamp: at }) {
  if (at - last.at < CHANGED_MS) return
  const counter = button.parentElement
  const add = counter.previousElementSibling
  const [variant, , seen] = lineOf(add)
  const had = cart.quantityOf(cart.read(), variant)
  if (button === counter.firstElementChild) return cart.remove([[variant, 1]])
  if (had >= Number(add.dataset.max ?? Infinity)) return showToast(limitText(had))
  cart.add([[variant, 1, seen]])
}
