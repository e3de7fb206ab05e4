import { html, type Html } from '../../core/http/html.ts'
import { MAX_QUANTITY } from '../../orders/order.ts'
import { lineValue } from '../address.ts'
import type { Listed, Option } from '../catalog.ts'
import type { Shop } from '../shop.ts'
import { carriedLines } from './cart-lines.ts'
import { pricesOf } from './price.ts'

/**
 * Works as it is: without JavaScript it leads to the cart with the chosen variant in the address. On a phone its bar stays
 * at the foot of the screen.
 */
export function orderForm(shop: Shop, product: Listed, chosen: Option): Html {
  return html`
    <form class="order" id="pedir" action="/${shop.slug}/carrito" data-name="${product.name}">
      ${carriedLines(shop)}
      <input type="hidden" name="mas" value="1">
      ${choices(shop, product, chosen)}
      <div class="buybar">
        <label class="amount">
          <span>Cantidad</span>
          <input name="n" type="number" value="1" min="1" max="${MAX_QUANTITY}" inputmode="numeric" required>
        </label>
        <button class="button">Agregar al carrito <b>${pricesOf(shop, product, chosen).now}</b></button>
      </div>
    </form>
  `
}

function choices(shop: Shop, product: Listed, chosen: Option): Html {
  const value = ({ id, price }: Option) => lineValue({ variantId: id, seenPrice: price })
  if (product.variants.length === 1 && chosen.isDefault) {
    return html`<input type="hidden" name="v" value="${value(chosen)}">`
  }
  const choice = (variant: Option) => {
    const { now, earlier, off } = pricesOf(shop, product, variant)
    return html`
      <label>
        <input type="radio" name="v" value="${value(variant)}" data-now="${now}" data-earlier="${earlier}" data-off="${off}"
          ${variant === chosen && html` checked`}>
        <span>${variant.name} <b>${now}</b></span>
      </label>
    `
  }
  return html`
    <fieldset class="choices"><legend>Elige una opción</legend>${product.variants.map(choice)}</fieldset>
  `
}
