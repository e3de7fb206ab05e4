// Pages are rendered by the server; a script morphs the page into a newer version.

/** The page at an address, or the response to a form, parsed; `null` without a connection. */
export function load(url, form, type) {
  const request = new XMLHttpRequest()
  request.open(form ? 'POST' : 'GET', url)
  request.responseType = 'document'
  request.timeout = 60_000
  const body = form && type !== 'multipart/form-data' ? new URLSearchParams(form) : form
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => {
      const { response: page, responseURL, status } = request
      // In a page that was fetched it holds elements, which would work, such as a refresh.
      for (const unused of page?.querySelectorAll('noscript') ?? []) unused.remove()
      resolve(status ? { page, url: responseURL, status } : null)
    })
    request.send(body)
  })
}

/** Morphs the page into the newer one: equal elements keep their focus, scroll position and open state. */
export function morphPage(page) {
  document.title = page.title
  morph(document.body, document.adoptNode(page.body))
  document.dispatchEvent(new Event('morph'))
}

/** Whether the user is at a field of a form or one is being sent, which a newer page would interrupt. A device's switch has no form. */
export const isBusy = () =>
  (document.activeElement?.matches('input, textarea, select') && document.activeElement.form) ||
  document.querySelector('form[aria-busy=true]')

/** Morphs one element into another. Children match by id, else by position. The list beside an order is the script's own. */
export function morph(ours, theirs) {
  if (ours.matches('[data-beside]')) return
  const isField = ours.matches(FIELDS)
  const content = isField && { value: theirs.value, checked: theirs.checked }
  sameAttributes(ours, theirs)
  const known = new Map([...ours.children].filter(({ id }) => id).map((child) => [child.id, child]))
  let at = ours.firstChild
  for (const child of Array.from(theirs.childNodes)) {
    const match = matching(child, at, known)
    if (!match) {
      ours.insertBefore(child, at)
      continue
    }
    if (match === at) at = at.nextSibling
    else ours.insertBefore(match, at)
    if (match.nodeType !== Node.ELEMENT_NODE) match.data = child.data
    else if (!match.isEqualNode(child) || hasFields(match)) morph(match, child)
  }
  while (at) {
    const next = at.nextSibling
    at.remove()
    at = next
  }
  if (isField) sameContent(ours, content)
}

/** `isEqualNode` compares attributes, not what was typed in fields. */
const hasFields = (element) => element.matches(FIELDS) || element.querySelector(FIELDS) !== null
const FIELDS = 'input, textarea, select'

function matching(child, at, known) {
  if (child.id) return known.get(child.id)
  if (!at || at.id || at.nodeType !== child.nodeType || at.nodeName !== child.nodeName) return null
  return at
}

function sameAttributes(ours, theirs) {
  for (const { name } of Array.from(ours.attributes))
    if (!theirs.hasAttribute(name) && name !== 'open') ours.removeAttribute(name)
  for (const { name, value } of theirs.attributes)
    if (ours.getAttribute(name) !== value) ours.setAttribute(name, value)
}

function sameContent(ours, theirs) {
  if (ours.value !== theirs.value && ours.type !== 'file') ours.value = theirs.value
  if ('checked' in ours) ours.checked = theirs.checked
}

let hiding

/** Shows a toast at the foot of the page; one that leads somewhere stays longer. */
export function showToast(text, href, target = '') {
  const toast = document.querySelector('.toast')
  toast.textContent = href ? '' : text
  if (href) toast.append(Object.assign(document.createElement('a'), { href, target, textContent: text }))
  toast.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => (toast.hidden = true), href ? 20_000 : 6000)
}

let closing

/** Closes the message about the last action after a while, unless something can be done about it. */
export function closeMessage() {
  clearTimeout(closing)
  const message = document.querySelector('.flash:not(:has(a, [method=post]))')
  if (message) closing = setTimeout(() => message.close(), 6000)
}
