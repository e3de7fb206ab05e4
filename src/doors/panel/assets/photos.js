import { load, morphPage, showToast } from './page.js'

const MAX_PHOTOS = 10

/** After the last key, in ms. */
const DRAFT_DELAY = 1000

/** Uploads each photo as soon as it is chosen; the form is sent with the addresses of those that arrived. */
class PhotoList extends HTMLElement {
  connectedCallback() {
    this.form = this.closest('form')
    this.addEventListener('change', this)
    this.addEventListener('click', this)
    this.addEventListener('moved', () => this.arranged())
    for (const type of ['submit', 'input']) this.form.addEventListener(type, this)
    for (const type of ['morph', 'visibilitychange']) document.addEventListener(type, this)
    this.draft = this.draftName()
    this.updateDraft()
    void this.restoreDraft()
  }

  /** The page shows another one: the form was saved. */
  disconnectedCallback() {
    clearTimeout(this.saving)
    localStorage.removeItem(this.draft)
    for (const type of ['morph', 'visibilitychange']) document.removeEventListener(type, this)
  }

  handleEvent(event) {
    const { type, target } = event
    if (type === 'submit') return this.awaitUploads(event)
    if (type === 'input') return this.saveDraftSoon()
    if (type === 'morph') return this.updateDraft(true)
    if (type === 'visibilitychange') return this.saving && document.hidden && this.saveDraft()
    if (type === 'change') return target.type === 'file' && this.take(target)
    if (target.type === 'file') return this.saveDraft()
    const button = target.closest('[data-photo]')
    const row = button?.closest('li')
    if (!button) return
    event.preventDefault() // without the script, the button sends the form
    if (button.dataset.photo === 'retry') this.send(row)
    else this.move(row, button)
  }

  /** Clears the file field, so that uploaded photos are not sent again with the form. */
  take(input) {
    const room = MAX_PHOTOS - this.querySelectorAll('li:not(:has([type=checkbox]:checked))').length
    this.querySelector('[data-rejected]').textContent = ''
    const [photos, others] = [true, false].map((isPhoto) =>
      Array.from(input.files).filter(({ type }) => /^(?:image\/|$)/.test(type) === isPhoto),
    )
    for (const file of others) this.reject(file, t('no es una foto'))
    if (photos.length > room) showToast(t('Un producto lleva hasta {max} fotos', { max: MAX_PHOTOS }))
    for (const file of photos.slice(0, Math.max(room, 0))) this.add(file)
    input.value = ''
  }

  add(file) {
    const row = this.querySelector('template').content.firstElementChild.cloneNode(true)
    row.file = file
    const image = row.querySelector('img')
    image.src = URL.createObjectURL(file)
    // What this browser can't show may be a photo all the same; but not where it knows the format.
    if (/jpeg|png|webp/.test(file.type))
      image.addEventListener('error', () => this.reject(file, t('no es una foto'), row))
    this.querySelector('ul').append(row)
    this.number()
    this.send(row)
  }

  send(row) {
    const request = (row.request = new XMLHttpRequest())
    const progress = row.querySelector('progress')
    const form = new FormData()
    form.set('photos', row.file)
    this.show(row, 'sending')
    request.open('POST', this.dataset.upload)
    request.timeout = 130_000
    request.upload.addEventListener('progress', ({ loaded, total }) => (progress.value = loaded / total))
    request.addEventListener('loadend', () => this.done(row, resultOf(request)))
    request.send(form)
  }

  done(row, { url, error, isFinal, isLost }) {
    if (!row.isConnected) return
    if (isFinal) return this.reject(row.file, error, row, isLost)
    this.show(row, url ? '' : 'failed', error)
    row.querySelector('[name$=url]').value = url ?? ''
    if (!this.isHeld) this.saveDraft()
    this.proceed()
  }

  proceed() {
    if (!this.isHeld || this.unsent('sending').length > 0) return
    this.isHeld = false
    if (this.unsent('failed').length > 0) return
    const { textContent: rejected } = this.querySelector('[data-rejected]')
    if (rejected) document.addEventListener('morph', () => showToast(rejected), { once: true })
    this.form.requestSubmit(this.submitter)
  }

