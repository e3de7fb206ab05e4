import { html, type Html } from '../../../core/http/html.ts'
import { percentage } from '../../../core/pages/format.ts'
import { joined, t, type Wording } from '../../../core/texts/text.ts'
import { formatAmount, inUnits } from '../../../core/values/money.ts'
import { dependsOnChoices, leastPrice, type LeastChoices } from '../../../features/products/least-price.ts'
import { isOnRequest, saysZero } from '../../../features/products/price-on-request.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'
import { soldWhen } from './sold-when.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

type Priced = Pick<ListedProduct, 'modifierGroupIds'> & LeastChoices
type Pricing = Pick<Shop, 'currency' | 'zeroPrice'>

const zeroTexts = { free: t('Gratis'), ask: t('Consultar precio') }

const amountText = ({ currency, zeroPrice }: Pricing, product: Priced, price: number): Wording =>
  saysZero(product, price) ? zeroTexts[zeroPrice] : formatAmount(leastPrice(product, price), currency)

function priceText(shop: Pricing, product: Priced, price: number): Wording {
  const amount = amountText(shop, product, price)
  return dependsOnChoices(product, price) ? t('Desde {amount}', { amount }) : amount
}

export const lineAmount = (
  { zeroPrice }: Pick<Shop, 'zeroPrice'>,
  amount: number,
  currency: string,
): Wording => (amount === 0 && zeroPrice === 'free' ? zeroTexts.free : formatAmount(amount, currency))

/** The price of a product: with `Desde` when its variants, quantities or choices differ, the compare price struck through. */
export function price(shop: Shop, product: ListedProduct): Html {
  const { comparePrice } = product
  const lowest = lowestOf(shop, product, allPrices(product))
  const ofOne = lowestOf(shop, product)
  const isReduced =
    comparePrice !== null && comparePrice > leastPrice(product, ofOne) && !isOnRequest(shop, product, ofOne)
  return html`
    <p class="price">
      ${varies(product, lowest) && html`<small>${t('Desde')}</small> `}
      <b>${amountText(shop, product, lowest)}</b>${isReduced && html` ${was(formatAmount(comparePrice, shop.currency))}`}
    </p>
    ${soldWhen(product)}
  `
}

/** The price of a product as `price` says it, in words alone. */
export function shownPriceText(shop: Pricing, product: ListedProduct): Wording {
  const lowest = lowestOf(shop, product, allPrices(product))
  const amount = amountText(shop, product, lowest)
  return varies(product, lowest) ? t('Desde {amount}', { amount }) : amount
}

const varies = (product: ListedProduct, lowest: number): boolean =>
  dependsOnChoices(product, lowest) || allPrices(product).some((price) => price !== lowest)

const pricesOfOne = ({ variants }: ListedProduct) => variants.map(({ price }) => price)

const allPrices = ({ variants }: ListedProduct) =>
  variants.flatMap(({ price, quantityPrices }) => [price, ...quantityPrices.map((step) => step.price)])

function lowestOf(shop: Pricing, product: ListedProduct, prices = pricesOfOne(product)): number {
  const known = prices.filter((price) => !isOnRequest(shop, product, price))
  const ofLeast = Map.groupBy(known.length > 0 ? known : prices, (price) => leastPrice(product, price))
  return ofLeast.get(Math.min(...ofLeast.keys()))![0]!
}

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
  <s${earlier === '' && html` hidden`}><span class="hidden">${t('Antes')} </span><span>${earlier}</span></s>
`

/** A variant's amounts as they are written; `off` is empty where it is no cheaper than it was. */
export function pricesOf(shop: Shop, product: ListedProduct, { price }: ListedVariant) {
  const { comparePrice } = product
  const least = leastPrice(product, price)
  const isReduced = comparePrice !== null && comparePrice > least && !isOnRequest(shop, product, price)
  return {
    now: priceText(shop, product, price),
    earlier: isReduced ? formatAmount(comparePrice, shop.currency) : '',
    off: isReduced ? reductionText(least, comparePrice) : '',
  }
}

/** `−20 %`, when the product is cheaper than it was. */
export function reduction(shop: Shop, product: ListedProduct): Html | null {
  const lowest = lowestOf(shop, product)
  const text = isOnRequest(shop, product, lowest)
    ? ''
    : reductionText(leastPrice(product, lowest), product.comparePrice)
  return text ? html`<span class="badge">${text}</span>` : null
}

export function chosenReduction(shop: Shop, product: ListedProduct, chosen: ListedVariant): Html {
  const { off: text } = pricesOf(shop, product, chosen)
  return html`<span class="badge"${!text && html` hidden`}>${text}</span>`
}

function reductionText(price: number, comparePrice: number | null): Wording {
  const [now, before] = [inUnits(price), inUnits(comparePrice ?? 0)]
  const percent = before === 0 ? 0 : Math.floor(((before - now) * 100) / before)
  return percent > 0 ? joined(['−', percentage(percent)], '') : ''
}
