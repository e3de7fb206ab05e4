import { showToast } from './page.js'

const MAX_PHOTOS = 10

/** Uploads each photo as soon as it is chosen; the form is sent with the addresses of those that arrived. */
class PhotoList extends HTMLElement {
  connectedCallback() {
    this.addEventListener('change', this)
    this.addEventListener('click', this)
    this.addEventListener('moved', () => this.arranged())
    this.closest('form').addEventListener('submit', this)
  }

  handleEvent(event) {
    const { type, target } = event
    if (type === 'submit') return this.awaitUploads(event)
    if (type === 'change') return target.type === 'file' && this.take(target)
    if (target.type === 'file') return this.saveDraft()
    const button = target.closest('[data-photo]')
    const row = button?.closest('li')
    if (button?.dataset.photo === 'first') this.moveFirst(row)
    if (button?.dataset.photo === 'retry') this.send(row)
  }

  /** Clears the file field, so that uploaded photos are not sent again with the form. */
  take(input) {
    const room = MAX_PHOTOS - this.querySelectorAll('li:not(:has([type=checkbox]:checked))').length
    if (input.files.length > room) showToast(`Un producto lleva hasta ${MAX_PHOTOS} fotos`)
    for (const file of Array.from(input.files).slice(0, Math.max(room, 0))) this.add(file)
    input.value = ''
  }

  add(file) {
    const row = this.querySelector('template').content.firstElementChild.cloneNode(true)
    row.file = file
    row.querySelector('img').src = URL.createObjectURL(file)
    this.querySelector('ul').append(row)
    this.number()
    this.send(row)
  }

  send(row) {
    const request = new XMLHttpRequest()
    const progress = row.querySelector('progress')
    const form = new FormData()
    form.set('photos', row.file)
    this.show(row, 'sending')
    request.open('POST', this.dataset.upload)
    request.timeout = 130_000
    request.upload.addEventListener('progress', ({ loaded, total }) => (progress.value = loaded / total))
    request.addEventListener('loadend', () => this.done(row, answerOf(request)))
    request.send(form)
  }

  done(row, { url, error }) {
    row.querySelector('[name$=url]').value = url ?? ''
    this.show(row, url ? '' : 'failed', error)
    if (!this.isHeld) this.saveDraft()
    if (!this.isHeld || this.unsent('sending').length > 0) return
    this.isHeld = false
    if (this.unsent('failed').length === 0) this.closest('form').requestSubmit()
  }

  /** Restores typed fields: a phone with little memory may discard the tab while the camera is open. */
  saveDraft() {
    const form = this.closest('form')
    const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string')
    const address = form.getAttribute('action')
    navigator.sendBeacon(this.dataset.draft, new URLSearchParams([...texts, ['_form', address]]))
  }

  show(row, state, error) {
    row.dataset.state = state
    row.querySelector('progress').hidden = state !== 'sending'
    row.querySelector('[data-photo=retry]').hidden = state !== 'failed'
    const wrong = row.querySelector('.wrong')
    wrong.hidden = state !== 'failed'
    wrong.textContent = error ?? ''
  }

  /** Delays submitting until the photos are uploaded. */
  awaitUploads(event) {
    if (this.unsent('failed').length > 0) {
      event.preventDefault()
      this.unsent('failed')[0].querySelector('[data-photo=retry]').focus()
      return showToast('Hay una foto sin subir: reinténtalo o quítala')
    }
    if (this.unsent('sending').length === 0) return
    event.preventDefault()
    this.isHeld = true
    showToast('Se guarda en cuanto suban las fotos')
  }

  unsent(state) {
    return this.querySelectorAll(`[data-state=${state}]:not(:has([type=checkbox]:checked))`)
  }

  moveFirst(row) {
    this.querySelector('ul').prepend(row)
    this.arranged()
    row.querySelector('[type=text]').focus()
    showToast('Ahora es la primera')
  }

  arranged() {
    this.number()
    this.saveDraft()
  }

  number() {
    for (const [n, row] of this.querySelectorAll('li').entries())
      for (const field of row.querySelectorAll('[name]'))
        field.name = `images.${n}.${field.name.split('.').pop()}`
  }
}

function answerOf({ status, responseText }) {
  try {
    return JSON.parse(responseText)
  } catch {
    return { error: status ? 'No se pudo subir la foto' : 'No hay conexión' }
  }
}

customElements.define('photo-list', PhotoList)
