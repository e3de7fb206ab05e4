import { load, morph, showToast } from './page.js'

// Options as chips, and the table of variants that they make. The server makes its rows; without this script, by a button.

/** The values of an option: what stands before a comma becomes a chip. The form sends them divided by commas. */
class ChipField extends HTMLElement {
  connectedCallback() {
    for (const type of ['input', 'keydown', 'focusout', 'click']) this.addEventListener(type, this)
    document.addEventListener('morph', this)
    this.closest('form').addEventListener('submit', this)
    this.setUp()
  }

  disconnectedCallback() {
    document.removeEventListener('morph', this)
  }

  /** The chips are in front of the input; its name and its value go to a hidden field. A morph undoes it. */
  setUp() {
    this.input = this.querySelector('.field input')
    if (!this.input.name) return
    this.list = document.createElement('ul')
    this.list.className = 'option-chips'
    this.sent = Object.assign(document.createElement('input'), { type: 'hidden', name: this.input.name })
    this.values = []
    this.input.removeAttribute('name')
    this.append(this.list, this.sent)
    this.add(this.input.value)
    this.input.value = ''
  }

  handleEvent(event) {
    const { input } = this
    const { type, key, target, relatedTarget } = event
    if (type === 'morph') return this.setUp()
    if (type === 'submit') return this.commit('', true)
    if (type === 'click') return this.remove(this.values.indexOf(target.closest('button')?.value))
    if (target !== input) return
    // A new chip would move the button that is being pressed.
    if (type === 'focusout') return relatedTarget?.matches('.main') || this.commit('')
    if (type === 'input') return input.value.includes(',') && this.commit(input.value.split(',').pop().trim())
    if (key === 'Backspace' && input.value === '') this.remove(this.values.length - 1)
    if (key !== 'Enter') return
    event.preventDefault()
    this.commit('')
  }

  commit(rest, isSent = false) {
    const before = this.values.length
    this.add(this.input.value.slice(0, this.input.value.length - rest.length))
    this.input.value = rest
    if (this.values.length > before && !isSent) this.changed()
  }

  add(text) {
    for (const value of text.split(',').map((part) => part.trim()))
      if (value && !this.values.some((one) => one.toLowerCase() === value.toLowerCase()))
        this.values.push(value)
    this.show()
  }

  remove(n) {
    if (n < 0) return
    this.values.splice(n, 1)
    this.show()
    this.input.focus()
    this.changed()
  }

  show() {
    this.sent.value = this.values.join(', ')
    this.list.replaceChildren(...this.values.map(chipOf))
  }

  changed() {
    for (const type of ['input', 'chips']) this.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

function chipOf(value) {
  const [item, button] = ['li', 'button'].map((name) => document.createElement(name))
  Object.assign(button, {
    type: 'button',
    value,
    ariaLabel: t('Quitar {value}', { value }),
    textContent: '×',
  })
  item.append(value, button)
  return item
}

class RowFilter extends HTMLElement {
  connectedCallback() {
    this.addEventListener('input', this)
  }

  handleEvent({ target }) {
    if ('filter' in target.dataset) this.filter()
  }

  filter() {
    const words = folded(this.querySelector('[data-filter]')?.value ?? '').split(' ')
    for (const row of this.querySelectorAll('fieldset')) {
      const name = folded(row.querySelector('legend').textContent)
      row.hidden = !words.every((word) => name.includes(word))
    }
  }
}

class VariantTable extends RowFilter {
  edits = 0

  connectedCallback() {
    this.form = this.closest('form')
    for (const type of ['input', 'change', 'keydown']) this.addEventListener(type, this)
    this.form.addEventListener('chips', this)
    document.addEventListener('morph', this)
    this.setUp()
  }

  disconnectedCallback() {
    document.removeEventListener('morph', this)
  }

  /** The field by which saving makes the rows that are not here yet. */
  setUp() {
    this.form.elements._table.value = 'true'
    this.filter()
  }

  handleEvent(event) {
    const { type, target } = event
    if (type === 'morph') return this.setUp()
    if (type === 'chips') return this.refresh()
    if (type === 'keydown') return this.move(event)
    if (type === 'change') return target.dataset.fill ? this.fill(target) : this.addEmpty()
    if ('filter' in target.dataset) return this.filter()
    this.edits++
  }

  /** Requests the rows of the options; again where something was typed in them meanwhile. */
  async refresh() {
    if (this.isAsking) return (this.edits++, undefined)
    this.isAsking = true
    const { edits } = this
    const data = new FormData(this.form)
    data.delete('photos')
    data.set('_makeTable', 'true')
    const { page, status } = (await load(this.form.getAttribute('action'), data)) ?? {}
    this.isAsking = false
    if (edits !== this.edits) return this.refresh()
    const theirs = page?.getElementById('variant-table')
    if (status >= 400) showToast(page?.querySelector('main .wrong:not(:empty)')?.textContent ?? '')
    else if (theirs) {
      this.form.elements[SHOWN].value = page.querySelector(`[name="${SHOWN}"]`).value
      morph(this, document.adoptNode(theirs))
    }
    this.setUp()
  }

  rows = () => [...this.querySelectorAll('.variant-row:not([hidden])')]

  fill(field) {
    const cells = this.rows()
      .filter((row) => row.querySelector('[name$=".name"]').value)
      .map((row) => row.querySelector(`[name$=".${field.dataset.fill}"]`))
    for (const cell of cells) cell.value = field.value
    field.value = ''
    this.edits++
    showToast(t('Puesto en {n} variantes', { n: cells.length }))
  }

  /** Without options, there is always an empty row. */
  addEmpty() {
    if (!this.querySelector('[name$=".name"]:placeholder-shown, b')) void this.refresh()
  }

  /** Arrows and Enter go from row to row; Ctrl+D copies what is above. */
  move(event) {
    const { key, target, ctrlKey, metaKey } = event
    const row = target.closest('.variant-row')
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[key]
    const isCopy = key === 'd' && (ctrlKey || metaKey)
    if (target.type !== 'text' || target.list || (!by && !isCopy)) return
    event.preventDefault()
    if (!row) return target.dispatchEvent(new Event('change', { bubbles: true }))
    const rows = this.rows()
    const other = rows[rows.indexOf(row) + (isCopy ? -1 : by)]
    const cell = other?.querySelector(`[name$=".${target.name.split('.').pop()}"]`)
    if (isCopy && cell) target.value = cell.value
    else cell?.select()
    if (isCopy) target.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const SHOWN = 'options.shown'

const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

customElements.define('chip-field', ChipField)
customElements.define('row-filter', RowFilter)
customElements.define('variant-table', VariantTable)
