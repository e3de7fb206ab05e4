import { readAssets } from '../../../core/http/assets.ts'
import { html, type Html } from '../../../core/http/html.ts'

export const assets = readAssets(new URL('../assets/', import.meta.url), '/panel/assets', [
  new URL('../../../core/pages/base.css', import.meta.url),
])

// prettier-ignore
export type Icon =
  | 'home' | 'orders' | 'plus' | 'products' | 'more' | 'back' | 'next' | 'up' | 'down' | 'folder' | 'percent' | 'truck' | 'star' | 'people'
  | 'chart' | 'share' | 'shop' | 'brush' | 'team' | 'card' | 'key' | 'plug' | 'clock' | 'upload' | 'help' | 'check' | 'eye' | 'hidden'
  | 'trash' | 'copy' | 'print' | 'chat' | 'exit' | 'search' | 'user' | 'bell' | 'order' | 'phone' | 'pin' | 'grip' | 'camera' | 'choices'
  | 'close'

export function icon(name: Icon): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="${assets.href('icons.svg')}#${name}"/></svg>`
}
