import type { App } from '../../core/http/app.ts'
import { visitedShop } from '../../features/catalog/shop.ts'
import { shopUrl } from '../../features/stores/address.ts'

export function qrRoute(app: App) {
  app.get<{ Params: { slug: string } }>(
    '/:slug/qr.svg',
    { config: { staysHere: true } },
    async (request, reply) => {
      const shop = await visitedShop(request)
      reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, no-cache')
      const { toString } = await import('qrcode')
      return await toString(shopUrl(app, shop, '?utm_source=qr'), {
        type: 'svg',
        errorCorrectionLevel: 'M',
        margin: 2,
      })
    },
  )
}
