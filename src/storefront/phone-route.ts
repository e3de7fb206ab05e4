import type { App } from '../core/http/app.ts'
import { readPhone, shownPhone } from '../pages/phone.ts'
import { visitedShop } from './shop.ts'

/** Validates and formats a phone while it is being typed. */
export function phoneRoute(app: App) {
  app.get<{ Params: { slug: string }; Querystring: { numero?: unknown } }>('/:slug/telefono', {
    config: { staysHere: true },
    async handler(request, reply) {
      const { query } = request
      const shop = await visitedShop(request)
      const phone = typeof query.numero === 'string' ? readPhone(shop, query.numero.slice(0, 40)) : null
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'private, max-age=600')
      return JSON.stringify({
        phone,
        shown: phone && shownPhone(phone),
      })
    },
  })
}
