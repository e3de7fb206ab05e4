import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { FORMATS } from '../../imports/fields.ts'
import { MAX_EXPORT_MS, sendExport } from '../../imports/send-export.ts'
import { enterStore } from '../register.ts'

/** All products as a file of each kind. */
export function exportFileRoute(app: App) {
  app.get(
    '/t/:slug/exportar/:file',
    { config: { nonIdParams: true, maxHandlerMs: MAX_EXPORT_MS } },
    async (request, reply) => {
      const context = await enterStore(app, request, reply, 'products:read')
      if (!context) return reply
      const format = FORMATS.find((name) => `${name}.csv` === context.params['file'])
      if (!format) throw notFound('El archivo')
      const { sql, session, store } = context
      const { id, slug, currency, currencyDigits: digits } = store
      const linkOf = (product: string) => `${app.publicUrl}/${slug}/p/${product}`
      const shop = { id, currency, digits, linkOf }
      return sendExport(reply, session.accountId, { sql, shop, format, name: `productos-${slug}-${format}` })
    },
  )
}
