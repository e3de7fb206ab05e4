import { sendCompressed } from '../../core/http/compress.ts'
import type { App } from '../../core/http/app.ts'
import { isId } from '../../core/values/id.ts'
import { visitedShop } from '../../features/catalog/shop.ts'

/** The postal codes of an option's areas by their ids; the checkout reads them once a shopper types a digit. */
export function areasRoute(app: App) {
  app.get<{ Params: { slug: string }; Querystring: { envio?: unknown } }>('/:slug/pedir/zonas', {
    config: { staysHere: true },
    async handler(request, reply) {
      const { sql, query } = request
      const shop = await visitedShop(request)
      const id = typeof query.envio === 'string' && isId(query.envio) ? query.envio : ''
      const [option] = await sql<{ codes: Record<string, string[]> | null }[]>`
        select jsonb_object_agg(area.id, area."postalCodes") as codes
        from shipping_options as option
        cross join jsonb_to_recordset(option.areas) as area (id text, "postalCodes" jsonb)
        where option.store_id = ${shop.id} and option.id = ${id} and option.is_active and area."postalCodes" <> '[]'`
      reply.header('cache-control', 'private, max-age=600')
      const text = JSON.stringify(option?.codes ?? {})
      return await sendCompressed(request, reply, { type: 'application/json; charset=utf-8', text })
    },
  })
}
