import type { Sql } from '../../core/database/db.ts'
import { html, type Html } from '../../core/http/html.ts'
import { moment } from '../../pages/format.ts'
import type { StoreContext } from '../page.ts'

type Receipt = { id: string; type: string; duplicateOf: string | null; createdAt: string }

/** The receipts of an order's payment, with a warning where one was sent for another order before; null without any. */
export async function receipts({ sql, base, store }: StoreContext, orderId: string): Promise<Html | null> {
  const sent = await listReceipts(sql, store.id, orderId)
  if (sent.length === 0) return null
  const shown = sent.map(({ id, type, duplicateOf, createdAt }, n) => {
    const href = `${base}/pedidos/${orderId}/comprobantes/${id}`
    const name = `Comprobante ${n + 1}`
    const file = type.startsWith('image/')
      ? html`<a href="${href}" target="_blank"><img src="${href}" alt="${name}" loading="lazy"></a>`
      : html`<a class="quiet" href="${href}" download>Descargar el PDF</a>`
    return html`
      <li>
        ${file}
        <p><small>Enviado ${moment(createdAt, store.timeZone)}</small></p>
        ${duplicateOf && warning(duplicateOf)}
      </li>
    `
  })
  return html`<ul class="receipts" aria-label="Comprobantes">${shown}</ul>`
}

const listReceipts = (sql: Sql, storeId: string, orderId: string) => sql<Receipt[]>`
  select id, type, duplicate_of, created_at
  from receipts
  where store_id = ${storeId} and order_id = ${orderId}
  order by created_at, id`

const warning = (orderNumber: string) => html`
  <p class="notice" role="alert">
    <b>Este comprobante ya se usó en ${orderNumber}.</b> Búscalo en tu banco antes de confirmar el pago.
  </p>
`
