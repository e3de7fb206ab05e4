import { html, type Html } from '../../core/http/html.ts'
import { paletteOf } from '../../themes/stylesheet.ts'
import type { ThemeId, ThemeSettings } from '../../themes/theme.ts'

/** The parts of a theme's thumbnail: boxes for photos, lines for text. */
type Draw = {
  photo: (x: number, y: number, width: number, height: number) => Html
  words: (x: number, y: number, width: number, height?: number) => Html
  button: (x: number, y: number) => Html
}

/** A thumbnail of a theme's layout, colours and shapes; with attributes, because the policy forbids inline styles. */
export function themePicture({ theme, accent, corners, ratio, density }: ThemeSettings): Html {
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
