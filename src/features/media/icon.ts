import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { initials } from '../../core/values/text.ts'
import { findThemeSettings } from '../themes/settings.ts'
import { backgroundColour, inkOn } from '../themes/stylesheet.ts'
import type { ThemeSettings } from '../themes/theme.ts'
import type { Pictures } from './pictures.ts'
import { rethrowAsUnavailable } from './share.ts'
import { fingerprint } from './sources.ts'
import { t } from '../../core/texts/text.ts'

/** The app icon of a shop: its logo, or its initials on its accent colour. */
export function iconRoute(app: App, { files, convert, sources }: Pictures) {
  app.get<{ Params: { store: string; file: string } }>('/media/:store/icono/:file', {
    config: { nonIdParams: true },
    async handler({ sql, params }, reply) {
      const [, side] = /^(180|192|512)\.png$/.exec(params.file) ?? []
      const [store] = await sql<{ name: string }[]>`
        select name from stores where id = ${params.store} and deleted_at is null`
      if (!side || !store) throw notFound(t('La imagen'))
      const settings = await findThemeSettings(sql, params.store)
      const body = await renderIcon(params.store, store.name, settings, Number(side)).catch(
        rethrowAsUnavailable,
      )
      reply.header('content-type', 'image/png').header('cache-control', 'public, max-age=86400')
      return body
    },
  })

  async function renderIcon(
    storeId: string,
    name: string,
    settings: ThemeSettings,
    side: number,
  ): Promise<Buffer> {
    const logo = settings.logoUrl ? await sources.picture(storeId, settings.logoUrl) : null
    const svg = svgOf(logo ? '' : initials(name), settings).in('es')
    return files(`${fingerprint(`${svg}${logo && settings.logoUrl}`)}-${side}.icon`, () =>
      convert(storeId, { kind: 'icon', svg, logo, side }),
    )
  }
}

function svgOf(letters: string, { theme, accent }: ThemeSettings): Html {
  const ground = letters ? accent : backgroundColour(theme, 'light')
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
      <path fill="${ground}" d="M0 0h512v512H0z"/>
      <text x="256" y="330" text-anchor="middle" font-family="serif" font-size="210" font-weight="700"
        fill="${inkOn(accent)}">${letters}</text>
    </svg>
  `
}
