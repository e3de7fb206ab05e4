import type { App } from '../core/http/app.ts'
import { parsePhone, toE164 } from '../core/values/phone.ts'
import { findShop, type Shop } from './shop.ts'

/** The country code that a phone without one gets: the store's own. Empty when the store has no number. */
export function callingCode({ whatsappNumber }: Pick<Shop, 'whatsappNumber'>): string {
  const store = whatsappNumber && parsePhone(whatsappNumber)
  return store ? `+${store.countryCallingCode}` : ''
}

/** A phone as a shopper writes it, with or without the country's code, in E.164; null when there is no such number. */
export function readPhone(shop: Pick<Shop, 'whatsappNumber'>, text: string): string | null {
  const written = text.trim().replace(/^00/, '+')
  return toE164(written) ?? toE164(`${callingCode(shop)} ${written}`)
}

/** A phone as people read it: `+502 5512 3456`. */
export const shownPhone = (phone: string) => parsePhone(phone)?.formatInternational() ?? phone

/** Validates and formats a phone while it is being typed. */
export function phoneRoute(app: App) {
  app.get<{ Params: { slug: string }; Querystring: { numero?: unknown } }>('/:slug/telefono', {
    async handler({ sql, params, query }, reply) {
      const shop = await findShop(sql, params.slug)
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
