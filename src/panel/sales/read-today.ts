import { selectOverview, toOverview, type BillingOverview, type OverviewRow } from '../../billing/overview.ts'
import { selectProgress, toGuide, type ProgressRow } from '../../onboarding/get.ts'
import { ordersVersion, selectCounts, type OrderCounts } from '../../orders/count.ts'
import { selectOrders } from '../../orders/list.ts'
import { toSummary, type OrderRow, type OrderSummary } from '../../orders/order.ts'
import { readRecentSales, selectOpenTasks, type RecentSales, type OpenTasks } from '../../stats/today.ts'
import type { StoreContext } from '../page.ts'

/** The data of Hoy. `orders` are the pending ones; the newest of them in full. */
export type Today = {
  orders: { version: string; total: number; newest: OrderSummary[] }
  openTasks: OpenTasks
  guide: ReturnType<typeof toGuide>
  billing: BillingOverview | null
  sales: RecentSales | null
}

type Row = OpenTasks & ProgressRow & OverviewRow & (OrderRow | { id: null }) & { counts: OrderCounts | null }

/**
 * Reads all in one statement: a consistent snapshot in one round trip. The sales are summed only if they changed since the
 * last read.
 */
export async function readToday({ sql, store, base, can }: StoreContext, shown: number): Promise<Today> {
  const newest = selectOrders(sql, store.id, { status: 'pending', limit: shown, offset: 0 })
  const rows = await sql<[Row, ...Row[]]>`
    select each_status.counts, guide.*, open_tasks.*, ${can('billing') ? sql`overview.*,` : sql``} newest.*
    from (
      select jsonb_object_agg(name, count) as counts
      from (${selectCounts(sql, store.id)}) as counted
    ) as each_status
    cross join (${selectProgress(sql, store.id)}) as guide
    cross join (${selectOpenTasks(sql, store.id)}) as open_tasks
    ${can('billing') ? sql`cross join (${selectOverview(sql, store.id)}) as overview` : sql``}
    left join (${newest}) as newest on true
    order by newest.created_at desc, newest.id desc`
  const [row] = rows
  const counts = row.counts ?? {}
  return {
    orders: {
      version: ordersVersion(counts),
      total: counts.pending ?? 0,
      newest: rows.filter((one) => one.id !== null).map((one) => toSummary(one)),
    },
    openTasks: row,
    guide: toGuide(row, store.id, base),
    billing: can('billing') ? toOverview(row, store.plan) : null,
    sales: can('stats:read') ? await readRecentSales(sql, store, counts) : null,
  }
}
