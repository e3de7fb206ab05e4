import type { App } from '../core/http/app.ts'
import { notFound } from '../core/errors/errors.ts'
import { isThemeId, themeSettingsOf } from '../themes/theme.ts'
import { catalogPage, readQuery } from './catalog-page.ts'
import { sendPage } from './send-page.ts'
import { findShop } from './shop.ts'

/** The catalog in the draft of a theme, for whoever was given the link. */
export function previewPageRoute(app: App) {
  app.get<{ Params: { slug: string; token: string } }>('/:slug/vista/:token', async (request, reply) => {
    const { sql, params } = request
    const shop = await findShop(sql, params.slug)
    const [theme] = await sql<{ id: string; draft: Record<string, unknown> }[]>`
      select id, draft from themes
      where store_id = ${shop.id} and preview_token = ${params.token} and draft is not null`
    if (!theme || !isThemeId(theme.id)) throw notFound('La vista previa')
    const themeSettings = themeSettingsOf(theme.id, theme.draft)
    reply.header('x-robots-tag', 'noindex').header('cache-control', 'private, no-store')
    return await sendPage(request, reply, await catalogPage(app, { ...shop, themeSettings }, readQuery({})))
  })
}
