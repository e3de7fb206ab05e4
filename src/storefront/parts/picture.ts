import { html, type Html } from '../../core/http/html.ts'
import { pictureHref } from '../../media/address.ts'
import { assets } from './icon.ts'

const MOTIFS = 6

type Pictured = { id: string; name: string; imageUrl: string | null }
type Sizes = 'card' | 'full' | 'line'

const widths: Record<Sizes, number[]> = { card: [240, 400, 640], full: [480, 800, 1280], line: [120, 240] }
const sizes: Record<Sizes, string> = {
  card: '(min-width:64rem) 17rem,(min-width:40rem) 31vw,46vw',
  full: '(min-width:56rem) 34rem,100vw',
  line: '4.5rem',
}

/** A product's picture in a frame of the theme's shape; without one, a drawing in the theme's colours. */
export function picture(
  storeId: string,
  product: Pictured,
  size: Sizes,
  { eager = false, alt = '' }: { eager?: boolean; alt?: string } = {},
): Html {
  if (!product.imageUrl) return drawing(product.id)
  const href = (width: number) => pictureHref(storeId, product.id, product.imageUrl!, width)
  const sources = widths[size].map((width) => `${href(width)} ${width}w`)
  const loading = eager ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`
    <img class="picture" src="${href(widths[size][0]!)}" srcset="${sources.join()}" sizes="${sizes[size]}"
      width="4" height="5" alt="${alt}" ${loading} decoding="async">
  `
}

/** The same motif for the same product, always. */
function drawing(id: string): Html {
  const sum = Buffer.from(id).reduce((sum, byte) => sum + byte, 0)
  return html`<svg class="picture drawn" aria-hidden="true"><use href="${assets.href('drawn.svg')}#m${sum % MOTIFS}"/></svg>`
}

type Gallery = Pictured & { images: { url: string; alt: string | null }[] }

/** A product's pictures: several stand side by side and snap into place, with small ones below that lead to each. */
export function gallery(storeId: string, product: Gallery, over: Html | null): Html {
  const { name, images } = product
  const shown = (n: number, size: Sizes, alt: string) =>
    picture(storeId, { ...product, imageUrl: images[n]?.url ?? null }, size, {
      eager: n === 0 && size === 'full',
      alt,
    })
  if (images.length < 2)
    return html`<div class="frame">${shown(0, 'full', images[0]?.alt ?? name)}${over}</div>`
  const large = images.map(
    ({ alt }, n) => html`<li id="foto-${n + 1}">${shown(n, 'full', alt ?? `${name}, foto ${n + 1}`)}</li>`,
  )
  const small = images.map(
    (_, n) => html`<li><a href="#foto-${n + 1}" aria-label="Foto ${n + 1}">${shown(n, 'line', '')}</a></li>`,
  )
  return html`
    <div class="pictures">
      <div class="frame">
        <ul class="gallery" tabindex="0" aria-label="Fotos de ${name}">${large}</ul>
        ${over}
      </div>
      <ul class="thumbs">${small}</ul>
    </div>
  `
}
