import type { Static } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { activateTheme } from '../../../features/themes/draft.ts'
import { previewTokenOf } from '../../../features/themes/preview.ts'
import { findSaved, type Saved } from '../../../features/themes/saved.ts'
import { isThemeId, themeIds, toSummary, type ThemeId } from '../../../features/themes/theme.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { App } from '../../../core/http/app.ts'
import type { PanelStore } from '../../../features/sessions/lookup.ts'
import { pathHere } from '../../../features/stores/address.ts'
import { buttonForm } from '../parts/form.ts'
import { badge } from '../parts/list.ts'
import { NoFields } from '../forms/no-fields.ts'
import { offerUndo } from '../forms/perform.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

const characters: Record<ThemeId, Localized> = {
  barro: t(
    'Fotos grandes y textos con aire, como una revista. Para ropa, artesanía y lo que entra por los ojos.',
  ),
  lino: t(
    'Una carta por secciones, con el botón de agregar a mano. Para comida: panaderías, cafés y restaurantes.',
  ),
  tinta: t(
    'Una lista compacta con los precios alineados. Para catálogos largos: ferreterías, repuestos, abarrotes.',
  ),
}

export const themesPage = storePage({
  path: '/tema',
  needs: 'themes:read',
  async show(context) {
    const { sql, store } = context
    const saved = await findSaved(sql, store.id)
    const cards = await Promise.all(
      themeIds.map(async (id) => themeCard(context, id, saved, await previewTokenOf(sql, store.id, id))),
    )
    return {
      title: t('Diseño'),
      framesShop: true,
      main: html`
        <p class="muted">${t('Cambiar de diseño no cambia tus productos ni tu enlace, y siempre puedes volver.')}</p>
        <ul class="themes">${cards}</ul>
      `,
    }
  },
  forms: {
    '/tema/:id/usar': {
      needs: 'store:write',
      body: NoFields,
      async run(context: StoreContext, _body: Static<typeof NoFields>) {
        const id = themeIn(context)
        await activateTheme(context.sql, context.store.id, id)
        return { next: '/tema', message: t('Tu tienda ya se ve así'), ...(await offerUndo(context, '/tema')) }
      },
    },
  },
})

export function themeIn({ params }: StoreContext): ThemeId {
  const id = params['id']!
  if (!isThemeId(id)) throw notFound(t('El diseño'))
  return id
}

function themeCard(context: StoreContext, id: ThemeId, saved: Saved, token: string): Html {
  const { name, isActive, hasDraft } = toSummary(id, saved)
  const use = buttonForm(
    context.form(`/tema/${id}/usar`),
    {},
    html`<button class="button" aria-label="${t('Usar {name}', { name })}">${t('Usar')}</button>`,
  )
  return html`
    <li class="card">
      ${shopPicture(context, token, name)}
      <h2>${name} ${isActive && badge(t('En uso'), 'good')} ${hasDraft && badge(t('Con borrador'), 'warn')}</h2>
      <p class="muted">${characters[id]}</p>
      <div class="buttons">
        <a class="button ghost" href="${context.base}/tema/${id}" aria-label="${t('Ajustar {name}', { name })}">${t('Ajustar')}</a>
        ${!isActive && use}
      </div>
    </li>
  `
}

/** The shop itself in this theme, as a picture: with its own photos, names and prices. */
function shopPicture({ app, store }: StoreContext, token: string, name: string): Html {
  return html`
    <div class="shop-picture" inert>
      <iframe title="${t('Tu tienda en {name}', { name })}" loading="lazy" tabindex="-1" sandbox="allow-same-origin"
        src="${previewHref(app, store, token)}"></iframe>
    </div>
  `
}

/** The address of the shop in a theme, on the host of the panel where it may be framed. */
export function previewHref(app: App, store: PanelStore, token: string): string {
  const origin = app.panelUrl === app.publicUrl ? '' : app.publicUrl
  return origin + pathHere(store, `/vista/${token}`)
}
