import { closeMessage, load, morphPage, showToast } from './page.js'

// Sends forms without a page load: the open page is morphed into the response, keeping focus and scroll position.

export function liveForms() {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || form.method !== 'post' || form.dataset.fullLoad !== undefined) return
    event.preventDefault()
    void send(form, submitter)
  })
  addEventListener('popstate', () => location.reload())
  document.addEventListener('morph', closeMessage)
  closeMessage()
}

/** One at a time: a second tap while the first is in flight is ignored. Returns whether there was a response. */
export async function send(form, submitter, data = new FormData(form, submitter)) {
  if (form.ariaBusy === 'true') return true
  form.ariaBusy = 'true'
  if (submitter) submitter.ariaBusy = 'true'
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') // `form.action` may be a button
  const response = await load(action, data, form.enctype)
  form.ariaBusy = null
  if (submitter) submitter.ariaBusy = null
  if (!response) {
    showToast(t('No hay conexión. Lo que escribiste sigue aquí: vuelve a intentarlo.'))
    return false
  }
  if (response.url.includes('/panel/entrar?volver=')) {
    showToast(
      t('Tu sesión venció. Lo que escribiste sigue aquí: entra y guárdalo otra vez.'),
      response.url,
      '_blank',
    )
    return false
  }
  if (response.status < 400) form.closest('details')?.removeAttribute('open')
  const label = submitter?.ariaLabel
  show(response, response.status >= 400)
  if (label) follow(label)
  return true
}

/** Keeps the focus on a move button after its row moved; at the end of the list on the row's other button. */
function follow(label) {
  const button = document.querySelector(`button[aria-label="${CSS.escape(label)}"]`)
  const isOff = button?.disabled
  const next = isOff ? button.closest('.tools').querySelector('button:enabled') : button
  next?.focus()
}

function show({ page, url, status }, isRejected) {
  if (!page?.getElementById('main')) return location.assign(url)
  const isHere = pageOf(url) === pageOf(location.href)
  morphPage(page)
  if (!isRejected && !isHere) {
    history.pushState(null, '', url)
    scrollTo(0, 0)
    document.getElementById('main').focus({ preventScroll: true })
  }
  if (status >= 400) focusWrong()
}

/** The path and which page of a list: not its filters, which a form may leave out where they are empty. */
function pageOf(url) {
  const { pathname, searchParams } = new URL(url)
  return `${pathname} ${searchParams.get('offset') ?? 0}`
}

function focusWrong() {
  const wrong = document.querySelector('[aria-invalid=true]') ?? document.querySelector('[role=alert]')
  if (wrong?.matches('[role=alert]')) wrong.tabIndex = -1
  wrong?.focus()
  wrong?.scrollIntoView({ block: 'center' })
}
