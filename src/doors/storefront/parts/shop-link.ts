import { html, type Html } from '../../../core/http/html.ts'
import type { Wording } from '../../../core/texts/text.ts'
import { lineValue } from '../../../features/catalog/address.ts'
import type { Shop } from '../../../features/catalog/shop.ts'

/**
 * A link within the shop to an address with at most one parameter. Where the page's address carries a cart, it is a button of the
 * form that holds it: a GET form puts its fields into the next address, so that the cart is not repeated in every link. The script
 * turns it into a link again.
 */
export function shopLink(
  { cart }: Shop,
  href: string,
  content: Html | Wording,
  classes = '',
  attributes: Html | null = null,
): Html {
  const named = html`${classes && html` class="${classes}"`}`
  const rest = attributes && html` ${attributes}`
  if (cart.length === 0) return html`<a${named} href="${href}"${rest}>${content}</a>`
  const { name, value, path } = partsOf(href)
  const parameter = name && html` name="${name}" value="${value}"`
  return html`<button role="link" form="carried"${named} formaction="${path}"${parameter}${rest}>${content}</button>`
}

export const formLink = (
  href: string,
  content: Html | Wording,
  parameter?: { name: string; value: string },
): Html => {
  const named = parameter && html` name="${parameter.name}" value="${parameter.value}"`
  return html`<button role="link" formaction="${href}"${named} formnovalidate>${content}</button>`
}

function partsOf(href: string) {
  const [path = '', query] = href.split('?')
  const [[name, value] = ['', '']] = new URLSearchParams(query)
  return { path, name, value }
}

export function carriedLines({ cart }: Shop): Html[] {
  return cart.map(
    (line) => html`
      <input type="hidden" name="v" value="${lineValue(line)}">
      <input type="hidden" name="n" value="${line.quantity}">
    `,
  )
}

/** The cart of the page's address, for its `shopLink`s. */
export const carriedCart = (shop: Shop): Html | null =>
  shop.cart.length > 0 ? html`<form id="carried" hidden>${carriedLines(shop)}</form>` : null
