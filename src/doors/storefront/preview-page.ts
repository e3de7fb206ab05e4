import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { trusted } from '../../core/http/html.ts'
import { findPreview } from '../../features/themes/preview.ts'
import { catalogPage, readQuery } from './catalog-page.ts'
import { contentSecurityPolicy } from '../../core/pages/security.ts'
import { sendPage } from './send-page.ts'
import { visitedShop } from '../../features/catalog/shop.ts'
import { t } from '../../core/texts/text.ts'

/** The catalog in the draft of a theme, by a secret link; the panel shows it in a frame. */
export function previewPageRoute(app: App) {
  const policy = contentSecurityPolicy({ 'frame-ancestors': `'self' ${app.panelUrl}` })
  app.get<{ Params: { slug: string; token: string } }>(
    '/:slug/vista/:token',
    { config: { staysHere: true } },
    async (request, reply) => {
      const { sql, params } = request
      const shop = await visitedShop(request)
      const themeSettings = await findPreview(sql, shop.id, params.token)
      if (!themeSettings) throw notFound(t('La vista previa'))
      const page = await catalogPage(
        app,
        { ...shop, themeSettings, trackers: { meta: null, google: null } },
        readQuery({}),
      )
      reply.headers({
        'x-robots-tag': 'noindex',
        'cache-control': 'private, no-store',
        'content-security-policy': policy,
      })
      return await sendPage(request, reply, outOfFrame(page.in(shop.language)), shop.language)
    },
  )
}

/** Links to other pages open in a new tab, because those can't be framed; anchors of this page stay. */
const outOfFrame = (markup: string) =>
  trusted(
    markup.replace('<head>', '<head><base target="_blank">').replaceAll('href="#', 'target="_self" href="#'),
  )
