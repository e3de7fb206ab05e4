import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { icon } from './icon.ts'

export function stars(rating: number): Html {
  const full = Math.ceil(rating - 0.5) // four and a half are not five
  const star = (n: number) => html`<span${n > full && html` class="off"`}>${icon('star')}</span>`
  return html`
    <span class="stars" role="img" aria-label="${t('{rating, number} de 5 estrellas', { rating })}">${[1, 2, 3, 4, 5].map(star)}</span>
  `
}
