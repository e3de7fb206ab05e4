import { html, type Html } from '../../../core/http/html.ts'
import { formatExact, fromNumber, sum } from '../../../core/values/exact-amount.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Order } from '../../../features/orders/order.ts'
import { PaymentState } from '../../../features/orders/payment.ts'
import { plural } from '../../../core/pages/format.ts'
import type { PaymentTotal } from '../../../features/stats/payments.ts'
import { badge, section } from '../parts/list.ts'

export const paymentLabels: Record<PaymentState, { name: string; kind: 'plain' | 'good' | 'warn' | 'bad' }> =
  {
    PENDING: { name: 'Por pagar', kind: 'plain' },
    REVIEW: { name: 'Por revisar', kind: 'warn' },
    PAID: { name: 'Pagado', kind: 'good' },
    REFUNDED: { name: 'Devuelto', kind: 'plain' },
  }

export const paymentBadge = (payment: { state: PaymentState } | null): Html | null =>
  payment && badge(paymentLabels[payment.state].name, paymentLabels[payment.state].kind)

/** With how much somebody will pay in cash, and what to give back; null where it was not said, and once it is paid. */
export function changeText({ payment, total, currency }: Order): string | null {
  const changeFor = payment?.changeFor ?? null
  if (changeFor === null || payment?.state !== 'PENDING') return null
  const change = formatExact(sum([fromNumber(changeFor), fromNumber(-total)]), currency)
  return `Paga con ${formatAmount(changeFor, currency)}${changeFor > total ? `: dale ${change} de cambio` : ''}`
}

export function paymentTabs(current: PaymentState | undefined, href: (state: string) => string) {
  const all = { label: 'Con o sin pago', href: href(''), isCurrent: current === undefined }
  const each = PaymentState.enum.map((state) => ({
    label: paymentLabels[state].name,
    href: href(state),
    isCurrent: state === current,
  }))
  return [all, ...each]
}

/** What was paid and is to be paid, by method: rows of the report. */
export function paymentTotals(totals: PaymentTotal[], currency: string): Html {
  const rows = totals.map(
    ({ method, state, orders, amount }) => html`
      <tr>
        <th scope="row">${method}: ${paymentLabels[state].name.toLowerCase()}</th>
        <td>${plural(orders, 'pedido', 'pedidos')}</td>
        <td>${formatAmount(amount, currency)}</td>
      </tr>
    `,
  )
  return section(
    'Cómo te pagaron',
    html`
      <table class="sums"><tbody>${rows}</tbody></table>
      <p class="hint">De los pedidos de este tiempo con forma de pago, también los nuevos; los cancelados no.</p>
    `,
  )
}
