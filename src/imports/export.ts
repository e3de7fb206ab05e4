import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { App } from '../core/http/app.ts'
import { readsOf } from '../core/operations/perform.ts'
import { FORMATS } from './fields.ts'
import { MAX_EXPORT_MS, sendExport } from './send-export.ts'

export function exportProductsRoute(app: App) {
  app.get('/exports/products', {
    config: { scope: 'products:read', maxHandlerMs: MAX_EXPORT_MS },
    schema: {
      operationId: 'exportProducts',
      summary: 'Exportar los productos',
      description:
        'Todos los productos en un CSV que se puede volver a importar, en la forma de Vitrina o en la de otra tienda. Lo que ' +
        'una hoja de cálculo ejecutaría como fórmula lleva un apóstrofo delante, que al importar se quita.',
      querystring: Type.Object({
        format: Type.Enum([...FORMATS], { default: 'vitrina', description: 'La forma del archivo' }),
      }),
      produces: 'text/csv',
      response: { 200: Type.Unsafe<Readable>({ type: 'string' }) },
    },
    async handler({ caller, store, query: { format } }, reply) {
      const { id, slug, currency, currencyDigits: digits } = store
      const linkOf = (product: string) => `${app.publicUrl}/${slug}/p/${product}`
      const shop = { id, currency, digits, linkOf }
      const sql = readsOf(app, caller)
      return sendExport(reply, caller.key.accountId, { sql, shop, format, name: `productos-${format}` })
    },
  })
}
