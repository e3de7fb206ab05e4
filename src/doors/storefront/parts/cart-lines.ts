import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { TOTAL_TOO_HIGH } from '../../../features/orders/errors.ts'
import { quantityProblem } from '../../../features/orders/line-errors.ts'
import { lineKey, lineValue, productHref } from '../../../features/catalog/address.ts'
import type { Total } from '../../../features/orders/preview-total.ts'
import type {
  IncompleteLine,
  PricedCart,
  PricedLine,
  UnavailableLine,
} from '../../../features/carts/price-cart.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { askLink, stockQuestionOf } from './ask.ts'
import { chosen, chosenText } from './chosen.ts'
import { picture } from './picture.ts'
import { lineAmount } from './price.ts'
import { formLink, shopLink } from './shop-link.ts'
import { soldWhen } from './sold-when.ts'
import { stockText } from './stock.ts'

/** Lists what changed since the shopper last saw the cart. */
export function changes(shop: Shop, { lines, unavailable, incomplete }: PricedCart): Html | null {
  const amount = (value: number) => html`<span class="nowrap">${formatAmount(value, shop.currency)}</span>`
  const moved = lines.filter(({ seenPrice, listPrice }) => seenPrice !== null && seenPrice !== listPrice)
  const fewer = lines.filter(({ quantity, requested }) => quantity < requested)
  const without = lines.filter(({ gone }) => gone.length > 0)
  const count = moved.length + fewer.length + without.length + unavailable.length + incomplete.length
  if (count === 0) return null
  return html`
    <div class="notice" role="status">
      <p><b>${t('Tu carrito cambió')}</b></p>
      <ul>
        ${unavailable.map((line) => html`<li>${left(shop, line)}</li>`)}
        ${incomplete.map((line) => html`<li>${chooseAgain(shop, line)}</li>`)}
        ${without.map(
          ({ productName, gone }) => html`
            <li>${t('{product} va sin {choices}: ya no se ofrece.', { product: bold(productName), choices: gone.join(', ') })}</li>
          `,
        )}
        ${fewer.map(
          ({ productName, quantity }) => html`
            <li>
              ${t('De {product} solo {quantity, plural, one {queda #} other {quedan #}}.', { product: bold(productName), quantity })}
            </li>
          `,
        )}
        ${moved.map(
          ({ productName, seenPrice, listPrice }) => html`
            <li>
              ${amountMove({ name: bold(productName), before: amount(seenPrice!), now: amount(listPrice) }, listPrice > seenPrice!)}
            </li>
          `,
        )}
      </ul>
    </div>
  `
}

function left(shop: Shop, { name, why }: UnavailableLine): Html {
  const ask = name && why === 'soldOut' && askLink(shop, stockQuestionOf(name))
  return html`
    ${reasons[name ? why : 'removed']({ product: name ? bold(name) : t('Un producto') })} ${ask}
  `
}

/** What is missing in a line, and where it is chosen. */
const chooseAgain = (shop: Shop, line: IncompleteLine) =>
  html`
  ${t('{product} no va en este pedido.', { product: bold(line.productName) })}
  ${joined(line.problems, '. ')}. ${chooseLink(shop, line)}
`

function chooseLink(shop: Shop, { productSlug: slug, choices, again }: IncompleteLine, classes = ''): Html {
  const href = `${productHref(shop, { slug })}?otra=${encodeURIComponent(again)}`
  return shopLink(shop, href, choices ? t('Elige otra vez') : t('Elegir'), classes)
}

type Product = { product: Html | Localized }

const reasons = {
  removed: ({ product }: Product) => t('{product} dejó de venderse y salió de tu carrito.', { product }),
  paused: ({ product }: Product) => t('{product} está en pausa y salió de tu carrito.', { product }),
  soldOut: ({ product }: Product) => t('{product} se agotó y salió de tu carrito.', { product }),
  onRequest: ({ product }: Product) =>
    t('{product} tiene el precio por consultar y salió de tu carrito.', { product }),
}

const bold = (name: string) => html`<b>${name}</b>`

export function cartLines(shop: Shop, { lines, incomplete }: PricedCart): Html {
  return html`
    <ul class="lines">
      ${incomplete.map((line) => incompleteLine(shop, line))}${lines.map((line) => cartLine(shop, line))}
    </ul>
  `
}

/** A line that stays in the cart until what is missing has been chosen. */
function incompleteLine(shop: Shop, line: IncompleteLine): Html {
  const { productName: name, variantName, quantity, problems } = line
  return html`
    <li data-variant="${lineKey(line)}" data-name="${name}">
      <div class="frame">${picture(shop, { id: line.productId, name, imageUrl: line.imageUrl }, 'line')}</div>
      <span class="name">
        ${name}${variantName && html` <small>${variantName}</small>`}
        <small class="wrong"><b>${t('Por completar.')}</b> ${joined(problems, '. ')}.</small>
      </span>
      <span class="edit">
        <input type="hidden" name="v" value="${lineValue(line)}"><input type="hidden" name="n" value="${quantity}">
        ${chooseLink(shop, line, 'button')} ${units(quantity)}
      </span>
      <button class="quiet" name="saca" value="${lineKey(line)}" aria-label="${t('Quitar {name}', { name })}">✕</button>
    </li>
  `
}

