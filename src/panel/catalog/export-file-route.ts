import { Readable } from 'node:stream'
import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { exportProducts } from '../../imports/export-products.ts'
import { FORMATS } from '../../imports/fields.ts'
import { MAX_DOWNLOAD_MS } from '../../core/http/deadline.ts'
import { enterStore } from '../register.ts'

/** All products as a file of each kind. */
export function exportFileRoute(app: App) {
  app.get(
    '/t/:slug/exportar/:file',
    { config: { idempotent: false, nonIdParams: true, maxHandlerMs: MAX_DOWNLOAD_MS } },
    async (request, reply) => {
      const context = await enterStore(app, request, reply, 'products:read')
      if (!context) return reply
      const format = FORMATS.find((name) => `${name}.csv` === context.params['file'])
      if (!format) throw notFound('El archivo')
      const { id, slug, currency, currencyDigits: digits } = context.store
      const linkOf = (product: string) => `${app.publicUrl}/${slug}/p/${product}`
      const file = exportProducts(context.sql, { id, currency, digits, linkOf }, format)
      reply
        .header('content-type', 'text/csv')
        .header('content-disposition', `attachment; filename="productos-${slug}-${format}.csv"`)
      return reply.send(Readable.from(file, { objectMode: false }))
    },
  )
}
