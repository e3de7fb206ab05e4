// Sends the receipt of a payment as soon as it is chosen, with its progress; a failed one stays chosen and can be sent
// again: the server stores the same file once.

/** @param refresh shows the page as it is now */
export function startReceipt(refresh) {
  const submit = (input) => input.matches('[data-receipt] [type=file]') && input.form.requestSubmit()
  document.addEventListener('change', ({ target }) => submit(target))
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('[data-receipt]')) return
    event.preventDefault()
    if (event.target.elements.file.files.length > 0) void send(event.target, refresh)
  })
  const file = document.querySelector('[data-receipt] [type=file]')
  if (file?.files.length > 0) submit(file) // chosen before this script was there
}

let sending = false

async function send(form, refresh) {
  if (sending) return
  sending = true
  const button = form.querySelector('button')
  const wrong = form.querySelector('.wrong')
  wrong.textContent = ''
  button.setAttribute('aria-disabled', 'true')
  const { status, response } = await post(form, (share) => {
    button.textContent = share < 1 ? `Enviando… ${Math.round(share * 100)} %` : 'Revisando…'
  })
  sending = false
  button.removeAttribute('aria-disabled')
  button.textContent = 'Reintentar'
  if (status === 201) return refresh()
  wrong.textContent =
    response?.details?.issues?.[0]?.message ?? response?.error ?? 'No hay conexión. Vuelve a intentarlo.'
}

function post(form, progress) {
  const request = new XMLHttpRequest()
  request.open('POST', '/api/orders/receipt')
  request.responseType = 'json'
  request.timeout = 140000
  request.upload.addEventListener('progress', ({ loaded, total }) => progress(loaded / total))
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => resolve(request))
    request.send(new FormData(form))
  })
}
