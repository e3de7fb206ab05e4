import { stored } from './cart.js'
import { showToast } from './page.js'

const { shop, store } = document.body.dataset

/** The token of this phone's last order here, by which the server verifies the purchase. */
const lastOrder = () =>
  Object.values(stored(`vitrina:${shop}:pedidos`, {}))
    .at(-1)
    ?.address.split('/')
    .at(-1) ?? null

let isSending = false
// The last review that was sent and its key: the same one again is a retry.
let sent, key

/** @throws without a connection */
export async function sendReview(form) {
  if (isSending) return
  isSending = true
  await send(form).finally(() => (isSending = false))
}

async function send(form) {
  const fields = Object.fromEntries(new FormData(form))
  const json = JSON.stringify({
    ...fields,
    rating: Number(fields.rating),
    productId: form.dataset.review,
    storeId: store,
    trackingToken: lastOrder(),
  })
  // No `randomUUID`, which browsers offer over HTTPS only.
  if (sent !== json) [sent, key] = [json, Math.random()]
  const { ok, status } = await fetch('/api/reviews', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: json,
  })
  if (status === 400) return showToast(t('Revisa lo que escribiste.'))
  if (!ok) return showToast(t('Puedes volver a opinar mañana.'))
  form.closest('details').open = false
  form.reset()
  showToast(t('¡Gracias! La tienda la leerá antes de publicarla.'))
}
