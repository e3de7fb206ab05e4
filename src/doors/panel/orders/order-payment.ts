import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { isProvider } from '../../../features/orders/payment.ts'
import type { Order } from '../../../features/orders/order.ts'
import { readOrder } from '../../../features/orders/get.ts'
import { NewPaymentState, setOrderPayment } from '../../../features/orders/set-payment.ts'
import { moment } from '../../../core/pages/format.ts'
import type { PanelForm, StoreContext } from '../page.ts'
import { performAs } from '../forms/perform.ts'
import type { Part } from '../parts/field.ts'
import { buttonForm, formOf } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { paymentBadge } from './payment-labels.ts'

export const paymentForm: PanelForm<StoreContext> = {
  body: NewPaymentState,
  needs: 'orders:write',
  async run(context, body: NewPaymentState) {
    const id = context.params['id']!
    const { payment: before } = await readOrder(context.sql, context.store.id, id)
    const { data } = await performAs(context, setOrderPayment, { id, body })
    const action = `${context.base}/pedidos/${id}/pago`
    const state = before?.state === 'REVIEW' ? 'PENDING' : before!.state // only a receipt leads to a review
    return {
      message: doneTexts[data.payment!.state],
      next: `/pedidos/${id}`,
      ...(state !== data.payment!.state && { undo: { action, label: t('Deshacer'), fields: { state } } }),
    }
  },
}

const doneTexts = {
  PAID: t('Pedido pagado'),
  PENDING: t('El pedido queda por pagar'),
  REFUNDED: t('Pago devuelto'),
  REVIEW: t('En revisión'),
}

/** What the order's payment needs now: before anything else while it waits, in the order's summary afterwards. */
export function paymentOf(context: StoreContext, order: Order, receipts: Html | null): Html | null {
  const { payment } = order
  if (!payment) return null
  const { state, name, reference, paidAt, by } = payment
  const amount = (value: number) => formatAmount(value, order.currency)
  const facts = [
    paidAt && t('Pagado el {time}', { time: moment(paidAt, context.store.timeZone) }),
    reference && t('Referencia: {reference}', { reference }),
  ]
  const isLate = state === 'PAID' && order.status === 'cancelled' && payment.amount > 0
  const mayMove = context.can('orders:write') && payment.amount > 0 && !isProvider(by)
  return section(
    t('Pago'),
    html`
      <p class="state">${paymentBadge(payment)}<b>${amount(payment.amount)}</b> <span>${name}</span></p>
      ${facts.map((fact) => fact && html`<p>${fact}</p>`)}
      ${receipts}
      ${isLate && html`<div class="notice bad"><p>${t('Se pagó un pedido cancelado: hay que devolver el dinero.')}</p></div>`}
      ${mayMove && moves(context, order)}
    `,
    'pago',
  )
}

function moves(context: StoreContext, { id, payment }: Order): Html {
  const { state, kind } = payment!
  const form = context.form(`/pedidos/${id}/pago`)
  const move = (to: string, label: Localized, style: string) =>
    buttonForm(form, { state: to }, html`<button class="button ${style}">${label}</button>`)
  if (state === 'PAID' || state === 'REFUNDED') {
    return html`
      <div class="buttons">
        ${state === 'PAID' ? move('REFUNDED', t('Lo devolví'), 'ghost') : move('PAID', t('No lo devolví'), 'ghost')}
        ${state === 'PAID' && move('PENDING', t('No está pagado'), 'ghost')}
      </div>
    `
  }
  if (isProvider(kind)) {
    return html`
      <p class="hint">${t('Cuando se pague, se marca solo.')}</p>
      <div class="buttons">${move('PAID', t('Me pagó de otra forma'), 'ghost')}</div>
    `
  }
  const fields: Part[] = [
    html`<input type="hidden" name="state" value="PAID">`,
    kind !== 'cash' && { name: 'reference', label: t('Referencia (opcional)'), max: 80, autocomplete: 'off' },
    html`<button class="button large">${kind === 'cash' ? t('Ya me pagó') : t('Ya lo vi en mi banco')}</button>`,
  ]
  return html`
    ${formOf(form, fields)}
    ${state === 'REVIEW' && html`<div class="buttons">${move('PENDING', t('No llegó'), 'ghost')}</div>`}
  `
}
