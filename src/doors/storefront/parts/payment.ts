import { html, trusted, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { chatHref } from '../../../core/pages/chat-href.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { hasUnpayableCents, isProvider, toPayment, type Payment } from '../../../features/orders/payment.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import { expectsReceipt } from '../../../features/payments/receipts/expected.ts'
import { orderHref } from '../../../features/catalog/address.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { accountsIn } from './accounts-in.ts'
import { icon } from './icon.ts'

type Paid = OrderRow & { paymentInstructions: string | null }

/** What to do to pay the order in the chosen way, or what came of it; null where there is nothing to say. */
export async function payment(shop: Shop, order: Paid): Promise<Html | null> {
  const paid = toPayment(order)
  if (paid && paid.state !== 'PENDING')
    return section(
      t('Pago'),
      html`<p class="outcome"><b>${paid.name}</b>: ${outcomeOf(shop, order, paid)}</p>`,
    )
  const { paymentInstructions: text, status } = order
  if ((!text && !paid) || status === 'delivered' || status === 'cancelled') return null
  const { whatsappNumber: number } = shop
  const proof = !paid && number && chatHref(number, proofMessage(shop, order))
  const accounts = accountsIn(text ?? '')
  const copied = accounts.length > 0 || paid ? accounts : [text!]
  return section(
    t('Cómo pagar'),
    html`
      ${row(t('Total'), formatAmount(order.total, order.currency))}
      ${text && html`<p class="multiline">${text}</p>`}
      ${copied.length > 0 && html`<div class="actions">${copied.map((one) => copyButton(one, one === text))}</div>`}
      ${paid && (await steps(shop, order, paid))}
      ${
        proof &&
        html`
        <p class="actions"><a class="button ghost" href="${proof}">${icon('chat')} ${t('Enviar comprobante')}</a></p>
      `
      }
    `,
  )
}

const section = (title: Localized, content: Html) => html`
  <section class="sheet" aria-labelledby="pay"><h2 id="pay">${title}</h2>${content}</section>
`

const copyButton = (text: string, isWhole = false) =>
  html`<button class="button ghost" type="button"
    data-copy="${text}">${isWhole ? t('Copiar los datos') : t('Copiar {text}', { text })}</button>`

const outcomes = {
  REVIEW: t('recibimos tu comprobante; la tienda lo está viendo.'),
  PAID: t('tu pago está recibido. ¡Gracias!'),
  REFUNDED: t('la tienda devolvió tu pago.'),
}

function outcomeOf({ name }: Shop, { status, total }: OrderRow, { state }: Payment): Localized {
  if (state === 'PAID' && status === 'cancelled' && total > 0)
    return t('el pedido se canceló y tu pago está recibido: {shop} te lo devuelve.', { shop: name })
  return outcomes[state as keyof typeof outcomes]
}

/** What the chosen method needs, and nothing else. */
async function steps(shop: Shop, order: Paid, paid: Payment): Promise<Html> {
  const { instructions = null, accounts = [] } = order.paymentMethod ?? {}
  return html`
    <h3>${paid.name}</h3>
    ${instructions && html`<p class="multiline">${instructions}</p>`}
    ${paid.kind === 'cash' && cash(order, paid)}
    ${accounts.map(account)}
    ${paid.pix && (await pix(paid.pix))}
    ${isProvider(paid.kind) && payLink(shop, order, paid)}
  `
}

const payLink = (shop: Shop, order: Paid, { kind, name }: Payment): Html =>
  hasUnpayableCents(kind, order)
    ? html`<p>${t(
        'Mercado Pago cobra pesos enteros, y este total tiene centavos: acuerda con {shop} cómo lo pagas.',
        { shop: shop.name },
      )}</p>`
    : html`<p><a class="button wide" rel="nofollow" href="${orderHref(shop, order.trackingToken)}/pagar">
        ${t('Pagar con {method}', { method: name })}</a></p>`

const account = ({ label, value }: { label: string; value: string }) =>
  row(
    label,
    value,
    html`<button class="button ghost" type="button" data-copy="${value}"
      aria-label="${t('Copiar {text}', { text: value })}">${t('Copiar')}</button>`,
  )

/** A value that is to be read or copied, in one line under its label. */
const row = (label: Wording, value: string, button: Html | null = null) => html`
  <div class="datum"><p><small>${label}</small> <b>${value}</b></p>${button}</div>
`

function cash({ currency, deliveryKind, total }: OrderRow, { changeFor }: Payment): Html {
  const amount = formatAmount(total, currency)
  const isPickup = deliveryKind === 'pickup'
  if (changeFor === null || changeFor <= total)
    return html`<p>${t(isPickup ? 'Paga {amount} al recogerlo.' : 'Paga {amount} al recibir.', { amount })}</p>`
  const change = formatAmount(changeFor, currency)
  const text = isPickup
    ? t('Paga {amount} con {change} al recogerlo.', { amount, change })
    : t('Paga {amount} con {change} al recibir.', { amount, change })
  return html`<p>${text}</p>`
}

/** The code as a text to copy into the bank's app of this device, and as a picture for another one's camera. */
async function pix(code: string): Promise<Html> {
  const { toString } = await import('qrcode')
  const picture = await toString(code, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return html`
    <p class="code">${code}</p>
    <p class="actions"><button class="button wide" type="button" data-copy="${code}">${t('Copiar el código Pix')}</button></p>
    <div class="pix" role="img" aria-label="${t('Código QR de Pix')}">${trusted(picture)}</div>
  `
}

function proofMessage(shop: Shop, { orderNumber, customerName, total, currency }: Paid): Localized {
  const amount = formatAmount(total, currency)
  return t('¡Hola, {shop}! Soy {name}. Te envío el comprobante del pedido *{order}* por {amount}:', {
    shop: shop.name,
    name: customerName,
    order: orderNumber,
    amount,
  })
}

export function receiptForm(shop: Shop, order: OrderRow): Html | null {
  if (!expectsReceipt(order)) return null
  const form = html`
    <form method="post" action="${orderHref(shop, order.trackingToken)}/comprobante" enctype="multipart/form-data" data-receipt>
      <input type="hidden" name="token" value="${order.trackingToken}">
      <div class="field file">
        <label for="file" class="button ghost">${t('Elegir foto o PDF')}</label>
        <input type="file" id="file" name="file" accept="image/*,application/pdf" required>
        <p class="wrong" role="alert"></p>
      </div>
      <div class="actions"><button class="button">${t('Enviar comprobante')}</button></div>
    </form>
  `
  if (order.paymentState === 'REVIEW')
    return html`<details><summary class="button ghost">${t('Enviar otro comprobante')}</summary>${form}</details>`
  return html`
    <section class="sheet" aria-labelledby="receipt">
      <h2 id="receipt">${t('Tu comprobante')}</h2>
      <p>${t('Cuando hayas pagado, envíalo: solo lo ve {shop}.', { shop: shop.name })}</p>
      ${form}
    </section>
  `
}
