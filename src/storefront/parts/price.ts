import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { ListedProduct, ListedVariant } from '../catalog.ts'
import type { Shop } from '../shop.ts'

/** The price of a product: with `Desde` when its variants differ, the compare price struck through. */
export function price(shop: Shop, { variants, comparePrice }: ListedProduct): Html {
  const prices = variants.map(({ price }) => price)
  const lowest = Math.min(...prices)
  const varies = prices.some((price) => price !== lowest)
  const earlier = comparePrice !== null && comparePrice > lowest ? comparePrice : null
  return html`
    <p class="price">
      ${varies && html`<small>Desde</small> `}
      <b>${formatAmount(lowest, shop.currency)}</b>${earlier !== null && html` ${was(formatAmount(earlier, shop.currency))}`}
    </p>
  `
}

/** The price of the chosen variant; the page's script updates it when another one is chosen. */
export function chosenPrice(shop: Shop, product: ListedProduct, chosen: ListedVariant): Html {
  const { now, earlier } = pricesOf(shop, product, chosen)
  return html`
    <p class="price" data-price>
      <b>${now}</b> ${was(earlier)}
    </p>
  `
}

/** What a price was, as a separate word to the eye and to screen readers. */
const was = (earlier: string) => html`
  <s${earlier === '' && html` hidden`}><span class="hidden">Antes </span><span>${earlier}</span></s>
`

/** A variant's amounts as they are written; `off` is empty where it is no cheaper than it was. */
export function pricesOf({ currency }: Shop, { comparePrice }: ListedProduct, { price }: ListedVariant) {
  const isReduced = comparePrice !== null && comparePrice > price
  return {
    now: formatAmount(price, currency),
    earlier: isReduced ? formatAmount(comparePrice, currency) : '',
    off: reductionText(price, comparePrice),
  }
}

/** `−20 %`, when the product is cheaper than it was. */
export function reduction({ variants, comparePrice }: ListedProduct): Html | null {
  const text = reductionText(Math.min(...variants.map(({ price }) => price)), comparePrice)
  return text ? html`<span class="badge">${text}</span>` : null
}

export function chosenReduction({ comparePrice }: ListedProduct, { price }: ListedVariant): Html {
  const text = reductionText(price, comparePrice)
  return html`<span class="badge"${!text && html` hidden`}>${text}</span>`
}

function reductionText(price: number, comparePrice: number | null): string {
  const percent = comparePrice === null ? 0 : Math.floor(((comparePrice - price) * 100) / comparePrice)
  return percent > 0 ? `−${percent} %` : ''
}
