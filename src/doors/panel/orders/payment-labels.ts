import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { formatExact, fromNumber, sum } from '../../../core/values/exact-amount.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Order } from '../../../features/orders/order.ts'
import { PaymentState } from '../../../features/orders/payment.ts'
import type { PaymentTotal } from '../../../features/stats/payments.ts'
import { badge, section } from '../parts/list.ts'

type Labels = { name: Localized; inSentence: Localized; kind: 'plain' | 'good' | 'warn' | 'bad' }

export const paymentLabels: Record<PaymentState, Labels> = {
  PENDING: { name: t('Por pagar'), inSentence: t('por pagar'), kind: 'plain' },
  REVIEW: { name: t('Por revisar'), inSentence: t('por revisar'), kind: 'warn' },
  PAID: { name: t('Pagado'), inSentence: t('pagado'), kind: 'good' },
  REFUNDED: { name: t('Devuelto'), inSentence: t('devuelto'), kind: 'plain' },
}

export const paymentBadge = (payment: { state: PaymentState } | null): Html | null =>
  payment && badge(paymentLabels[payment.state].name, paymentLabels[payment.state].kind)

/** With how much somebody will pay in cash, and what to give back; null where it was not said, and once it is paid. */
export function changeText({ payment, total, currency }: Order): Localized | null {
  const changeFor = payment?.changeFor ?? null
  if (changeFor === null || payment?.state !== 'PENDING') return null
  const amount = formatAmount(changeFor, currency)
  if (changeFor <= total) return t('Paga con {amount}', { amount })
  const change = formatExact(sum([fromNumber(changeFor), fromNumber(-total)]), currency)
  return t('Paga con {amount}: dale {change} de cambio', { amount, change })
}

export function paymentTabs(current: PaymentState | undefined, href: (state: string) => string) {
  const all = { label: t('Con o sin pago'), href: href(''), isCurrent: current === undefined }
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
        <th scope="row">${method}: ${paymentLabels[state].inSentence}</th>
        <td>${t('{n, plural, one {# pedido} other {# pedidos}}', { n: orders })}</td>
        <td>${formatAmount(amount, currency)}</td>
      </tr>
    `,
  )
  return section(
    t('Cómo te pagaron'),
    html`
      <table class="sums"><tbody>${rows}</tbody></table>
      <p class="hint">${t('De los pedidos de este tiempo con forma de pago, también los nuevos; los cancelados no.')}</p>
    `,
  )
}
