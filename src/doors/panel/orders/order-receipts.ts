import type { Sql } from '../../../core/database/db.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { moment } from '../../../core/pages/format.ts'
import type { StoreContext } from '../page.ts'
import type { App } from '../../../core/http/app.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { enterStore } from '../register.ts'

type Receipt = { id: string; type: string; duplicateOf: string | null; createdAt: string }

export async function receipts({ sql, base, store }: StoreContext, orderId: string): Promise<Html | null> {
  const sent = await listReceipts(sql, store.id, orderId)
  if (sent.length === 0) return null
  const shown = sent.map(({ id, type, duplicateOf, createdAt }, n) => {
    const href = `${base}/pedidos/${orderId}/comprobantes/${id}`
    const name = t('Comprobante {n}', { n: n + 1 })
    const file = type.startsWith('image/')
      ? html`<a href="${href}" target="_blank"><img src="${href}" alt="${name}" loading="lazy"></a>`
      : html`<a class="quiet" href="${href}" download>${t('Descargar el PDF')}</a>`
    return html`
      <li>
        ${file}
        <p><small>${t('Enviado {time}', { time: moment(createdAt, store.timeZone) })}</small></p>
        ${duplicateOf && warning(duplicateOf)}
      </li>
    `
  })
  return html`<ul class="receipts" aria-label="${t('Comprobantes')}">${shown}</ul>`
}

const listReceipts = (sql: Sql, storeId: string, orderId: string) => sql<Receipt[]>`
  select id, type, duplicate_of, created_at
  from receipts
  where store_id = ${storeId} and order_id = ${orderId}
  order by created_at, id`

const warning = (orderNumber: string) => html`
  <p class="notice" role="alert">
    ${t('<b>Este comprobante ya se usó en {order}.</b> Búscalo en tu banco antes de confirmar el pago.', {
      order: orderNumber,
      b: (text) => html`<b>${text}</b>`,
    })}
  </p>
`

/** A receipt of an order's payment, for members of its store alone. A PDF is only downloaded: what it runs, it runs elsewhere. */
export function receiptFileRoute(app: App) {
  app.get('/t/:slug/pedidos/:id/comprobantes/:receiptId', async (request, reply) => {
    const context = await enterStore({ app, request, reply }, 'orders:read', true)
    if (!context) return reply
    const { sql, store, params } = context
    const [receipt] = await sql<{ type: string; body: Buffer }[]>`
      select type, body
      from receipts
      where store_id = ${store.id} and order_id = ${params['id']!} and id = ${params['receiptId']!}`
    if (!receipt) throw notFound(t('El comprobante'))
    const isPicture = receipt.type.startsWith('image/')
    const name = `comprobante.${isPicture ? 'jpg' : 'pdf'}`
    return reply
      .headers({
        'content-type': receipt.type,
        'content-disposition': `${isPicture ? 'inline' : 'attachment'}; filename="${name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      .send(receipt.body)
  })
}
