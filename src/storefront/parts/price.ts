import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { Listed } from '../catalog.ts'
import type { Shop } from '../shop.ts'

/** What a product costs: `Desde` when its variants differ, the earlier price struck through. */
export function price(shop: Shop, { variants, comparePrice }: Listed): Html {
  const prices = variants.map(({ price }) => price)
  const lowest = Math.min(...prices)
  const varies = prices.some((price) => price !== lowest)
  const earlier = comparePrice !== null && comparePrice > lowest ? comparePrice : null
  return html`
    <p class="price">
      ${varies && html`<small>Desde</small> `}
      <b>${formatAmount(lowest, shop.currency)}</b>
      ${earlier !== null && html` <s><span class="hidden">Antes </span>${formatAmount(earlier, shop.currency)}</s>`}
    </p>
  `
}

/** `-20 %`, when the product is cheaper than it was. */
export function reduction({ variants, comparePrice }: Listed): Html | null {
  const lowest = Math.min(...variants.map(({ price }) => price))
  const percent = comparePrice === null ? 0 : Math.floor((1 - lowest / comparePrice) * 100)
  return percent > 0 ? html`<span class="badge">−${percent} %</span>` : null
}