function cartLine(shop: Shop, line: PricedLine): Html {
  const name = [line.productName, line.variantName, chosenText(line), line.note].filter(Boolean).join(', ')
  const key = lineKey(line)
  const pictured = { id: line.productId, name, imageUrl: line.imageUrl }
  const variant = line.variantName && html` <small>${line.variantName}</small>`
  const left = line.stock !== null && html` <small><b>${stockText(line)}</b></small>`
  return html`
    <li data-variant="${key}" data-name="${name}">
      <div class="frame">${picture(shop, pictured, 'line')}</div>
      ${formLink(
        productHref(shop, { slug: line.productSlug }),
        html`${line.productName}${variant}${chosen(line)}${left}${quantityNotes(shop, line)}${soldWhen(line)}`,
      )}
      <span class="edit">
        <input type="hidden" name="v" value="${lineValue({ ...line, seenPrice: line.listPrice })}">
        <span class="stepper">
          <button class="step" name="quita" value="${key}" aria-label="${t('Uno menos de {name}', { name })}">−</button>
          <input type="number" name="n" value="${line.quantity}" min="0" max="${line.max}" inputmode="numeric"
            required aria-label="${t('Cantidad de {name}', { name })}">
          <button class="step" name="suma" value="${key}" aria-label="${t('Uno más de {name}', { name })}"
            ${line.quantity >= line.max && html` aria-disabled="true"`}>+</button>
        </span>
        <span class="sum">${lineAmount(shop, line.subtotal, shop.currency)}</span>
      </span>
      <button class="quiet" name="saca" value="${key}" aria-label="${t('Quitar {name}', { name })}">✕</button>
    </li>
  `
}

function quantityNotes({ currency }: Shop, { unitPrice, listPrice, next, problem }: PricedLine): Html {
  const amount = (price: number) => html`<span class="nowrap">${formatAmount(price, currency)}</span>`
  return html`
    ${unitPrice < listPrice && html` <small>${t('A {price} cada uno, por cantidad', { price: amount(unitPrice) })}</small>`}
    ${next && html` <small>${t('Con {missing} más, a {price} cada uno', { missing: next.missing, price: amount(next.price) })}</small>`}
    ${problem && html` <small class="wrong">${quantityProblem(problem)}</small>`}
  `
}

/** A line that can't be changed any more: of the order that is being sent, or was. */
type OrderedLine = Pick<
  PricedLine,
  'productId' | 'productName' | 'variantName' | 'quantity' | 'unitPrice' | 'subtotal' | 'imageUrl'
> &
  Parameters<typeof chosen>[0]

export function orderedLines(shop: Shop, lines: OrderedLine[], currency = shop.currency): Html {
  const orderedLine = ({
    productId: id,
    productName: name,
    imageUrl,
    variantName,
    unitPrice,
    ...line
  }: OrderedLine) => html`
    <li>
      <div class="frame">${picture(shop, { id, name, imageUrl }, 'line')}</div>
      <span class="name">${name}${variantName && html` <small>${variantName}</small>`}${chosen(line)}</span>
      <span class="edit muted">
        ${unitPrice === 0 ? units(line.quantity) : `${line.quantity} × ${formatAmount(unitPrice, currency)}`}
      </span>
      <span class="sum">${lineAmount(shop, line.subtotal, currency)}</span>
    </li>
  `
  return html`<ul class="lines ordered">${lines.map(orderedLine)}</ul>`
}

export function sums(
  currency: string,
  { subtotal, shipping, discount, total }: Omit<Total, 'codeError'>,
): Html {
  return html`
    <dl class="sums">
      ${(shipping !== null || discount !== null) && sum(t('Productos'), formatAmount(subtotal, currency))}
      ${shipping !== null && sum(t('Envío'), shipping === 0 ? t('Gratis') : formatAmount(shipping, currency))}
      ${discount !== null && sum(t('Descuento'), `−${formatAmount(discount, currency)}`)}
      <div class="total"><dt>${t('Total')}</dt><dd>${total === null ? '—' : formatAmount(total, currency)}</dd></div>
    </dl>
    ${total === null && tooHigh}
  `
}

/** Without a total, which is unknown until the shopper has chosen an area. */
export function sumsWithoutArea(currency: string, { subtotal, discount, total }: Total): Html {
  return html`
    <dl class="sums">
      ${sum(t('Productos'), formatAmount(subtotal, currency))}
      ${sum(t('Envío'), t('Según la zona'))}
      ${discount !== null && sum(t('Descuento'), `−${formatAmount(discount, currency)}`)}
    </dl>
    ${total === null && tooHigh}
  `
}

const tooHigh = html`<p class="notice bad" role="alert">${t('{problem}. Quita algo para poder enviarlo.', { problem: TOTAL_TOO_HIGH })}</p>`

const sum = (name: Localized, value: Wording) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

const units = (count: number) => t('{count, plural, one {# unidad} other {# unidades}}', { count })

type Move = { name: Html | Localized; before: Html; now: Html }

/** What a price or a sum was and is. */
export const amountMove = ({ name, before, now }: Move, isHigher: boolean): Localized =>
  isHigher
    ? t('{name} subió de {before} a {now}.', { name, before, now })
    : t('{name} bajó de {before} a {now}.', { name, before, now })
