import { readAssets } from '../../../core/http/assets.ts'
import { html, type Html } from '../../../core/http/html.ts'

export const assets = readAssets(new URL('../assets/', import.meta.url), '/assets', [
  new URL('../../../core/pages/base.css', import.meta.url),
  new URL('../store.css', import.meta.url),
])

type Icon = 'cart' | 'search' | 'plus' | 'star' | 'back' | 'chat' | 'share' | 'check'

export function icon(name: Icon): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="${assets.href('drawn.svg')}#${name}"/></svg>`
}
