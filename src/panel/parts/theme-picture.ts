import { html, type Html } from '../../core/http/html.ts'
import { paletteOf } from '../../themes/stylesheet.ts'
import type { ThemeSettings } from '../../themes/theme.ts'

const heights = { square: 34, portrait: 43, tall: 51 }

/** A shop in small, in a theme's colours and shapes; attributes, since the pages' policy has no room for styles. */
export function themePicture({ theme, accent, corners, ratio, density }: ThemeSettings): Html {
  const colour = paletteOf({ theme, accent })
  const gap = density === 'dense' ? 4 : 8
  const width = (120 - 4 * gap) / 3
  const height = Math.min(heights[ratio], 46)
  const tiles = [0, 1, 2].map((column) => {
    const x = gap + column * (width + gap)
    return html`
      <rect x="${x}" y="34" width="${width}" height="${height}" rx="${Math.min(corners / 3, 8)}" fill="${colour.frame}"/>
      <rect x="${x}" y="${38 + height}" width="${width * 0.8}" height="3" rx="1.5" fill="${colour.accent}"/>
    `
  })
  return html`
    <svg class="theme-picture" viewBox="0 0 120 90" aria-hidden="true">
      <rect width="120" height="90" fill="${colour.page}"/>
      <rect width="120" height="14" fill="${colour.surface}"/>
      <rect x="8" y="5" width="34" height="4" rx="2" fill="${colour.accent}"/>
      <rect x="8" y="20" width="60" height="6" rx="3" fill="${colour.accent}"/>
      ${tiles}
    </svg>
  `
}
