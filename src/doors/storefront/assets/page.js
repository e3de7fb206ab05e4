// The server renders whole pages; scripts replace parts of the open page with those of a newer one.

/** The page at an address, parsed; `null` without a connection. */
export function load(url, form) {
  const request = new XMLHttpRequest()
  request.open(form ? 'POST' : 'GET', url)
  request.responseType = 'document'
  request.timeout = 20000
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => resolve(request.response))
    request.send(form && new URLSearchParams(form))
  })
}

export function replace(page, ...ids) {
  for (const id of ids) {
    const [ours, theirs] = [document.getElementById(id), page?.getElementById(id)]
    if (ours && theirs) ours.replaceWith(theirs)
  }
}

// A tall logo is small in the header: the name stands beside it.
const logo = document.querySelector('.logo')
logo?.decode().then(
  () => logo.classList.toggle('tall', logo.naturalWidth < logo.naturalHeight * 1.8),
  () => {},
)

const waiting = new Set()
addEventListener('pagehide', () => waiting.forEach((run) => run()))

export function afterPaint(work) {
  const run = () => waiting.delete(run) && work()
  waiting.add(run)
  requestAnimationFrame(() => setTimeout(run))
}

/** Runs with a module that the page can do without; nothing happens where it does not load. */
export const whenLoaded = (module, run) => void module.then(run, () => {})

let hiding
// The lower edge of the pressed element, read before any change so that it forces no layout.
let pressed

addEventListener('click', ({ target }) => (pressed = target.getBoundingClientRect().bottom), true)

/** Shows a toast, with a link or a button if given; never over the pressed element, and in a dialog where one is open. */
export function showToast(text, action) {
  const toast = document.querySelector('.toast')
  const around = document.querySelector('dialog:modal') ?? document.body
  if (toast.parentElement !== around) around.append(toast)
  toast.classList.toggle('above', pressed > innerHeight / 2)
  toast.replaceChildren(text, ...(action ? [actionElement(action)] : []))
  clearTimeout(hiding)
  hiding = setTimeout(hide, 6000, toast)
}

function actionElement({ text, href, run }) {
  const element = document.createElement(href ? 'a' : 'button')
  if (href) element.href = href
  else element.addEventListener('click', () => run(hideToast()))
  element.textContent = text
  return element
}

function hide(toast) {
  if (toast.matches(':hover, :focus-within')) hiding = setTimeout(hide, 2000, toast)
  else toast.replaceChildren()
}

export const hideToast = () => document.querySelector('.toast').replaceChildren()

/**
 * Sends an event of the owner's statistics: added to cart, order placed. The session id is random and ends with the visit. Nothing
 * is sent under Do Not Track or Global Privacy Control.
 */
export function sendEvent(type) {
  if (navigator.doNotTrack === '1' || navigator.globalPrivacyControl) return
  const event = JSON.stringify({ storeId: document.body.dataset.store, type, sessionId: visit() })
  navigator.sendBeacon?.('/api/catalog/events', new Blob([event], { type: 'application/json' }))
}

function visit() {
  try {
    return (sessionStorage['vitrina:visita'] ??= crypto.randomUUID())
  } catch {
    return 'visita'
  }
}

/** Registers the worker, which has a page for when there is no connection; private windows have none. */
export function registerWorker() {
  const policy = window.trustedTypes?.createPolicy('shop-worker', { createScriptURL: () => '/sw.js' })
  navigator.serviceWorker
    ?.register(policy?.createScriptURL('') ?? '/sw.js', { scope: document.body.dataset.base || '/' })
    .catch(() => {})
}
