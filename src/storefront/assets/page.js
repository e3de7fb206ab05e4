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

let hiding

/** A word to the shopper at the foot of the page, with a way on. */
export function say(text, link) {
  const toast = document.querySelector('.toast')
  toast.replaceChildren(text)
  if (link) {
    const a = document.createElement('a')
    a.href = link.href
    a.textContent = link.text
    toast.append(a)
  }
  toast.hidden = false
  clearTimeout(hiding)
  hiding = setTimeout(() => (toast.hidden = true), 6000)
}
