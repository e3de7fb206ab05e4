import { html, type Html } from '../../../core/http/html.ts'
import { zoneOf } from '../../../features/hours/hours.ts'
import { dayAt, lengthOf, type Dates } from '../../../features/stats/period.ts'
import { readSales } from '../../../features/stats/sales.ts'
import { readPaymentTotals } from '../../../features/stats/payments.ts'
import { storePage, type StoreContext } from '../page.ts'
import { emptyState, section } from '../parts/list.ts'
import { tabs } from '../parts/pager.ts'
import { paymentTotals } from '../orders/payment-labels.ts'
import {
  bestProducts,
  salesChart,
  numbers,
  periodOfDates,
  periods,
  periodTotals,
  type NamedPeriod,
} from './report.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'

export const reportPage = storePage({
  path: '/reporte',
  needs: 'stats:read',
  async show(context) {
    const { sql, store, base } = context
    const { error, ...chosen } = chosenPeriod(context)
    const { period, query } = chosen
    const [sales, payments] = await Promise.all([
      readSales(sql, store, period),
      readPaymentTotals(sql, store, period),
    ])
    const hasSales = sales.buckets.some(
      ({ amount, before }) => amount.tenThousandths + before.amount.tenThousandths > 0n,
    )
    return {
      title: t('Reporte'),
      ...(error && { status: 400 }),
      main: html`
        ${periodTabs(base, chosen)}
        ${datesForm(context, chosen, error)}
        ${periodTotals(sales, period, store.currency)}
        ${hasSales ? salesChart(sales, period, store.currency) : emptyList(base)}
        ${bestProducts(sales, store.currency)}
        ${payments.length > 0 && paymentTotals(payments, store.currency)}
        ${hasSales && section(t('Los números'), html`${numbers(sales, period, store.currency)}${downloads(base, query)}`)}
      `,
    }
  },
})

/** The period of a query string; `query` is its part of an address, `name` is in files' names and marks its tab. */
type Chosen = { name: string; query: string; period: NamedPeriod; error?: Localized }

const MAX_DAYS = 731

export function chosenPeriod({ store, query }: Pick<StoreContext, 'store' | 'query'>): Chosen {
  const { periodo = '7d', desde, hasta } = query
  const today = dayAt(Date.now(), zoneOf(store))
  if (periodo === MONTH) {
    const period = periodOfDates({ from: `${today.slice(0, 7)}-01`, to: today })
    return { name: MONTH, query: `periodo=${MONTH}`, period }
  }
  const isNamed = Object.hasOwn(periods, periodo)
  const name = isNamed ? periodo : '7d'
  const named = { name, query: `periodo=${name}`, period: periods[name]! }
  if (desde === undefined && hasta === undefined) return named
  const dates = { from: desde ?? '', to: hasta || today }
  const error = wrongDates(dates)
  if (error !== null) return { ...named, error }
  const { from, to } = dates
  return { name: `${from}-${to}`, query: `desde=${from}&hasta=${to}`, period: periodOfDates(dates) }
}

const MONTH = 'mes'

function wrongDates({ from, to }: Dates): Localized | null {
  const isDay = (day: string) =>
    /^20\d\d-\d\d-\d\d$/.test(day) && new Date(day).toJSON()?.slice(0, 10) === day
  if (!isDay(from) || !isDay(to)) return t('Elige las dos fechas.')
  if (from > to) return t('La primera fecha va antes que la segunda.')
  return lengthOf({ from, to }) > MAX_DAYS ? t('Elige como máximo dos años.') : null
}

function periodTabs(base: string, { name: current }: Chosen): Html {
  const tab = (name: string, label: Wording) => {
    return { label, href: `${base}/reporte?periodo=${name}`, isCurrent: name === current }
  }
  const { '7d': week, ...longer } = periods
  return tabs(t('Cuánto tiempo'), [
    tab('7d', week!.tab!),
    tab(MONTH, t('Este mes')),
    ...Object.entries(longer).map(([name, period]) => tab(name, period.tab!)),
  ])
}

const wrongMarks = html` aria-invalid="true" aria-describedby="dates-wrong"`

function datesForm({ base, query }: StoreContext, { period }: Chosen, error: Localized | undefined): Html {
  const shown = 'from' in period ? period : { from: query['desde'] ?? '', to: query['hasta'] ?? '' }
  const field = (name: string, label: Localized, day: string) => html`
    <label>${label} <input type="date" name="${name}" value="${day}"${error && wrongMarks}></label>
  `
  return html`
    <form class="dates" action="${base}/reporte">
      ${field('desde', t('Del | fecha'), shown.from)}${field('hasta', t('al | fecha'), shown.to)}
      <button class="button ghost">${t('Ver')}</button>
    </form>
    ${error && html`<p class="wrong" id="dates-wrong" role="alert">${error}</p>`}
  `
}

const downloads = (base: string, query: string): Html => html`
  <div class="buttons tight">
    ${[
      ['ventas', t('Ventas')],
      ['productos', t('Productos')],
      ['pedidos', t('Pedidos, uno por línea')],
    ].map(
      ([file, label]) => html`
      <a class="button ghost" href="${base}/reporte/${file}.csv?${query}" download>${t('{label} (CSV)', { label: label! })}</a>
    `,
    )}
  </div>
`

const emptyList = (base: StoreContext['base']): Html =>
  emptyState(
    'chart',
    t('Ninguna venta en este tiempo'),
    t('Cuando confirmes un pedido, aquí ves cómo van tus ventas.'),
    html`<a class="button" href="${base}/compartir">${t('Compartir mi tienda')}</a>`,
  )
