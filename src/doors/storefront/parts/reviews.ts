import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { MAX_LENGTHS } from '../../../features/reviews/review.ts'
import { productHref, withLines } from '../../../features/catalog/address.ts'
import type { ListedProduct } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { decimal, longDate } from '../../../core/pages/format.ts'
import { stars } from './stars.ts'
import type { Review } from '../../../features/catalog/reviews.ts'

type Rated = { reviews: Review[]; count: number; average: number | null }

export function reviewsSection(shop: Shop, product: ListedProduct, { reviews, count, average }: Rated): Html {
  const none = html`<p class="muted">${t('Todavía nadie ha opinado. ¿Ya lo probaste?')}</p>`
  return html`
    <section class="reviews" id="opiniones">
      <h2>${t('Opiniones')}</h2>
      ${average === null ? none : list(shop, reviews, count, average)}
      ${reviewForm(shop, product)}
    </section>
  `
}

const list = (shop: Shop, reviews: Review[], count: number, average: number) => html`
  <p class="average">
    <b>${decimal(average)}</b> ${stars(average)}
    <span class="muted">${t('{count, plural, one {# opinión} other {# opiniones}}', { count })}</span>
  </p>
  <ul>${reviews.map((given) => review(shop, given))}</ul>
`

function review({ timeZone }: Shop, { name, text, rating, verifiedPurchase, createdAt }: Review): Html {
  const verified = verifiedPurchase && html` <span class="verified">${t('Compra verificada')}</span>`
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
      <span>${t('{n, plural, one {# estrella} other {# estrellas}}', { n })}</span>
    </label>
  `
  return html`
    <details>
      <summary class="button ghost">${t('Escribir una opinión')}</summary>
      <form class="fields" method="post" action="${withLines(shop, `${productHref(shop, product)}/opinion`)}" data-review="${product.id}">
        <fieldset class="rating"><legend>${t('Tu calificación')}</legend>${[1, 2, 3, 4, 5].map(choice)}</fieldset>
        <label>${t('Tu nombre')} <input name="name" autocomplete="name" maxlength="${MAX_LENGTHS.name}" required></label>
        <label>${t('Tu opinión')} <textarea name="text" rows="4" maxlength="${MAX_LENGTHS.text}" required></textarea></label>
        <p class="muted">${t('La tienda la lee antes de publicarla.')}</p>
        <button class="button">${t('Enviar opinión')}</button>
      </form>
    </details>
  `
}
