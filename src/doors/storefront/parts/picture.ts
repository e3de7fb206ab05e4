import { html, type Html } from '../../../core/http/html.ts'
import { initials } from '../../../core/values/text.ts'
import { CROPS, croppedHref, LIST_WIDTHS, logoHref, type Crop } from '../../../features/media/address.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

type Pictured = { id: string; name: string; imageUrl: string | null }
type Sizes = 'card' | 'cover' | 'dish' | 'line' | 'story'

const widths: Record<Sizes, number[]> = {
  card: LIST_WIDTHS,
  cover: [480, 800, 1280],
  dish: [120, 240, 400],
  line: [120, 240],
  story: [480, 800, 1280],
}
const sizes: Record<Sizes, string> = {
  card: '(min-width:64rem) 26rem,(min-width:40rem) 31vw,46vw',
  cover: '(min-width:56rem) 32rem,100vw',
  dish: '6.5rem',
  line: '4.5rem',
  story: '(min-width:56rem) 55vw,100vw',
}

/** A product's picture, cropped to a frame of the theme's shape; without one, the shop's logo or the product's initials. */
export function picture(
  shop: Pick<Shop, 'id' | 'themeSettings'>,
  product: Pictured,
  size: Sizes,
  { eager = false, alt = '' }: { eager?: boolean; alt?: string } = {},
): Html {
  if (!product.imageUrl) return logoOrInitials(shop, product.name)
  const crop = shop.themeSettings.ratio
  const href = (width: number) => croppedHref(crop, shop.id, product.id, product.imageUrl!, width)
  const sources = widths[size].map((width) => `${href(width)} ${width}w`)
  const loading = eager ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`
    <img class="picture" src="${href(widths[size][0]!)}" srcset="${sources.join()}" sizes="${sizes[size]}"
      ${shapeOf(crop)} alt="${alt}" ${loading} decoding="async">
  `
}

export function logoOrInitials(
  { id, themeSettings }: Pick<Shop, 'id' | 'themeSettings'>,
  name: string,
): Html {
  const { logoUrl, ratio } = themeSettings
  if (!logoUrl) return html`<span class="picture initials" aria-hidden="true">${initials(name)}</span>`
  return html`<img class="picture still" src="${logoHref(id, logoUrl)}" ${shapeOf(ratio)} alt="" loading="lazy">`
}

const shapeOf = (crop: Crop) => html`width="400" height="${400 / CROPS[crop]}"`
