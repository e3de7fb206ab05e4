import { html, type Html } from '../../../core/http/html.ts'
import { readSales } from '../../../features/stats/sales.ts'
import { readPaymentTotals } from '../../../features/stats/payments.ts'
import { storePage, type StoreContext } from '../page.ts'
import { emptyState, section } from '../parts/list.ts'
import { tabs } from '../parts/pager.ts'
import { paymentTotals } from '../orders/payment-labels.ts'
import { bestProducts, salesChart, numbers, periods, periodTotals, type NamedPeriod } from './report.ts'

export const reportPage = storePage({
  path: '/reporte',
  needs: 'stats:read',
  async show(context) {
    const { sql, store, base } = context
    const [name, period] = periodOf(context.query)
    const [sales, payments] = await Promise.all([
      readSales(sql, store, period),
      readPaymentTotals(sql, store, period),
    ])
    const hasSales = sales.buckets.some(
      ({ amount, before }) => amount.tenThousandths + before.amount.tenThousandths > 0n,
    )
    return {
      title: 'Reporte',
      main: html`
        ${periodTabs(base, name)}
        ${periodTotals(sales, period, store.currency)}
        ${hasSales ? salesChart(sales, period, store.currency) : emptyList(base)}
        ${bestProducts(sales, store.currency)}
        ${payments.length > 0 && paymentTotals(payments, store.currency)}
        ${hasSales && section('Los números', html`${numbers(sales, period, store.currency)}${downloads(base, name)}`)}
      `,
    }
  },
})

export function periodOf(query: Record<string, string>): [name: string, period: NamedPeriod] {
  const name = query['periodo'] ?? ''
  return Object.hasOwn(periods, name) ? [name, periods[name]!] : ['7d', periods['7d']!]
}

const periodTabs = (base: string, current: string): Html =>
  tabs(
    'Cuánto tiempo',
    Object.entries(periods).map(([name, { tab }]) => ({
      label: tab,
      href: `${base}/reporte?periodo=${name}`,
      isCurrent: name === current,
    })),
  )

const downloads = (base: string, name: string): Html => html`
  <div class="buttons tight">
    <a class="button ghost" href="${base}/reporte/ventas.csv?periodo=${name}" download>Ventas (CSV)</a>
    <a class="button ghost" href="${base}/reporte/productos.csv?periodo=${name}" download>Productos (CSV)</a>
  </div>
`

const emptyList = (base: StoreContext['base']): Html =>
  emptyState(
    'chart',
    'Ninguna venta en este tiempo',
    'Cuando confirmes un pedido, aquí ves cómo van tus ventas.',
    html`<a class="button" href="${base}/compartir">Compartir mi tienda</a>`,
  )
