// Parts of pages: every page comes whole from the server, and a script only puts a newer part in the place of the old.

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

/** Puts the elements of these ids from a newer page in place of ours. */
export function replace(page, ...ids) {
  for (const id of ids) {
    const [ours, theirs] = [document.getElementById(id), page?.getElementById(id)]
    if (ours && theirs) ours.replaceWith(document.adoptNode(theirs))
  }
}

const waiting = new Set()
addEventListener('pagehide', () => waiting.forEach((run) => run()))

/** Does what nobody waits for once the screen shows what was tapped, or when the page is left before. */
export function afterPaint(work) {
  const run = () => waiting.delete(run) && work()
  waiting.add(run)
  requestAnimationFrame(() => setTimeout(run))
}

let hiding
let pressed // where the lower edge of what was pressed is: asked before anything changes, when it costs no layout

addEventListener('click', ({ target }) => (pressed = target.getBoundingClientRect().bottom), true)

/** A word to the shopper with a way on, a link or something to do; never over what was pressed. */
export function say(text, action) {
  const toast = document.querySelector('.toast')
  toast.classList.toggle('above', pressed > innerHeight / 2)
  toast.replaceChildren(text, ...(action ? [actionElement(action)] : []))
  clearTimeout(hiding)
  hiding = setTimeout(hide, 6000, toast)
}

function actionElement({ text, href, run }) {
  const element = document.createElement(href ? 'a' : 'button')
  if (href) element.href = href
  else element.addEventListener('click', run)
  element.textContent = text
  return element
}

/** Not from under a finger, nor from under the keyboard. */
function hide(toast) {
  if (toast.matches(':hover, :focus-within')) hiding = setTimeout(hide, 2000, toast)
  else toast.replaceChildren()
}

export const hideToast = () => document.querySelector('.toast').replaceChildren()
