import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { RequestStore } from '../../core/auth/key-lookup.ts'
import type { Sql } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { dataOf, Instant } from '../../core/http/schema.ts'
import type { Range } from './range.ts'
import { Stats } from './stats.ts'
import { orderSums, soldProducts } from './sums.ts'
import { t } from '../../core/texts/text.ts'

const StatsQuery = Type.Object({
  from: Type.Optional(Instant('Desde este instante, inclusive')),
  to: Type.Optional(Instant('Hasta este instante, exclusive')),
})
type StatsQuery = Static<typeof StatsQuery>

export const getStats = operation({
  id: 'getStats',
  rest: 'GET /stats',
  scope: 'stats:read',
  feature: 'advancedAnalytics',
  summary: 'Leer las estadísticas',
  description:
    'Pedidos, ventas, productos más vendidos y conversión, de siempre o de un intervalo. Necesita un plan de pago.',
  query: StatsQuery,
  response: { 200: dataOf(Stats) },
  async run({ sql, store, query }) {
    return { data: await readStats(sql, store, query) }
  },
})

async function readStats(sql: Sql, store: RequestStore, { from, to }: StatsQuery): Promise<Stats> {
  const range = from || to ? rangeOf(from, to) : 'ever'
  const [orders, popularProducts, conversionRate] = await Promise.all([
    sumOrders(sql, store, range),
    rankProducts(sql, store, range),
    findConversionRate(sql, store.id, range),
  ])
  return {
    storeId: store.id,
    currency: store.currency,
    ...orders,
    popularProducts,
    conversionRate,
    ...(from && { from }),
    ...(to && { to }),
  }
}

const ALWAYS: Range = { from: 0, to: Date.UTC(9000, 0, 1) }

function rangeOf(from: string | undefined, to: string | undefined): Range {
  const range = { from: from ? Date.parse(from) : ALWAYS.from, to: to ? Date.parse(to) : ALWAYS.to }
  if (range.from >= range.to) throw invalid(to ? 'to' : 'from', 'invalid', t('to debe ser posterior a from'))
  return range
}

type OrderStats = Pick<Stats, 'totalOrders' | 'completedOrders' | 'revenue' | 'averageOrder'>

async function sumOrders(sql: Sql, { id, currency, currencyDigits }: RequestStore, range: Range | 'ever') {
  const [row] = await sql<[OrderStats]>`
    select
      coalesce(sum(completed + pending + cancelled), 0) as total_orders,
      coalesce(sum(completed), 0) as completed_orders,
      coalesce(sum(completed_amount), 0) as revenue,
      round(sum(completed_amount) / nullif(sum(completed), 0), ${currencyDigits}::int) as average_order
    from (${orderSums(sql, id, range === 'ever' ? ALWAYS : range)}) as sums
    where currency = ${currency}`
  return row
}

export async function rankProducts(
  sql: Sql,
  { id, currency }: Pick<RequestStore, 'id' | 'currency'>,
  range: Range | 'ever',
) {
  const rows = await sql<Stats['popularProducts']>`
    select products.id as product_id, products.name, ranked.units_sold, ranked.revenue
    from (
      select product_id, units_sold, gross as revenue
      from (${soldProducts(sql, id, range)}) as sold
      where currency = ${currency}
      and units_sold > 0
      and exists (select 1 from products where store_id = ${id} and id = product_id)
      order by units_sold desc, product_id
      limit 10
    ) as ranked
    join products on products.store_id = ${id} and products.id = ranked.product_id
    order by ranked.units_sold desc, ranked.product_id`
  return [...rows]
}

/** Sessions that ordered, divided by sessions that filled a cart; null without any of the latter. */
async function findConversionRate(sql: Sql, storeId: string, range: Range | 'ever'): Promise<number | null> {
  const [{ added, completed }] =
    range === 'ever'
      ? await sql<[{ added: number; completed: number }]>`
          select
            counted(${storeId}, array['sessions.ADD_TO_CART']) as added,
            counted(${storeId}, array['sessions.CHECKOUT_COMPLETED']) as completed`
      : await sql<[{ added: number; completed: number }]>`
          select
            count(distinct session_id) filter (where type = 'ADD_TO_CART') as added,
            count(distinct session_id) filter (where type = 'CHECKOUT_COMPLETED') as completed
          from catalog_events
          where store_id = ${storeId}
          and created_at >= ${new Date(range.from).toISOString()}
          and created_at < ${new Date(range.to).toISOString()}`
  return added === 0 ? null : Math.min(1, completed / added)
}
