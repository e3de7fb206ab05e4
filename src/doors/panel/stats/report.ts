import { html, type Html } from '../../../core/http/html.ts'
import { average, formatExact, toNumber } from '../../../core/values/exact-amount.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { lengthOf, type Dates, type Period, type Unit } from '../../../features/stats/period.ts'
import type { PeriodSales } from '../../../features/stats/sales.ts'
import { instantFormat } from '../../../core/values/time-zone.ts'
import { dayOf } from '../../../core/pages/format.ts'
import { bar, chart, comparison, figures } from '../parts/figures.ts'
import { section } from '../parts/list.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'

export type NamedPeriod = Period & { label: Localized; tab: Localized | null; before: Localized }

export const periods: Record<string, NamedPeriod> = {
  '7d': { count: 7, unit: 'day', label: t('7 días'), tab: t('7 días'), before: t('los 7 días anteriores') },
  '30d': {
    count: 30,
    unit: 'day',
    label: t('30 días'),
    tab: t('30 días'),
    before: t('los 30 días anteriores'),
  },
  '13s': {
    count: 13,
    unit: 'week',
    label: t('3 meses, por semana'),
    tab: t('3 meses'),
    before: t('las 13 semanas anteriores'),
  },
  '12m': {
    count: 12,
    unit: 'month',
    label: t('12 meses'),
    tab: t('12 meses'),
    before: t('los 12 meses anteriores'),
  },
}

export function periodOfDates(dates: Dates): NamedPeriod {
  const days = lengthOf(dates)
  const unit = days <= 62 ? 'day' : days <= 186 ? 'week' : 'month'
  const before = days === 1 ? t('el día anterior') : t('los {days} días anteriores', { days })
  const [first, last] = [dayName(dates.from), dayName(dates.to)]
  const label = dates.from === dates.to ? first : t('{first} a {last}', { first, last })
  return { ...dates, unit, label, tab: null, before }
}

const dayName = (day: string) => dayOf(day, 'UTC')

const units: Record<Unit, { name: Localized; sales: Localized; salesInNumbers: Localized }> = {
  day: {
    name: t('Día'),
    sales: t('Ventas por día'),
    salesInNumbers: t('Ventas por día, en números'),
  },
  week: {
    name: t('Semana'),
    sales: t('Ventas por semana'),
    salesInNumbers: t('Ventas por semana, en números'),
  },
  month: { name: t('Mes'), sales: t('Ventas por mes'), salesInNumbers: t('Ventas por mes, en números') },
}

const dayAndMonth = instantFormat({ day: 'numeric', month: 'short' })
const monthAndYear = instantFormat({ month: 'short', year: '2-digit' })

/** `3 nov`, `nov 26` */
const shortName = (day: string, unit: Unit) =>
  unit === 'month' ? monthAndYear(day, 'UTC') : dayAndMonth(day, 'UTC')

/** `3 nov`, `desde el 3 nov`, `nov 26` */
const stepName = (day: string, unit: Unit) =>
  unit === 'week' ? t('desde el {day}', { day: shortName(day, unit) }) : shortName(day, unit)

export function periodTotals(
  { total, before, others }: PeriodSales,
  period: NamedPeriod,
  currency: string,
): Html {
  const mean = average(total.amount, total.orders, currency)
  const entries = [
    {
      label: t('Ventas confirmadas'),
      value: formatExact(total.amount, currency),
      detail: comparison(toNumber(total.amount, currency), toNumber(before.amount, currency), period.before),
    },
    {
      label: t('Pedidos'),
      value: String(total.orders),
      detail: comparison(total.orders, before.orders, period.before),
    },
    {
      label: t('Por pedido'),
      value: mean === null ? '–' : formatAmount(Number(mean), currency),
      detail: t('en promedio'),
    },
  ]
  const more = others.map(({ currency: other, amount }) => formatExact(amount, other)).join(', ')
  return section(
    period.label,
    html`
      ${figures(entries)}
      ${more && html`<p class="muted">${t('Además, en otras monedas: {more}.', { more })}</p>`}
      ${countedOrders}
    `,
  )
}

/** Which orders are sales, where they are shown: the definition in src/features/stats/sales.ts. */
export const countedOrders = html`
  <p class="hint">
    ${t('Cuentan los pedidos confirmados, enviados y entregados.')}
  </p>
`

export function salesChart({ buckets, total }: PeriodSales, { unit }: NamedPeriod, currency: string): Html {
  const best = buckets.reduce((max, bucket) =>
    bucket.amount.tenThousandths > max.amount.tenThousandths ? bucket : max,
  )
  const bars = buckets.map(({ day, amount, ...bucket }) => ({
    value: toNumber(amount, currency),
    before: toNumber(bucket.before.amount, currency),
    label: joined([stepName(day, unit), formatExact(amount, currency)], ': '),
  }))
  const days = [buckets[0]!, buckets[Math.floor(buckets.length / 2)]!, buckets.at(-1)!]
  const description = t(
    '{sales}: en total {total}, lo más {when} con {most}. Los números están en la tabla.',
    {
      sales: units[unit].sales,
      total: formatExact(total.amount, currency),
      when: stepName(best.day, unit),
      most: formatExact(best.amount, currency),
    },
  )
  return section(
    units[unit].sales,
    html`
      ${chart({ bars, description, below: days.map(({ day }) => shortName(day, unit)) })}
      <p class="key"><span class="now">${t('Ahora')}</span> <span class="then">${t('Antes')}</span></p>
    `,
  )
}

export const numbers = ({ buckets }: PeriodSales, { unit }: NamedPeriod, currency: string): Html => html`
  <div class="scroll" tabindex="0" role="region" aria-label="${units[unit].salesInNumbers}">
    <table class="sums numbers">
      <thead>
        <tr>
          <th scope="col">${units[unit].name}</th>
          <th scope="col"><abbr title="${t('Pedidos')}">${t('Ped.')}</abbr></th>
          <th scope="col">${t('Ventas')}</th>
          <th scope="col">${t('Antes')}</th>
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

const soldText = (units: number) => t('{units, plural, one {# vendido} other {# vendidos}}', { units })

/** The best-selling products of completed orders, before discounts on orders. */
export function bestProducts({ products }: PeriodSales, currency: string): Html | null {
  if (products.length === 0) return null
  const highest = Math.max(...products.map(({ unitsSold }) => unitsSold))
  const rows = products.map(
    ({ name, unitsSold, revenue }) => html`
      <li>
        <p><b>${name}</b><span>${soldText(unitsSold)} · ${formatAmount(revenue, currency)}</span></p>
        ${bar(unitsSold / highest)}
      </li>
    `,
  )
  return section(t('Lo más vendido'), html`<ol class="shares">${rows}</ol>`)
}
