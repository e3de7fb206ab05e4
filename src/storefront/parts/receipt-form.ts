import { html, type Html } from '../../core/http/html.ts'
import type { OrderRow } from '../../orders/order-row.ts'
import { expectsReceipt } from '../../payments/receipts/expected.ts'
import { orderHref } from '../address.ts'
import type { Shop } from '../shop.ts'

/** Sends the receipt of a transfer, from the camera or as a file; null where the store expects none. */
export function receiptForm(shop: Shop, order: OrderRow): Html | null {
  if (!expectsReceipt(order)) return null
  const form = html`
    <form method="post" action="${orderHref(shop, order.trackingToken)}/comprobante" enctype="multipart/form-data" data-receipt>
      <input type="hidden" name="token" value="${order.trackingToken}">
      <div class="field">
        <label for="file">Foto o PDF</label>
        <input type="file" id="file" name="file" accept="image/*,application/pdf" required>
        <p class="wrong" role="alert"></p>
      </div>
      <div class="actions"><button class="button">Enviar comprobante</button></div>
    </form>
  `
  if (order.paymentState === 'REVIEW')
    return html`<details><summary class="button ghost">Enviar otro comprobante</summary>${form}</details>`
  return html`
    <section class="sheet" aria-labelledby="receipt">
      <h2 id="receipt">Tu comprobante</h2>
      <p>Cuando hayas pagado, envía la foto o el PDF: solo lo ve ${shop.name}.</p>
      ${form}
    </section>
  `
}
