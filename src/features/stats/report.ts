import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { RequestStore } from '../../core/auth/key-lookup.ts'
import type { Sql } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { timeZoneOfCurrency } from '../../core/values/currency.ts'
import { dataOf, Instant, SingleLine } from '../../core/http/schema.ts'
import { average, exactAmount, sum, toDecimal, type ExactAmount } from '../../core/values/exact-amount.ts'
import type { Range } from './range.ts'
import { Report } from './stats.ts'
import { orderSums, soldProducts } from './sums.ts'
import { isTimeZone } from '../../core/values/time-zone.ts'
import { offsetsBetween } from './time-zone.ts'
import { t } from '../../core/texts/text.ts'

const ReportQuery = Type.Object({
  period: Type.Enum(['7d', '30d', '90d', 'custom'], {
    default: '7d',
    description: 'Los últimos 7, 30 o 90 días hasta ahora, o custom con from y to',
  }),
  from: Type.Optional(Instant('Con custom: desde este instante, inclusive')),
  to: Type.Optional(Instant('Con custom: hasta este instante, exclusive; a lo sumo 90 días después de from')),
  timeZone: Type.Optional(
    SingleLine({ max: 100, description: 'Zona IANA de los días; si falta, la de la moneda de la tienda' }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 20,
    default: 10,
    description: 'Cuántos productos trae el ranking',
  }),
})
type ReportQuery = Static<typeof ReportQuery>

export const getSalesReport = operation({
  id: 'getSalesReport',
  rest: 'GET /stats/report',
  scope: 'stats:read',
  summary: 'Informe de ventas',
  description:
    'Ventas de un intervalo, por la moneda de cada pedido; los importes nunca se suman entre ' +
    'monedas. Las ventas brutas de un producto son antes de los descuentos del pedido.',
  query: ReportQuery,
  errors: ['NOT_FOUND'],
  response: { 200: dataOf(Report) },
  async run({ sql, store, query }) {
    return { data: await getReport(sql, store, query) }
  },
})

async function getReport(sql: Sql, store: RequestStore, query: ReportQuery): Promise<Report> {
  const range = rangeOf(query)
  const timeZone = query.timeZone ?? timeZoneOfCurrency(store.currency)
  if (!isTimeZone(timeZone)) throw invalid('timeZone', 'invalid', t('La zona horaria no existe'))

  const [days, topProducts] = await Promise.all([
    sumDays(sql, store.id, range, timeZone),
    rankProducts(sql, store.id, range, query.limit),
  ])
  return {
    storeId: store.id,
    storeCurrency: store.currency,
    timeZone,
    timeZoneSource: query.timeZone ? 'REQUEST' : 'CURRENCY_DERIVED',
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    rangeKind: query.period === 'custom' ? 'CUSTOM' : 'ROLLING',
    dateBasis: 'ORDER_CREATED_AT',
    state: 'AVAILABLE',
    currencies: toCurrencies(days),
    dailyCompleted: days
      .filter(({ completed }) => completed > 0)
      .map(({ day, currency, completed, completedAmount }) => {
        return { day, currency, orders: completed, confirmedRevenue: toDecimal(completedAmount, currency) }
      }),
    topProducts,
    ranking: 'COMPLETED_ORDER_ITEM_QUANTITY_DESC',
    visitors: unavailable('Las visitas no se cuentan'),
    conversion: unavailable('Sin visitas no hay tasa de conversión'),
    attribution: unavailable('No se consulta de dónde llega cada pedido'),
  }
}

const DAY = 24 * 60 * 60 * 1000
const MAX_RANGE_MS = 90 * DAY

function rangeOf({ period, from, to }: ReportQuery): Range {
  if (period !== 'custom') {
    const given = from ? 'from' : 'to'
    if (from || to) throw invalid(given, 'invalid', t('from y to solo se usan con period=custom'))
    const now = Date.now()
    return { from: now - Number.parseInt(period) * DAY, to: now }
  }
  if (!from || !to) throw invalid(from ? 'to' : 'from', 'required', t('period=custom necesita from y to'))
  const range = { from: Date.parse(from), to: Date.parse(to) }
  if (range.from >= range.to) throw invalid('to', 'invalid', t('to debe ser posterior a from'))
  if (range.to - range.from > MAX_RANGE_MS)
    throw invalid('to', 'maximum', t('El intervalo es de 90 días como máximo'))
  return range
}

export type DaySums = {
  day: string
  currency: string
  completed: number
  pending: number
  cancelled: number
  completedAmount: ExactAmount
  pendingAmount: ExactAmount
}

export async function sumDays(sql: Sql, storeId: string, range: Range, timeZone: string): Promise<DaySums[]> {
  const offsets = offsetsBetween(timeZone, range)
  const rows = await sql<
    (Omit<DaySums, 'completedAmount' | 'pendingAmount'> & { amounts: [string, string] })[]
  >`
    select
      ((at at time zone 'UTC') + make_interval(secs => seconds))::date::text as day, currency,
      sum(completed) as completed, sum(pending) as pending, sum(cancelled) as cancelled,
      array[trunc(sum(completed_amount) * 10000)::text, trunc(sum(pending_amount) * 10000)::text] as amounts
    from (${orderSums(sql, storeId, range)}) as sums
    join unnest(
      ${offsets.map(({ from }) => new Date(from).toISOString())}::text[]::timestamptz[],
      ${offsets.map(({ to }) => new Date(to).toISOString())}::text[]::timestamptz[],
      ${offsets.map(({ seconds }) => seconds)}::int[]
    ) as offsets (since, until, seconds) on at >= since and at < until
    group by 1, 2
    order by 1, 2`
  return rows.map(({ amounts: [completedAmount, pendingAmount], ...sums }) => {
    return {
      ...sums,
      completedAmount: exactAmount(completedAmount),
      pendingAmount: exactAmount(pendingAmount),
    }
  })
}

function toCurrencies(days: DaySums[]): Report['currencies'] {
  const byCurrency = [...Map.groupBy(days, ({ currency }) => currency)]
  return byCurrency
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, days]) => {
      const count = (of: 'completed' | 'pending' | 'cancelled') =>
        days.reduce((total, day) => total + day[of], 0)
      const amount = (of: 'completedAmount' | 'pendingAmount') => sum(days.map((day) => day[of]))
      const [completed, pending, cancelled] = [count('completed'), count('pending'), count('cancelled')]
      return {
        currency,
        realOrders: completed + pending + cancelled,
        completedOrders: completed,
        pendingOrders: pending,
        cancelledOrders: cancelled,
        confirmedRevenue: toDecimal(amount('completedAmount'), currency),
        pendingAmount: toDecimal(amount('pendingAmount'), currency),
        averageCompletedOrder: average(amount('completedAmount'), completed, currency),
      }
    })
    .filter(({ realOrders }) => realOrders > 0)
}

async function rankProducts(sql: Sql, storeId: string, range: Range, limit: number) {
  const rows = await sql<{ productId: string; currency: string; unitsSold: number; gross: string }[]>`
    select product_id, currency, units_sold, trunc(gross * 10000)::text as gross
    from (${soldProducts(sql, storeId, range)}) as sold
    where units_sold > 0 and exists (select 1 from products where store_id = ${storeId} and id = product_id)
    order by units_sold desc, product_id, currency
    limit ${limit}`
  return rows.map(({ gross, ...row }) => ({
    ...row,
    grossItemSales: toDecimal(exactAmount(gross), row.currency),
  }))
}

const unavailable = (reason: string) => ({ state: 'UNAVAILABLE' as const, value: null, reason })
