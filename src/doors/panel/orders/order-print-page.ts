import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { dayAndTime } from '../../../features/hours/format.ts'
import { readOrder } from '../../../features/orders/get.ts'
import { mapUrl } from '../../../features/orders/order.ts'
import { itemText } from '../../../features/orders/message.ts'
import type { Order } from '../../../features/orders/order.ts'
import { paymentStateName } from '../../../features/orders/payment.ts'
import { moment } from '../../../core/pages/format.ts'
import { storePage } from '../page.ts'
import { changeText } from './payment-labels.ts'
import { icon } from '../parts/icon.ts'
import { tabs } from '../parts/pager.ts'

const papers = { '58': t('Rollo de 58 mm'), '80': t('Rollo de 80 mm'), a4: t('Hoja A4') } as const

/** An item for the kitchen: what was chosen and the note large, each on a line of its own. */
function itemLines(item: Order['items'][number]): Html {
  const { modifiers, note } = item
  const line = ({ name, quantity }: (typeof modifiers)[number]) => html`
    <li>${quantity > 1 && `${quantity} × `}${name}</li>
  `
  return html`
    ${itemText(item)}
    ${modifiers.length > 0 && html`<ul class="chosen">${modifiers.map(line)}</ul>`}
    ${note && html`<p class="item-note">${note}</p>`}
  `
}

/** One order as a slip of paper: only the slip is printed, as wide as the paper that was chosen. */
export const orderPrintPage = storePage({
  path: '/pedidos/:id/imprimir',
  needs: 'orders:read',
  async show({ sql, store, params, query, base }) {
    const order = await readOrder(sql, store.id, params['id']!)
    const paper = Object.hasOwn(papers, query['papel'] ?? '') ? query['papel']! : '80'
    const here = `${base}/pedidos/${order.id}`
    const { discount, payment, shippingOption } = order
    const amount = (value: number) => formatAmount(value, order.currency)
    const change = changeText(order)
    const row = (label: Html | Wording, value: string) => html`<tr><td>${label}</td><td>${value}</td></tr>`
    const choices = Object.entries(papers).map(([value, label]) => ({
      label,
      href: `${here}/imprimir?papel=${value}`,
      isCurrent: value === paper,
    }))
    return {
      title: t('Imprimir {order}', { order: order.orderNumber }),
      back: { href: here, label: order.orderNumber },
      main: html`
        ${tabs(t('Papel'), choices)}
        <button type="button" class="button no-print" data-print>${icon('print')}${t('Imprimir')}</button>
        <noscript><p class="hint">${t('Usa «Imprimir» en el menú de tu navegador.')}</p></noscript>
        <p class="links"><a href="${base}/ayuda/imprimir">${t('Cómo imprimir un pedido')}</a></p>
        <article class="receipt paper-${paper}">
          <h2>${store.name}</h2>
          <p>${order.orderNumber}<br>${moment(order.createdAt, store.timeZone)}</p>
          <p>
            <b>${order.customerName}</b>
            <br>
            ${order.customerPhone}
            ${order.customerAddress && html`<br>${order.customerAddress}`}
            ${shippingOption?.area && html`<br><b>${shippingOption.area}</b>`}
          </p>
          ${order.location && html`<p>${mapUrl(order.location)}</p>`}
          ${order.table && html`<p><b>${t('Mesa {name}', { name: order.table })}</b></p>`}
          ${order.wantedAt && html`<p><b>${t('Para el {time}', { time: dayAndTime(order.wantedAt, store.timeZone) })}</b></p>`}
          <table class="sums">
            <tbody>${order.items.map((item) => row(itemLines(item), amount(item.subtotal)))}</tbody>
            <tfoot>
              ${discount && row(t('Descuento {code}', { code: discount.code }), `−${amount(discount.amount)}`)}
              ${shippingOption && row([shippingOption.name, shippingOption.area].filter(Boolean).join(', '), amount(shippingOption.price))}
              ${row(t('Total'), amount(order.total))}
            </tfoot>
          </table>
          ${payment && html`<p><b>${payment.name}: ${paymentStateName(payment.state)}</b>${change && html`<br>${change}`}</p>`}
          ${order.notes && html`<p>${t('Nota: {notes}', { notes: order.notes })}</p>`}
        </article>
      `,
    }
  },
})
