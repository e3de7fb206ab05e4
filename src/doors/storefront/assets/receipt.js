// Shows the receipt of a payment before it is sent, and its progress then; a failed one stays chosen and can be sent again:
// the server stores the same file once.

/** @param refresh shows the page as it is now */
export function startReceipt(refresh) {
  document.addEventListener(
    'change',
    ({ target }) => target.matches('[data-receipt] [type=file]') && void preview(target),
  )
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('[data-receipt]')) return
    event.preventDefault()
    if (event.target.elements.file.files.length > 0) void send(event.target, refresh)
  })
  const file = document.querySelector('[data-receipt] [type=file]')
  if (file?.files.length > 0) void preview(file) // chosen before this script was there
}

/** The photo, small; of a PDF, or of what can't be shown, its name is there. */
async function preview(input) {
  const { parentElement: field, files, form } = input
  field.querySelector('canvas')?.remove()
  form.querySelector('.wrong').textContent = ''
  const picture = await createImageBitmap(files[0], { resizeWidth: 480, resizeQuality: 'medium' }).catch(
    () => null,
  )
  if (picture && files.length > 0) {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [picture.width, picture.height]
    canvas.getContext('2d').drawImage(picture, 0, 0)
    field.querySelector('canvas')?.remove()
    input.after(canvas)
  }
  form.querySelector('button').scrollIntoView({ block: 'nearest' })
}

let sending = false

async function send(form, refresh) {
  if (sending) return
  sending = true
  const button = form.querySelector('button')
  const wrong = form.querySelector('.wrong')
  wrong.textContent = ''
  button.setAttribute('aria-disabled', 'true')
  const page = await post(form, (share) => {
    button.textContent =
      share < 1 ? t('Enviando… {percent} %', { percent: Math.round(share * 100) }) : t('Revisando…')
  })
  sending = false
  button.removeAttribute('aria-disabled')
  button.textContent = t('Reintentar')
  if (page?.querySelector('[data-order]')) return refresh()
  wrong.textContent =
    page?.querySelector('.message p')?.textContent ?? t('No hay conexión. Vuelve a intentarlo.')
}

/** The page that the form leads to: the order's, or what is wrong, in its language; null without a connection. */
function post(form, progress) {
  const request = new XMLHttpRequest()
  request.open('POST', form.action)
  request.responseType = 'document'
  request.timeout = 140000
  request.upload.addEventListener('progress', ({ loaded, total }) => progress(loaded / total))
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => resolve(request.response))
    request.send(new FormData(form))
  })
}
