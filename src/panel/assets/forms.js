import { load, put, say } from './page.js'

// Forms go without a page load: the server's own answer is put in place, with focus and scroll where they were.

export function liveForms() {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || form.method !== 'post' || form.dataset.whole !== undefined) return
    event.preventDefault()
    void send(form, submitter)
  })
  addEventListener('popstate', () => location.reload())
}

/** One at a time: a second tap while the first is on its way is the same wish. */
async function send(form, submitter) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  if (submitter) submitter.ariaBusy = 'true'
  const answer = await load(form.action, new FormData(form, submitter), form.enctype)
  form.ariaBusy = null
  if (submitter) submitter.ariaBusy = null
  if (!answer) return say('No hay conexión. Lo que escribiste sigue aquí: vuelve a intentarlo.')
  if (answer.status < 400) form.closest('details')?.removeAttribute('open')
  show(answer, answer.status >= 400)
}

function show({ page, url, status }, isRefused) {
  if (!page?.getElementById('main')) return location.assign(url)
  const isHere = new URL(url).pathname === location.pathname
  put(page)
  if (!isRefused && !isHere) {
    history.pushState(null, '', url)
    scrollTo(0, 0)
    document.getElementById('main').focus({ preventScroll: true })
  }
  if (status >= 400) focusWrong()
}

function focusWrong() {
  const wrong = document.querySelector('[aria-invalid=true]') ?? document.querySelector('[role=alert]')
  if (wrong?.matches('[role=alert]')) wrong.tabIndex = -1
  wrong?.focus()
  wrong?.scrollIntoView({ block: 'center' })
}
