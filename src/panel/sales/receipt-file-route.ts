import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { enterStore } from '../register.ts'

/** A receipt of an order's payment, for members of its store alone. A PDF is only downloaded: what it runs, it runs elsewhere. */
export function receiptFileRoute(app: App) {
  app.get('/t/:slug/pedidos/:id/comprobantes/:receiptId', async (request, reply) => {
    const context = await enterStore(app, request, reply, 'orders:read', true)
    if (!context) return reply
    const { sql, store, params } = context
    const [receipt] = await sql<{ type: string; body: Buffer }[]>`
      select type, body
      from receipts
      where store_id = ${store.id} and order_id = ${params['id']!} and id = ${params['receiptId']!}`
    if (!receipt) throw notFound('El comprobante')
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
