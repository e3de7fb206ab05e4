import { send } from './forms.js'

// Rows of a list are put in order by dragging them, with a mouse or a finger, as their buttons do by keyboard.

const EDGE = 90
const SCROLL = 9

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
    this.x = event.clientX
    this.y = event.clientY
    this.from = [this.x + this.row.parentElement.scrollLeft, this.y + scrollY]
    this.setPointerCapture(event.pointerId)
    this.row.classList.add('dragged')
    for (const type of moves) this.addEventListener(type, this)
    this.follow()
  }

  pointermove({ clientX, clientY }) {
    this.x = clientX
    this.y = clientY
  }

  /** Each frame: near an edge the page scrolls; a neighbour whose middle was passed changes sides, in a strip the one below the pointer. */
  follow() {
    if (!this.row) return
    const { row, x, y } = this
    if (y < EDGE) scrollBy(0, -SCROLL)
    if (y > innerHeight - EDGE) scrollBy(0, SCROLL)
    const { offsetLeft: left, offsetTop: top } = row
    const list = row.parentElement
    const isStrip = row.matches('.photo')
    const edges = list.getBoundingClientRect()
    if (isStrip)
      list.scrollBy((x > edges.right - EDGE / 2) * SCROLL - (x < edges.left + EDGE / 2) * SCROLL, 0)
    if (isStrip) this.swap()
    else this.pass()
    this.from[0] += row.offsetLeft - left
    this.from[1] += row.offsetTop - top
    row.style.translate = `${isStrip ? x + list.scrollLeft - this.from[0] : 0}px ${y + scrollY - this.from[1]}px`
    requestAnimationFrame(() => this.follow())
  }

  /** Moves the neighbours, not the row itself, which would lose the pointer. */
  pass() {
    const { row, y } = this
    const [above, below] = [row.previousElementSibling, row.nextElementSibling]
    if (below && y > middleOf(below)) row.before(below)
    else if (above && y < middleOf(above)) row.after(above)
  }

  swap() {
    const { row, x, y } = this
    const all = [...row.parentElement.children]
    const at = all.indexOf(row)
    const to = all.findIndex((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return one !== row && x > left && x < right && y > top && y < bottom
    })
    if (to < 0) return
    if (to < at) row.after(...all.slice(to, at))
    else row.before(...all.slice(at + 1, to + 1))
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

async function save(row, back) {
  const form = row.querySelector('form')
  if (!form) return
  const data = new FormData(form)
  data.delete('direction')
  data.set('to', [...row.parentElement.children].indexOf(row))
  if (!(await send(form, null, data))) back()
}

customElements.define('drag-handle', DragHandle)
