import type { Static } from 'typebox'
import { html, type Html } from '../../core/http/html.ts'
import { notFound } from '../../core/errors/errors.ts'
import { activateTheme } from '../../themes/draft.ts'
import { findSaved, type Saved } from '../../themes/saved.ts'
import {
  isThemeId,
  themeIds,
  themeSettingsOf,
  toSummary,
  type ThemeId,
  type ThemeSettings,
} from '../../themes/theme.ts'
import { storePage, type StoreContext } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import { badge } from '../parts/list.ts'
import { NoFields } from '../forms/no-fields.ts'
import { offerUndo } from '../forms/offer-undo.ts'
import { paletteOf } from '../../themes/stylesheet.ts'

const characters: Record<ThemeId, string> = {
  barro:
    'Fotos grandes y textos con aire, como una revista. Para ropa, artesanía y lo que entra por los ojos.',
  lino: 'Una carta por secciones, con el botón de agregar a mano. Para comida: panaderías, cafés y restaurantes.',
  tinta:
    'Una lista compacta con los precios alineados. Para catálogos largos: ferreterías, repuestos, abarrotes.',
}

export const themesPage = storePage({
  path: '/tema',
  needs: 'themes:read',
  async show(context) {
    const saved = await findSaved(context.sql, context.store.id)
    return {
      title: 'Diseño',
      main: html`
        <p class="muted">Cambiar de diseño no cambia tus productos ni tu enlace, y siempre puedes volver.</p>
        <ul class="themes">${themeIds.map((id) => themeCard(context, id, saved))}</ul>
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
        return { next: '/tema', message: 'Tu tienda ya se ve así', ...(await offerUndo(context, '/tema')) }
      },
    },
  },
})

/** The theme of the address. @throws 404 */
export function themeIn({ params }: StoreContext): ThemeId {
  const id = params['id']!
  if (!isThemeId(id)) throw notFound('El diseño')
  return id
}

function themeCard(context: StoreContext, id: ThemeId, saved: Saved): Html {
  const { name, isActive, hasDraft } = toSummary(id, saved)
  const settings = themeSettingsOf(id, saved.rows.find((row) => row.id === id)?.published ?? null)
  const use = buttonForm(
    context.form(`/tema/${id}/usar`),
    {},
    html`<button class="button" aria-label="Usar ${name}">Usar</button>`,
  )
  return html`
    <li class="card">
      ${themePicture(settings)}
      <h2>${name} ${isActive && badge('En uso', 'good')} ${hasDraft && badge('Con borrador', 'warn')}</h2>
      <p class="muted">${characters[id]}</p>
      <div class="buttons">
        <a class="button ghost" href="${context.base}/tema/${id}" aria-label="Ajustar ${name}">Ajustar</a>
        ${!isActive && use}
      </div>
    </li>
  `
}

/** The parts of a theme's thumbnail: boxes for photos, lines for text. */
type Draw = {
  photo: (x: number, y: number, width: number, height: number) => Html
  words: (x: number, y: number, width: number, height?: number) => Html
  button: (x: number, y: number) => Html
}

/** A thumbnail of a theme's layout, colours and shapes; with attributes, because the policy forbids inline styles. */
function themePicture({ theme, accent, corners, ratio, density }: ThemeSettings): Html {
  const colour = paletteOf({ theme, accent })
  const header = headers(colour)[theme]
  const radius = Math.min(corners / 3, 6)
  const draw: Draw = {
    photo: (x, y, width, height) =>
      html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colour.frame}"/>`,
    words: (x, y, width, height = 3) =>
      html`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="1.5" fill="${colour.accent}"/>`,
    button: (x, y) => html`<circle cx="${x}" cy="${y}" r="3" fill="${colour.accent}"/>`,
  }
  return html`
    <svg class="theme-picture" viewBox="0 0 120 90" aria-hidden="true">
      <rect width="120" height="90" fill="${colour.page}"/>
      <rect width="120" height="12" fill="${header.ground}"/>
      <rect x="${header.x}" y="4" width="30" height="4" rx="1.5" fill="${header.name}"/>
      ${layouts[theme](draw, ratio, density)}
    </svg>
  `
}

/** The header of each theme. */
const headers = ({ page, surface, accent }: ReturnType<typeof paletteOf>) => ({
  barro: { ground: page, name: accent, x: 45 },
  lino: { ground: accent, name: surface, x: 8 },
  tinta: { ground: '#101012', name: '#ffffff', x: 8 },
})

type Layout = (draw: Draw, ratio: ThemeSettings['ratio'], density: ThemeSettings['density']) => Html[]

const heights = { square: 26, portrait: 32, tall: 35 }

const layouts: Record<ThemeId, Layout> = {
  /** A large photo with its story beside it, and the first of the next ones. */
  barro: ({ photo, words }, ratio, density) => {
    const [gap, height] = [density === 'dense' ? 3 : 6, heights[ratio]]
    const width = (120 - 2 * gap) / 3
    return [
      photo(0, 12, 70, height + 6),
      words(77, 22, 36, 5),
      words(77, 31, 28),
      words(77, 37, 16),
      ...[0, 1, 2].map((n) => photo(n * (width + gap), height + 18 + gap, width, 90)),
    ]
  },
  /** The index, and dishes with a small photo and a button. */
  lino: ({ photo, words, button }, ratio, density) => {
    const step = density === 'dense' ? 17 : 22
    const height = ratio === 'square' ? 13 : 15
    return [
      ...[0, 1, 2, 3].map((n) => words(8 + n * 27, 17, 20, 5)),
      ...Array.from({ length: 4 }, (_, n) => 28 + n * step).flatMap((y) => [
        words(8, y + 1, 46),
        words(8, y + 7, 60, 2),
        words(8, y + 11, 18),
        photo(96, y, 16, height),
        button(111, y + height - 1),
      ]),
    ]
  },
  /** The categories at the side, and many rows with their prices in line. */
  tinta: ({ photo, words, button }, _ratio, density) => {
    const step = density === 'dense' ? 8 : 11
    const rows = Array.from({ length: 9 }, (_, n) => 16 + n * step)
    return [
      ...rows.map((y) => words(8, y + 1, 16, 2)),
      ...rows.flatMap((y, n) => [
        photo(32, y - 1, 6, 6),
        words(42, y + 1, 26 + ((n * 7) % 12), 2),
        words(86, y + 1, 14, 2),
        button(109, y + 2),
      ]),
    ]
  },
}
