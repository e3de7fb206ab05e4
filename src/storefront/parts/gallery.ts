import { html, type Html } from '../../core/http/html.ts'
import { pictureHref } from '../../media/address.ts'
import type { ListedProduct } from '../catalog.ts'
import type { Shop } from '../shop.ts'
import { picture } from './picture.ts'

type Pictures = { id: string; name: string; images: { url: string; alt: string | null }[] }

/** The pictures of a product, and those that only variants have. */
export function picturesOf({ images, variants }: ListedProduct): Pictures['images'] {
  const known = new Set(images.map(({ url }) => url))
  const own = variants.flatMap(({ name, imageUrl }) =>
    imageUrl === null ? [] : [{ url: imageUrl, alt: name }],
  )
  return [...images, ...own.filter(({ url }) => !known.has(url) && known.add(url))]
}

/** A product's pictures: several stand side by side and snap into place, with small ones below that lead to each. */
export function gallery(shop: Shop, product: Pictures, over: Html | null): Html {
  const { name, images } = product
  if (images.length < 2) return html`<div class="frame">${large(shop, product, 0)}${over}</div>`
  const small = images.map(
    ({ url }, n) => html`
      <li>
        <a href="#foto-${n + 1}" aria-label="Foto ${n + 1}">${picture(shop, { ...product, imageUrl: url }, 'line')}</a>
      </li>
    `,
  )
  return html`
    <div class="pictures">
      <div class="frame">
        <ul class="gallery" tabindex="0" aria-label="Fotos de ${name}">
          ${images.map((_, n) => html`<li id="foto-${n + 1}">${large(shop, product, n)}</li>`)}
        </ul>
        ${over}
      </div>
      <ul class="thumbs">${small}</ul>
    </div>
  `
}

/** A cropped picture, with a link to the full one. */
function large(shop: Shop, product: Pictures, n: number): Html {
  const { id, name, images } = product
  const image = images[n]
  if (!image) return picture(shop, { id, name, imageUrl: null }, 'full')
  const alt = image.alt ?? (images.length > 1 ? `${name}, foto ${n + 1}` : name)
  const shown = picture(shop, { id, name, imageUrl: image.url }, 'full', { eager: n === 0, alt })
  return html`<a class="zoom" href="${pictureHref(shop.id, id, image.url, 1280)}">${shown}</a>`
}
