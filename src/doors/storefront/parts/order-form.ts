import { html, type Html } from '../../../core/http/html.ts'
import { joined, t } from '../../../core/texts/text.ts'
import { amountFormat } from '../../../core/values/money.ts'
import { MAX_QUANTITY } from '../../../features/orders/order.ts'
import type { OfferedGroup } from '../../../features/products/offered-groups.ts'
import { lineValue, productHref } from '../../../features/catalog/address.ts'
import type { ListedProduct, ListedVariant } from '../../../features/catalog/catalog.ts'
import type { SubmittedOrder } from '../order-fields.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { askLink, priceQuestionOf, stockQuestionOf } from './ask.ts'
import { choiceGroups } from './choice-groups.ts'
import { carriedLines } from './shop-link.ts'
import { picturesOf } from './gallery.ts'
import { isOnRequest } from '../../../features/products/price-on-request.ts'
import { pricesOf } from './price.ts'
import { leastQuantity, quantityPrices } from './quantity-prices.ts'
import { restockLinks } from './restock.ts'
import { isSoldOut, stockText } from './stock.ts'

type Ordered = {
  chosen: ListedVariant
  groups: OfferedGroup[]
  submitted: SubmittedOrder
  restockNumber: string | null
}

/**
 * Works as it is: without JavaScript it leads to the cart with the chosen variant in the address. On a phone its bar stays
 * at the foot of the screen. With groups of choices it is sent to the product's page, which says what is missing.
 */
export function orderForm(
  shop: Shop,
  product: ListedProduct,
  { chosen, groups, submitted, restockNumber }: Ordered,
): Html {
  const isOut = isSoldOut(chosen)
  const least = product.variants.length > 1 ? 1 : leastQuantity(product)
  const isAsked = ({ price }: ListedVariant) => isOnRequest(shop, product, price)
  const target =
    groups.length > 0
      ? html`method="post" action="${productHref(shop, product)}" data-money="${JSON.stringify(amountFormat(shop.currency))}"
          data-from="${pricesOf(shop, product, chosen).now}"`
      : html`action="${shop.base}/carrito"`
  return html`
    <form class="order${isAsked(chosen) && ' asks'}" ${target} data-name="${product.name}">
      ${carriedLines(shop)}
      ${groups.length === 0 && html`<input type="hidden" name="mas" value="1">`}
      ${choices(shop, product, chosen)}
      ${groups.length > 0 && choiceGroups(shop, groups, submitted)}
      ${quantityPrices(shop, product, chosen)}
      <div class="buybar">
        <span class="amount stepper">
          <button type="button" class="step" data-step="-1" aria-label="${t('Uno menos')}">−</button>
          <input name="n" type="number" value="${Math.max(submitted.quantity, least)}" min="1" max="${chosen.stock || MAX_QUANTITY}"
            inputmode="numeric" required aria-label="${t('Cantidad')}">
          <button type="button" class="step" data-step="1" aria-label="${t('Uno más')}">+</button>
        </span>
        <button class="button"${isOut && html` disabled`}>
          <span>${isOut ? t('Agotado') : t('Agregar al carrito')}</span> <b>${pricesOf(shop, product, chosen).now}</b>
        </button>
        ${product.variants.some(isAsked) && askPrice(shop, product)}
      </div>
      <p class="left" role="status">${!isOut && stockText(chosen)}</p>
      ${restockNumber ? restockLinks(shop, restockNumber, product) : ask(shop, product, isOut)}
    </form>
  `
}

const askPrice = (shop: Shop, { name }: ListedProduct) =>
  askLink(shop, priceQuestionOf(name), { classes: 'button ask-price', label: t('Preguntar el precio') })

function ask(shop: Shop, { name, variants }: ListedProduct, isOut: boolean): Html | null {
  if (!variants.some(isSoldOut)) return null
  const link = askLink(shop, stockQuestionOf(name), { classes: 'button ghost' })
  return html`<p class="ask"${!isOut && html` hidden`}>${link}</p>`
}

function choices(shop: Shop, product: ListedProduct, chosen: ListedVariant): Html {
  if (product.variants.length === 1 && chosen.isDefault) {
    return html`<input type="hidden" name="v" value="${value(chosen)}">`
  }
  return product.options.length > 0 ? combinations(shop, product, chosen) : list(shop, product, chosen)
}

const value = ({ id, price }: ListedVariant) => lineValue({ variantId: id, seenPrice: price })

function shownOf(shop: Shop, product: ListedProduct, variant: ListedVariant): Html {
  const { now, earlier, off } = pricesOf(shop, product, variant)
  const photo = picturesOf(product).findIndex(({ url }) => url === variant.imageUrl) + 1
  return html`
    data-now="${now}" data-earlier="${earlier}" data-off="${off}" data-left="${stockText(variant)}"
    data-max="${variant.stock || MAX_QUANTITY}"${photo > 0 && html` data-photo="${photo}"`}
    ${isOnRequest(shop, product, variant.price) && html` data-ask`}${isSoldOut(variant) && html` disabled`}
  `
}

function list(shop: Shop, product: ListedProduct, chosen: ListedVariant): Html {
  const [first, ...others] = product.variants
  const varies = others.some(({ price }) => price !== first!.price)
  const choice = (variant: ListedVariant) => {
    const said = stockText(variant) || (varies && pricesOf(shop, product, variant).now)
    return html`
      <label>
        <input type="radio" name="v" value="${value(variant)}" ${shownOf(shop, product, variant)}
          ${variant === chosen && html` checked`}>
        <span>${variant.name}${said && html` <b>${said}</b>`}</span>
      </label>
    `
  }
  return html`
    <fieldset class="choices"><legend>${t('Elige una opción')}</legend>${product.variants.map(choice)}</fieldset>
  `
}

function combinations(shop: Shop, product: ListedProduct, chosen: ListedVariant): Html {
  const option = (variant: ListedVariant) => html`
    <option value="${value(variant)}" data-values="${JSON.stringify(variant.optionValues)}"
      ${shownOf(shop, product, variant)}${variant === chosen && html` selected`}>
      ${joined([variant.name, pricesOf(shop, product, variant).now, stockText(variant)].filter(Boolean), ' · ')}
    </option>
  `
  return html`
    <div class="choices option-groups">
      ${optionChips(product, chosen)}
      <label class="plain">${t('Elige una opción')} <select name="v">${product.variants.map(option)}</select></label>
    </div>
  `
}

/**
 * The options of a product as chips, a group per option. Values that no variant combines with the chosen ones are struck through,
 * but can be chosen. The page's script selects the variant by them; without JavaScript the list of variants is shown instead.
 */
function optionChips({ options, variants }: ListedProduct, chosen: ListedVariant): Html[] {
  return options.map(({ name, values }, n) => {
    const chip = (value: string) => {
      const isChosen = chosen.optionValues[n] === value
      const match = variants.find(({ optionValues }) =>
        optionValues.every((other, i) => other === (i === n ? value : chosen.optionValues[i])),
      )
      return html`
        <label>
          <input type="radio" form="" name="eje-${n}" value="${value}"${isChosen && html` checked`}>
          <span${(!match || isSoldOut(match)) && html` class="no"`}>${value}</span>
        </label>
      `
    }
    return html`<fieldset class="option-group"><legend>${name}</legend>${values.map(chip)}</fieldset>`
  })
}
