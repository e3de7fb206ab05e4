import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { PAGE_WIDTHS, pictureHref } from '../../../features/media/address.ts'
import type { Shape } from '../../../features/media/shape.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { logoOrInitials, picture } from './picture.ts'

type Image = { url: string; alt: string | null }
type Shapes = Map<string, Shape | null>

export function picturesOf({ images, variants }: ListedProduct): Image[] {
  const known = new Set(images.map(({ url }) => url))
  const own = variants.flatMap(({ name, imageUrl }) =>
    imageUrl === null ? [] : [{ url: imageUrl, alt: name }],
  )
  return [...images, ...own.filter(({ url }) => !known.has(url) && known.add(url))]
}

/**
 * A product's pictures as they are, uncropped: several stand side by side, the next one in sight, and snap into place, with
 * small ones below that lead to each.
 * @param chosen the variant whose picture is shown first
 */
export function gallery(
  shop: Shop,
  product: ListedProduct,
  { shapes, chosen, over }: { shapes: Shapes; chosen: ListedVariant; over: Html | null },
): Html {
  const images = picturesOf(product)
  if (images.length === 0) return html`<div class="frame">${logoOrInitials(shop, product.name)}${over}</div>`
  const slides = images.map((image, n) => {
    const isChosen = n > 0 && chosen.imageUrl === image.url
    const content = large(shop, product, shapes.get(image.url) ?? null, { image, n, count: images.length })
    return html`<li id="foto-${n + 1}" class="slide${isChosen && ' chosen'}">${content}</li>`
  })
  return html`
    <div class="pictures">
      <ul class="gallery"${images.length > 1 && html` tabindex="0"`} aria-label="${t('Fotos de {name}', { name: product.name })}">
        ${slides}
      </ul>
      ${over}
      ${images.length > 1 && thumbs(shop, product, images)}
    </div>
  `
}

const thumbs = (shop: Shop, product: ListedProduct, images: Image[]) => html`
  <ul class="thumbs">
    ${images.map(
      ({ url }, n) => html`
        <li>
          <a href="#foto-${n + 1}" aria-label="${t('Foto {n}', { n: n + 1 })}">${picture(shop, { ...product, imageUrl: url }, 'line')}</a>
        </li>
      `,
    )}
  </ul>
`

const WIDTHS = [480, ...PAGE_WIDTHS]

type Position = { image: Image; n: number; count: number }

/** A picture with a link to the largest one, on the colour of its edges, and its place among the others. */
function large(
  shop: Shop,
  { id, name }: ListedProduct,
  shape: Shape | null,
  { image, n, count }: Position,
): Html {
  const href = (width: number) => pictureHref(shop.id, id, image.url, width)
  const { width, height, colour } = shape ?? { width: 4, height: 5, colour: null }
  const alt = image.alt ?? (count > 1 ? t('{name}, foto {n}', { name, n: n + 1 }) : name)
  return html`
    ${colour && html`<svg class="behind" aria-hidden="true"><path fill="${colour}" d="M0 0h9999v9999H0z"/></svg>`}
    <a class="zoom" href="${href(1280)}">
      <img class="picture whole${width > height && ' broad'}${!shape && ' unknown'}${shape && !colour && ' plate'}" src="${href(480)}"
        srcset="${WIDTHS.map((one) => `${href(one)} ${one}w`).join()}" sizes="(min-width:44rem) 40rem,100vw"
        width="${width}" height="${height}" alt="${alt}" ${n === 0 ? html`fetchpriority="high"` : html`loading="lazy"`} decoding="async">
    </a>
    ${count > 1 && html`<span class="nth" aria-hidden="true">${n + 1}/${count}</span>`}
  `
}
