import { load, morph } from './page.js'

/** The form of a new order: what the server makes of each tap and each word is shown without a page load. */
class OrderForm extends HTMLElement {
  connectedCallback() {
    this.turn = 0
    this.addEventListener('click', (event) => {
      const button = event.target.closest('button[name^="_"]:not([name=_save])')
      if (!button) return
      event.preventDefault()
      tap(button)
      this.refresh(100)
    })
    this.addEventListener('input', () => this.refresh(300))
    this.addEventListener('submit', () => this.refresh())
  }

  /** Only the response to the last change is shown: an earlier one knows less than the page. */
  refresh(wait) {
    const turn = ++this.turn
    clearTimeout(this.timer)
    if (wait) this.timer = setTimeout(() => this.show(turn), wait)
  }

  async show(turn) {
    const form = this.querySelector('form')
    const data = new FormData(form)
    data.set('_find', '1')
    const theirs = (await load(form.getAttribute('action'), data))?.page?.querySelector('.order-form')
    if (theirs && turn === this.turn) morph(form, document.adoptNode(theirs))
  }
}

/** A line's quantity changes in its field. Any other tap is a field of the form until a response has it, so that none is lost. */
function tap({ form, name, value, parentElement, children }) {
  const quantity = /_(more|less)/.test(name) && parentElement.querySelector('input')
  const count = [...children].find((child) => child.matches('.count'))
  if (quantity) quantity.value = Math.max(0, Number(quantity.value) + (name === '_more' ? 1 : -1))
  else form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  if (count) count.textContent = Number(count.textContent) + 1
}

customElements.define('order-form', OrderForm)
