import { joined, t } from '../../core/texts/text.ts'
import type { App } from '../../core/http/app.ts'
import { html } from '../../core/http/html.ts'
import { defaultLanguage, languageTags } from '../../core/texts/language.ts'
import { truncated } from '../../core/values/text.ts'
import { backgroundColour } from '../../features/themes/stylesheet.ts'
import { catalogHref } from '../../features/catalog/address.ts'
import { shopPage } from './layout.ts'
import { assets } from './parts/icon.ts'
import { sendPage } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'

export function appRoutes(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/manifest.webmanifest', async (request, reply) => {
    const manifest = manifestOf(await visitedShop(request))
    reply.header('content-type', 'application/manifest+json').header('cache-control', 'public, max-age=3600')
    return JSON.stringify(manifest)
  })

  app.get<{ Params: { slug: string } }>('/:slug/sin-conexion', async (request, reply) => {
    const shop = await visitedShop(request)
    const main = html`
      <div class="message">
        <h1>${t('Sin conexión')}</h1>
        <p>${t('Tu carrito sigue en este teléfono. Vuelve a intentarlo cuando haya señal.')}</p>
        <p><a class="button" href="${catalogHref(shop)}">${t('Volver a intentar')}</a></p>
      </div>
    `
    const page = shopPage(shop, { title: joined([t('Sin conexión'), shop.name], ' · ') }, main)
    return await sendPage(request, reply, page, shop.language)
  })

  app.get('/sw.js', (_request, reply) => {
    reply.header('content-type', 'text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return assets.file('worker.js', defaultLanguage)!.body // without texts
  })
}

function manifestOf(shop: Shop) {
  const { id, name, themeSettings } = shop
  const colour = backgroundColour(themeSettings.theme, 'light')
  const icon = (side: number, purpose = 'any') => ({
    src: `/media/${id}/icono/${side}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  return {
    name,
    short_name: truncated(name, 12),
    lang: languageTags[shop.language],
    id: catalogHref(shop),
    start_url: catalogHref(shop),
    scope: catalogHref(shop),
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons: [icon(192), icon(512), icon(512, 'maskable')],
  }
}
