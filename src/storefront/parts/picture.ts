import { html, type Html } from '../../core/http/html.ts'
import { initials } from '../../core/values/text.ts'
import { logoHref, pictureHref } from '../../media/address.ts'
import type { Shop } from '../shop.ts'

type Pictured = { id: string; name: string; imageUrl: string | null }
type Sizes = 'card' | 'dish' | 'full' | 'line' | 'story'

const widths: Record<Sizes, number[]> = {
  card: [240, 400, 640],
  dish: [120, 240, 400],
  full: [480, 800, 1280],
  line: [120, 240],
  story: [480, 800, 1280],
}
const sizes: Record<Sizes, string> = {
  card: '(min-width:64rem) 26rem,(min-width:40rem) 31vw,46vw',
  dish: '6.5rem',
  full: '(min-width:56rem) 34rem,100vw',
  line: '4.5rem',
  story: '(min-width:56rem) 55vw,100vw',
}

/** A product's picture in a frame of the theme's shape; without one, the shop's logo or the product's initials. */
export function picture(
  shop: Pick<Shop, 'id' | 'themeSettings'>,
  product: Pictured,
  size: Sizes,
  { eager = false, alt = '' }: { eager?: boolean; alt?: string } = {},
): Html {
  if (!product.imageUrl) return logoOrInitials(shop, product.name)
  const href = (width: number) => pictureHref(shop.id, product.id, product.imageUrl!, width)
  const sources = widths[size].map((width) => `${href(width)} ${width}w`)
  const loading = eager ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`
    <img class="picture" src="${href(widths[size][0]!)}" srcset="${sources.join()}" sizes="${sizes[size]}"
      width="4" height="5" alt="${alt}" ${loading} decoding="async">
  `
}

function logoOrInitials({ id, themeSettings }: Pick<Shop, 'id' | 'themeSettings'>, name: string): Html {
  const { logoUrl } = themeSettings
  if (!logoUrl) return html`<span class="picture initials" aria-hidden="true">${initials(name)}</span>`
  return html`<img class="picture still" src="${logoHref(id, logoUrl)}" width="4" height="5" alt="" loading="lazy">`
}
