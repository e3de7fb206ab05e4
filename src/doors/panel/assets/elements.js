import { load, morph } from './page.js'

function afterTyping(work) {
  let timer
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => work(), 300)
  }
}

/** A slug that follows the name until it is edited; shows whether it is free. */
class SlugField extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector('input')
    this.isOwn = this.field.value !== ''
    this.name = this.closest('form').elements.namedItem('name')
    this.state = document.createElement('output')
    this.state.className = 'hint'
    this.append(this.state)
    this.check = afterTyping(() => this.checkSlug())
    this.name.addEventListener('input', () => this.isOwn || this.check())
    this.field.addEventListener('input', () => {
      this.isOwn = this.field.value !== ''
      this.check()
    })
  }

  async checkSlug() {
    const query = this.isOwn ? { slug: this.field.value } : { name: this.name.value }
    const response = await load(`${this.dataset.check}?${new URLSearchParams(query)}`)
    const result = response?.page?.getElementById('slug-state')
    if (!result) return
    this.state.textContent = result.textContent
    if (!this.isOwn) this.field.value = this.name.value.trim() && result.dataset.slug
  }
}

/** A message with buttons that write its placeholders, and how it reads below. */
class MessageField extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector('textarea')
    const show = afterTyping(() => this.show())
    this.field.addEventListener('input', show)
    this.addEventListener('click', ({ target }) => {
      const text = target.closest('[data-insert]')?.dataset.insert
      if (!text) return
      this.field.setRangeText(text, this.field.selectionStart, this.field.selectionEnd, 'end')
      this.field.focus()
      show()
    })
  }

  async show() {
    const query = new URLSearchParams({ messageTemplate: this.field.value })
    const response = await load(`${this.dataset.preview}?${query}`)
    const [ours, theirs] = [document, response?.page].map((page) => page?.getElementById('message-preview'))
    if (ours && theirs) morph(ours, document.adoptNode(theirs))
  }
}

class AutoSave extends HTMLElement {
  connectedCallback() {
    this.saved = Promise.resolve()
    this.addEventListener('change', ({ target }) => {
      const form = target.form
      if (target.type === 'file' || target.value === '') return form.requestSubmit()
      this.saved = this.saved.then(() => this.save(form))
    })
  }

  async save(form) {
    const response = await load(form.getAttribute('action'), new FormData(form), form.enctype)
    if (!response?.page || response.status >= 400) return form.requestSubmit()
    for (const id of ['shop-preview', 'draft', 'contrast']) {
      const [ours, theirs] = [document, response.page].map((page) => page.getElementById(id))
      if (ours && theirs) morph(ours, document.adoptNode(theirs))
    }
  }
}

/** A search whose results follow what is written. */
class LiveSearch extends HTMLElement {
  connectedCallback() {
    this.addEventListener(
      'input',
      afterTyping(() => this.show()),
    )
  }

  async show() {
    const form = this.querySelector('form')
    const query = () => new URLSearchParams(new FormData(form)).toString()
    const asked = query()
    const response = await load(`${form.getAttribute('action')}?${asked}`)
    const theirs = response?.page?.getElementById('found')
    if (theirs && asked === query()) morph(document.getElementById('found'), document.adoptNode(theirs))
  }
}

customElements.define('live-search', LiveSearch)
customElements.define('auto-save', AutoSave)
customElements.define('slug-field', SlugField)
customElements.define('message-field', MessageField)
