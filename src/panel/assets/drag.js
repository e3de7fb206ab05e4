import { send } from './forms.js'

// Rows of a list are put in order by dragging them, with a mouse or a finger, as their buttons do by keyboard.

const EDGE = 90
const SCROLL = 9

/** The handle of a row. While it is dragged, the others make room. */
class DragHandle extends HTMLElement {
  connectedCallback() {
    this.addEventListener('pointerdown', this)
  }

  handleEvent(event) {
    this[event.type](event)
  }

  pointerdown(event) {
    if (event.button !== 0 || this.row) return
    event.preventDefault()
    this.row = this.closest('li')
    this.after = this.row.previousElementSibling
    this.y = event.clientY
    this.from = this.y + scrollY
    this.setPointerCapture(event.pointerId)
    this.row.classList.add('dragged')
    for (const type of moves) this.addEventListener(type, this)
    this.follow()
  }

  pointermove({ clientY }) {
    this.y = clientY
  }

  /** Each frame: near an edge the page scrolls; a neighbour whose middle was passed changes sides. */
  follow() {
    if (!this.row) return
    const { row, y } = this
    if (y < EDGE) scrollBy(0, -SCROLL)
    if (y > innerHeight - EDGE) scrollBy(0, SCROLL)
    const [above, below] = [row.previousElementSibling, row.nextElementSibling]
    const top = row.offsetTop
    if (below && y > middleOf(below)) row.before(below)
    else if (above && y < middleOf(above)) row.after(above)
    this.from += row.offsetTop - top
    row.style.translate = `0 ${y + scrollY - this.from}px`
    requestAnimationFrame(() => this.follow())
  }

  pointerup() {
    const { row, after } = this
    this.drop()
    if (row.previousElementSibling === after) return
    const back = () => (after ? after.after(row) : row.parentElement.prepend(row))
    row.dispatchEvent(new CustomEvent('moved', { bubbles: true, detail: back }))
  }

  pointercancel() {
    const { row, after } = this
    this.drop()
    if (after) after.after(row)
    else row.parentElement.prepend(row)
  }

  drop() {
    this.row.classList.remove('dragged')
    this.row.style.translate = ''
    this.row = null
    for (const type of moves) this.removeEventListener(type, this)
  }
}

const moves = ['pointermove', 'pointerup', 'pointercancel']

function middleOf(element) {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}

document.addEventListener('moved', ({ target, detail }) => void save(target, detail))

/** Submits the row's move form with the new position. */
async function save(row, back) {
  const form = row.querySelector('form')
  if (!form) return
  const data = new FormData(form)
  data.delete('direction')
  data.set('to', [...row.parentElement.children].indexOf(row))
  if (!(await send(form, null, data))) back()
}

customElements.define('drag-handle', DragHandle)
