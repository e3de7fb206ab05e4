import { html, type Html } from '../../../core/http/html.ts'
import { pictureHref } from '../../../features/media/address.ts'
import { icon } from './icon.ts'

export function pictureOf(storeId: string, productId: string, imageUrl: string | null): Html {
  if (!imageUrl) return html`<span class="thumb">${icon('products')}</span>`
  const [small, large] = [120, 240].map((width) => pictureHref(storeId, productId, imageUrl, width))
  return html`
    <img class="thumb" src="${small}" srcset="${large} 2x" width="56" height="56" alt="" loading="lazy">
  `
}
