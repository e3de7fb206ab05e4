import type { App } from '../core/http/app.ts'
import { findShop } from './shop.ts'

/** The store's address to be printed and put on a counter. */
export function qrRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/qr.svg', async ({ sql, params }, reply) => {
    const { slug } = await findShop(sql, params.slug)
    reply.header('content-type', 'image/svg+xml').header('cache-control', 'public, max-age=86400')
    const { toString } = await import('qrcode')
    return await toString(`${app.publicUrl}/${slug}`, {
      type: 'svg',
      errorCorrectionLevel: 'M',
      margin: 2,
    })
  })
}
