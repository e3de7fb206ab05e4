import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Sql } from '../core/database/db.ts'
import type { App } from '../core/http/app.ts'
import { MAX_SILENCE_MS } from '../core/http/create-app.ts'
import { holdStreamedFile } from '../core/http/unread-bodies.ts'
import { readsOf } from '../core/operations/perform.ts'
import { exportProducts, type ExportedShop } from './export-products.ts'
import { FORMATS, type Format } from './columns.ts'
import { shopUrl } from '../stores/address.ts'

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
      const { id, currency, currencyDigits: digits } = store
      const linkOf = (product: string) => shopUrl(app, store, `/p/${product}`)
      const shop = { id, currency, digits, linkOf }
      const sql = readsOf(app, caller)
      return sendExport(reply, caller.key.accountId, { sql, shop, format, name: `productos-${format}` })
    },
  })
}

/** ms until the file begins, where its encoding is known only once the whole catalog was read. */
export const MAX_EXPORT_MS = 120_000

/** @throws 503 when the account has too many unread responses */
export async function sendExport(
  reply: FastifyReply,
  accountId: string,
  { sql, shop, format, name }: { sql: Sql; shop: ExportedShop; format: Format; name: string },
) {
  holdStreamedFile(reply, accountId)
  reply.raw.setTimeout(MAX_EXPORT_MS) // nothing is sent meanwhile
  const file = await exportProducts(sql, shop, format)
  reply.raw.setTimeout(MAX_SILENCE_MS)
  return reply
    .header('content-type', 'text/csv')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(file, { objectMode: false }))
}
