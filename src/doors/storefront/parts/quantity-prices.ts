import { percentage } from '../../../core/pages/format.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

/**
 * What a product costs by its quantity: a list for those of its variants that follow its price, and one for each other that has such
 * prices, of which that of the chosen variant is shown. The page's script shows the price that is reached as it stands here.
 */
export function quantityPrices(shop: Shop, product: ListedProduct, chosen: ListedVariant): Html | null {
  const lists = Map.groupBy(
    product.variants.filter((variant) => variant.quantityPrices.length > 0),
    ({ price, quantityPrices: steps }) => JSON.stringify([price, steps]),
  )
  const least = leastText(product)
  if (lists.size === 0 && !least) return null
  return html`
    <div class="tiers">
      ${[...lists.values()].map((variants) => stepList(shop, variants, variants.includes(chosen)))}
      ${least && html`<p class="muted">${least}</p>`}
    </div>
  `
}

function stepList({ currency }: Shop, variants: ListedVariant[], isShown: boolean): Html {
  const [{ price: ofOne, quantityPrices: steps }] = variants as [ListedVariant]
  return html`
    <ol data-of="${variants.map(({ id }) => id).join(' ')}" aria-label="${t('Precios por cantidad')}"${!isShown && html` hidden`}>
      ${[{ from: 1, price: ofOne }, ...steps].map(
        ({ from, price }) => html`
          <li value="${from}" data-price="${price}">
            ${from === 1 ? '1' : t('{from} o más', { from })} <b>${formatAmount(price, currency)}</b>
            ${price < ofOne && html` <small>−${percentage(Math.floor(((ofOne - price) * 100) / ofOne))}</small>`}
          </li>
        `,
      )}
    </ol>
  `
}

/** In what quantities the product is sold. */
function leastText({ minQuantity: min, quantityStep: step, variants }: ListedProduct): Localized | null {
  if (min <= 1 && step <= 1) return null
  const rule =
    step <= 1
      ? t('Se pide mínimo {min}', { min })
      : min <= 1
        ? t('Se pide de a {step}', { step })
        : t('Se pide mínimo {min}, de a {step}', { min, step })
  return variants.length > 1 ? t('{rule}: puedes mezclar opciones', { rule }) : rule
}

/** The least that can be ordered of a product alone. */
export const leastQuantity = ({ minQuantity, quantityStep }: ListedProduct): number =>
  Math.ceil(minQuantity / quantityStep) * quantityStep
