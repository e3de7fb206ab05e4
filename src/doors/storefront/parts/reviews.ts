import { html, type Html } from '../../../core/http/html.ts'
import { MAX_LENGTHS } from '../../../features/reviews/review.ts'
import { productHref, withLines } from '../../../features/catalog/address.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { longDate, plural } from '../../../core/pages/format.ts'
import { stars } from './stars.ts'
import type { Review } from '../../../features/catalog/reviews.ts'

type Rated = { reviews: Review[]; count: number; average: number | null }

export function reviewsSection(shop: Shop, product: ListedProduct, { reviews, count, average }: Rated): Html {
  const none = html`<p class="muted">Todavía nadie ha opinado. ¿Ya lo probaste?</p>`
  return html`
    <section class="reviews" id="opiniones">
      <h2>Opiniones</h2>
      ${average === null ? none : list(shop, reviews, count, average)}
      ${reviewForm(shop, product)}
    </section>
  `
}

const list = (shop: Shop, reviews: Review[], count: number, average: number) => html`
  <p class="average">
    <b>${average}</b> ${stars(average)} <span class="muted">${plural(count, 'opinión', 'opiniones')}</span>
  </p>
  <ul>${reviews.map((given) => review(shop, given))}</ul>
`

function review({ timeZone }: Shop, { name, text, rating, verifiedPurchase, createdAt }: Review): Html {
  const verified = verifiedPurchase && html` <span class="verified">Compra verificada</span>`
  return html`
    <li>
      <p>${stars(rating)} <b>${name}</b>${verified}</p>
      <p class="multiline">${text}</p>
      <p class="muted"><time datetime="${createdAt}">${longDate(createdAt, timeZone)}</time></p>
    </li>
  `
}

function reviewForm(shop: Shop, product: ListedProduct): Html {
  const choice = (n: number) => html`
    <label>
      <input type="radio" name="rating" value="${n}" required>
      <span>${plural(n, 'estrella', 'estrellas')}</span>
    </label>
  `
  return html`
    <details>
      <summary class="button ghost">Escribir una opinión</summary>
      <form class="fields" method="post" action="${withLines(shop, `${productHref(shop, product)}/opinion`)}" data-review="${product.id}">
        <fieldset class="rating"><legend>Tu calificación</legend>${[1, 2, 3, 4, 5].map(choice)}</fieldset>
        <label>Tu nombre <input name="name" autocomplete="name" maxlength="${MAX_LENGTHS.name}" required></label>
        <label>Tu opinión <textarea name="text" rows="4" maxlength="${MAX_LENGTHS.text}" required></textarea></label>
        <p class="muted">La tienda la lee antes de publicarla.</p>
        <button class="button">Enviar opinión</button>
      </form>
    </details>
  `
}
