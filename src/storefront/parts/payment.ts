import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import { whatsappLink } from '../../orders/message.ts'
import type { OrderRow } from '../../orders/order.ts'
import type { Shop } from '../shop.ts'
import { icon } from './icon.ts'

type Paid = OrderRow & { paymentInstructions: string | null }

/** The payment instructions with copy buttons, and a link to send the proof of payment; null for finished orders. */
export function payment(shop: Shop, order: Paid): Html | null {
  const { paymentInstructions: text, status } = order
  if (!text || status === 'delivered' || status === 'cancelled') return null
  const proof = whatsappLink(shop.whatsappNumber, proofMessage(shop, order))
  const accounts = accountsIn(text)
  const copies = accounts.length > 0 ? accounts : [text]
  const copy = (one: string) =>
    html`<button class="button ghost" type="button" data-copy="${one}">Copiar ${one === text ? 'los datos' : one}</button>`
  return html`
    <section class="sheet" aria-labelledby="pay">
      <h2 id="pay">Cómo pagar</h2>
      <p>Total: <b>${formatAmount(order.total, order.currency)}</b></p>
      <p class="multiline">${text}</p>
      <div class="actions">
        ${copies.map(copy)}
        ${proof && html`<a class="button ghost" href="${proof}">${icon('chat')} Enviar comprobante</a>`}
      </div>
    </section>
  `
}

function proofMessage(shop: Shop, { orderNumber, customerName, total, currency }: Paid): string {
  const amount = formatAmount(total, currency)
  return `¡Hola, ${shop.name}! Soy ${customerName}. Te envío el comprobante del pedido *${orderNumber}* por ${amount}:`
}

const MAX_ACCOUNTS = 3
const MIN_DIGITS = 8

/** A random key of Pix. */
const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
/** The alias of an account, as it is called in Argentina. */
const alias = /(?<=\balias\b:? )[\w-]+(?:\.[\w-]+)+/gi

/**
 * The parts of the instructions that a payer copies: keys, aliases, account and phone numbers, IBANs, e-mail addresses.
 */
function accountsIn(whole: string): string[] {
  const names = [...(whole.match(uuid) ?? []), ...(whole.match(alias) ?? [])]
  const text = names.reduce((rest, name) => rest.replace(name, ' '), whole)
  const numbers = (text.match(/(?:[A-Z]{2})?\d(?:[ .-]{0,3}\d)*/g) ?? []).filter(
    (number) => number.replaceAll(/\D/g, '').length >= MIN_DIGITS,
  )
  const mails = text
    .split(/[\s,;:()]+/)
    .filter((word) => word.includes('@', 1))
    .map((word) => word.replace(/\.$/, ''))
  return [...new Set([...names, ...numbers, ...mails])].slice(0, MAX_ACCOUNTS)
}
