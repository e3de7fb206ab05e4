import { readAssets } from '../../../core/http/assets.ts'
import { html, type Html } from '../../../core/http/html.ts'

/** A stylesheet for each theme, with what all of them share. */
export const assets = readAssets(new URL('../assets/', import.meta.url), '/assets', [
  new URL('../../../core/pages/base.css', import.meta.url),
  new URL('../store.css', import.meta.url),
])

type Icon = 'cart' | 'search' | 'plus' | 'star' | 'back' | 'chat' | 'share' | 'check'

/** A decorative icon, hidden from screen readers. */
export function icon(name: Icon): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="${assets.href('drawn.svg')}#${name}"/></svg>`
}