  /** A file that will never be a photo is named, and does not delay the others; the draft names what a lost session kept out. */
  reject(file, error, row, isLost) {
    if (isLost)
      this.append(
        Object.assign(document.createElement('input'), { type: 'hidden', name: '_photos', value: file.name }),
      )
    row?.remove()
    row?.request?.abort()
    this.number()
    this.querySelector('[data-rejected]').append(`${file.name}: ${error}. `)
    this.proceed()
  }

  saveDraftSoon() {
    clearTimeout(this.saving)
    this.saving = setTimeout(() => this.saveDraft(), DRAFT_DELAY)
  }

  /** Stores what was typed: the person leaves, or a phone with little memory discards the tab while the camera is open. */
  saveDraft() {
    clearTimeout(this.saving)
    this.saving = null
    if (this.form.ariaBusy === 'true') return
    const texts = [...new FormData(this.form)].filter(([, value]) => typeof value === 'string')
    const address = this.form.getAttribute('action')
    const draft = String(new URLSearchParams([...texts, ['_form', address]]))
    localStorage.setItem(this.draft, draft)
    void this.sendDraft(draft)
  }

  /** Stays in the browser until the server has it: without a connection, and after the session ended. */
  async sendDraft(draft) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', body: draft, headers, keepalive: true, redirect: 'manual' }
    const response = await fetch(this.dataset.draft, request).catch(() => null)
    const isStored = response?.status === 204
    if (isStored && localStorage.getItem(this.draft) === draft) localStorage.removeItem(this.draft)
    return isStored
  }

  draftName = () => `draft ${this.dataset.account} ${this.form.getAttribute('action')}`

  /** What could not be sent before is shown by the server, or offered where the product has changed since. */
  async restoreDraft() {
    const draft = localStorage.getItem(this.draft)
    if (!draft || !(await this.sendDraft(draft))) return
    const response = await load(location.href)
    if (response?.page && !this.saving) morphPage(response.page)
  }

  /** The form was saved, or is shown again with its errors. */
  updateDraft(isAnswer) {
    if (document.querySelector('main :is([aria-invalid], [role=alert]:not(:empty))')) return this.saveDraft()
    clearTimeout(this.saving)
    this.saving = null
    if (!isAnswer) return
    localStorage.removeItem(this.draft)
    this.draft = this.draftName()
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
      return showToast(t('Hay una foto sin subir: reinténtalo o quítala'))
    }
    if (this.unsent('sending').length === 0) return
    event.preventDefault()
    this.isHeld = true
    this.submitter = event.submitter
    showToast(t('Se guarda en cuanto suban las fotos'))
  }

  unsent(state) {
    return this.querySelectorAll(`[data-state=${state}]:not(:has([type=checkbox]:checked))`)
  }

  move(row, button) {
    const { previousElementSibling: above, nextElementSibling: below } = row
    if (button.dataset.photo === 'first') row.parentElement.prepend(row)
    else if (button.dataset.photo === 'before') above?.before(row)
    else below?.after(row)
    this.arranged()
    button.focus()
    row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  arranged() {
    this.number()
    this.saveDraft()
  }

  number() {
    for (const [n, row] of this.querySelectorAll('li').entries()) {
      for (const field of row.querySelectorAll('input'))
        field.name = `images.${n}.${field.name.split('.').pop()}`
      for (const part of row.querySelectorAll('[aria-label]'))
        part.ariaLabel = part.ariaLabel.replace(/\d{1,2}$/, n + 1)
    }
  }
}

/** `isFinal`: another try would have the same result. */
function resultOf({ status, responseText, responseURL }) {
  if (responseURL.includes('/panel/entrar'))
    return { error: t('tu sesión venció: entra otra vez y agrégala de nuevo'), isFinal: true, isLost: true }
  try {
    return { ...JSON.parse(responseText), isFinal: [400, 413, 415].includes(status) }
  } catch {
    return { error: status ? t('No se pudo subir la foto') : t('No hay conexión') }
  }
}

customElements.define('photo-list', PhotoList)
