import { html, type Html } from '../../../core/http/html.ts'
import { average, formatExact, toNumber } from '../../../core/values/exact-amount.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { lengthOf, type Dates, type Period, type Unit } from '../../../features/stats/period.ts'
import type { PeriodSales } from '../../../features/stats/sales.ts'
import { plural } from '../../../core/pages/format.ts'
import { bar, chart, comparison, figures } from '../parts/figures.ts'
import { section } from '../parts/list.ts'

export type NamedPeriod = Period & { label: string; tab: string; before: string }

export const periods: Record<string, NamedPeriod> = {
  '7d': { count: 7, unit: 'day', label: '7 días', tab: '7 días', before: 'los 7 días anteriores' },
  '30d': { count: 30, unit: 'day', label: '30 días', tab: '30 días', before: 'los 30 días anteriores' },
  '13s': {
    count: 13,
    unit: 'week',
    label: '3 meses, por semana',
    tab: '3 meses',
    before: 'las 13 semanas anteriores',
  },
  '12m': { count: 12, unit: 'month', label: '12 meses', tab: '12 meses', before: 'los 12 meses anteriores' },
}

/** The days from one to another, by weeks or months where they are many. */
export function periodOfDates(dates: Dates): NamedPeriod {
  const days = lengthOf(dates)
  const unit = days <= 62 ? 'day' : days <= 186 ? 'week' : 'month'
  const before = days === 1 ? 'el día anterior' : `los ${days} días anteriores`
  const label =
    dates.from === dates.to ? dayName(dates.from) : `${dayName(dates.from)} a ${dayName(dates.to)}`
  return { ...dates, unit, label, tab: '', before }
}

const dayName = (day: string) =>
  new Intl.DateTimeFormat('es-419', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

const units: Record<Unit, string> = { day: 'Día', week: 'Semana', month: 'Mes' }

const formats: Record<Unit, Intl.DateTimeFormat> = {
  day: new Intl.DateTimeFormat('es-419', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  week: new Intl.DateTimeFormat('es-419', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('es-419', { month: 'short', year: '2-digit', timeZone: 'UTC' }),
}

/** `3 nov`, `desde el 3 nov`, `nov 26` */
const stepName = (day: string, unit: Unit) =>
  `${unit === 'week' ? 'desde el ' : ''}${formats[unit].format(new Date(day))}`

export function periodTotals(
  { total, before, others }: PeriodSales,
  period: NamedPeriod,
  currency: string,
): Html {
  const mean = average(total.amount, total.orders, currency)
  const entries = [
    {
      label: 'Ventas confirmadas',
      value: formatExact(total.amount, currency),
      detail: comparison(toNumber(total.amount, currency), toNumber(before.amount, currency), period.before),
    },
    {
      label: 'Pedidos',
      value: String(total.orders),
      detail: comparison(total.orders, before.orders, period.before),
    },
    {
      label: 'Por pedido',
      value: mean === null ? '–' : formatAmount(Number(mean), currency),
      detail: 'en promedio',
    },
  ]
  const more = others.map(({ currency: other, amount }) => formatExact(amount, other)).join(', ')
  return section(
    period.label,
    html`
      ${figures(entries)}
      ${more && html`<p class="muted">Además, en otras monedas: ${more}.</p>`}
      ${countedOrders}
    `,
  )
}

/** Which orders are sales, where they are shown: the definition in src/features/stats/sales.ts. */
export const countedOrders = html`
  <p class="hint">
    Cuentan los pedidos confirmados, enviados y entregados.
  </p>
`

/** A bar chart of the buckets; a table has the same numbers. */
export function salesChart({ buckets, total }: PeriodSales, { unit }: NamedPeriod, currency: string): Html {
  const name = units[unit].toLowerCase()
  const best = buckets.reduce((max, bucket) =>
    bucket.amount.tenThousandths > max.amount.tenThousandths ? bucket : max,
  )
  const bars = buckets.map(({ day, amount, ...bucket }) => ({
    value: toNumber(amount, currency),
    before: toNumber(bucket.before.amount, currency),
    label: `${stepName(day, unit)}: ${formatExact(amount, currency)}`,
  }))
  const days = [buckets[0]!, buckets[Math.floor(buckets.length / 2)]!, buckets.at(-1)!]
  const description = [
    `Ventas por ${name}: en total ${formatExact(total.amount, currency)},`,
    `lo más ${stepName(best.day, unit)} con ${formatExact(best.amount, currency)}.`,
    'Los números están en la tabla.',
  ].join(' ')
  return section(
    `Ventas por ${name}`,
    html`
      ${chart({ bars, description, below: days.map(({ day }) => formats[unit].format(new Date(day))) })}
      <p class="key"><span class="now">Ahora</span> <span class="then">Antes</span></p>
    `,
  )
}

export const numbers = ({ buckets }: PeriodSales, { unit }: NamedPeriod, currency: string): Html => html`
  <div class="scroll" tabindex="0" role="region" aria-label="Ventas por ${units[unit].toLowerCase()}, en números">
    <table class="sums numbers">
      <thead>
        <tr>
          <th scope="col">${units[unit]}</th>
          <th scope="col"><abbr title="Pedidos">Ped.</abbr></th>
          <th scope="col">Ventas</th>
          <th scope="col">Antes</th>
        </tr>
      </thead>
      <tbody>
        ${buckets.toReversed().map(
          ({ day, orders, amount, before }) => html`
            <tr>
              <th scope="row">${stepName(day, unit)}</th>
              <td>${orders}</td>
              <td>${formatExact(amount, currency)}</td>
              <td>${formatExact(before.amount, currency)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`

/** The best-selling products of completed orders, before discounts on orders. */
export function bestProducts({ products }: PeriodSales, currency: string): Html | null {
  if (products.length === 0) return null
  const highest = Math.max(...products.map(({ unitsSold }) => unitsSold))
  const rows = products.map(
    ({ name, unitsSold, revenue }) => html`
      <li>
        <p><b>${name}</b><span>${plural(unitsSold, 'vendido', 'vendidos')} · ${formatAmount(revenue, currency)}</span></p>
        ${bar(unitsSold / highest)}
      </li>
    `,
  )
  return section('Lo más vendido', html`<ol class="shares">${rows}</ol>`)
}
