import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Sql } from '../core/database/db.ts'
import { MAX_SILENCE_MS } from '../core/http/create-app.ts'
import { holdStreamedFile } from '../core/http/unread-bodies.ts'
import { exportProducts, type ExportedShop } from './export-products.ts'
import type { Format } from './fields.ts'

/** ms until the file begins, where its encoding is known only once the whole catalog was read. */
export const MAX_EXPORT_MS = 120_000

/** @throws 503 when the account has too many answers under way */
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
