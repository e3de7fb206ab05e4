import type { Sql, Tx } from '../../core/database/db.ts'
import { count } from '../../core/metrics/metrics.ts'
import { field } from './callback-fields.ts'

export type Price = { category: string; isBillable: boolean; month: string }

/** Meta's categories, of which new ones are counted as `other` in the metrics. */
const CATEGORIES = new Set([
  'authentication',
  'authentication_international',
  'marketing',
  'marketing_lite',
  'referral_conversion',
  'service',
  'utility',
])

/** Null where a status has no price, or one that is not understood. */
export function readPrice(status: unknown): Price | null {
  const pricing = field(status, 'pricing')
  const [category, seconds] = [field(pricing, 'category'), Number(field(status, 'timestamp'))]
  const isBillable = billableOf(pricing)
  if (typeof category !== 'string' || !/^[a-z_]{1,50}$/.test(category) || isBillable === null) return null
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > MAX_SECONDS) return null
  return { category, isBillable, month: monthOf(new Date(seconds * 1000)) }
}

/** 2200 */
const MAX_SECONDS = 7_258_118_400

/** The type says it where `billable` is missing, as later versions of the API will have it. */
function billableOf(pricing: unknown): boolean | null {
  const [isBillable, type] = [field(pricing, 'billable'), field(pricing, 'type')]
  if (typeof isBillable === 'boolean') return isBillable
  if (type === 'regular') return true
  return type === 'free_customer_service' || type === 'free_entry_point' ? false : null
}

/** The calendar month, UTC: `2026-11`. */
export const monthOf = (instant: Date): string => instant.toISOString().slice(0, 7)

const TAG = 'store:'

/** What is sent along with a message that is no delivery: the callbacks about it say whose it is. */
export const storeTag = (storeId: string): string => TAG + storeId

type Priced = { messageId: string; correlation: string; price: Price | null }
type Counted = Price & { messageId: string; correlation: string }

/** Counts the price of each message, once, however many of its statuses say it. @returns those that were not counted before */
export async function countPrices(tx: Tx, statuses: Priced[]): Promise<Counted[]> {
  const priced = new Map(
    statuses.flatMap(({ price, ...message }) =>
      price ? [[message.messageId, { ...message, ...price }]] : [],
    ),
  )
  if (priced.size === 0) return []
  const fresh = await tx<{ messageId: string }[]>`
    insert into whatsapp_priced (message_id)
    select message_id from unnest(${[...priced.keys()]}::text[]) as message_id order by message_id
    on conflict (message_id) do nothing
    returning message_id`
  const counted = fresh.map(({ messageId }) => priced.get(messageId)!)
  if (counted.length === 0) return []
  const stores = await storesOf(tx, counted)
  const rows = counted.map(({ messageId, month, category, isBillable }) => ({
    month, store: stores.get(messageId) ?? '', category, billable: isBillable,
  })) // prettier-ignore
  await tx`
    insert into whatsapp_costs (month, store, category, billable, free)
    select month, store, category, count(*) filter (where billable), count(*) filter (where not billable)
    from jsonb_to_recordset(${tx.json(rows)}) as rows (month text, store text, category text, billable boolean)
    group by month, store, category
    order by month, store, category
    on conflict (month, store, category) do update
    set billable = whatsapp_costs.billable + excluded.billable, free = whatsapp_costs.free + excluded.free`
  return counted
}

/** The store of each message, by what was sent along or the delivery. Replies to people without a store have none. */
async function storesOf(tx: Tx, messages: Counted[]): Promise<Map<string, string>> {
  const [ids, batches] = [
    messages.map(({ messageId }) => messageId),
    messages.map(({ correlation }) => correlation),
  ]
  const deliveries = await tx<{ messageId: string | null; batchId: string | null; storeId: string }[]>`
    select distinct message_id, batch_id, store_id
    from deliveries
    where message_id = any(${ids}) or batch_id = any(${batches.filter(Boolean)})`
  const byKey = new Map(
    deliveries.flatMap(({ messageId, batchId, storeId }) => [
      [messageId, storeId] as const,
      [batchId, storeId] as const,
    ]),
  )
  const found = new Map(
    messages.flatMap(({ messageId, correlation }) => {
      const own = correlation.startsWith(TAG) ? correlation.slice(TAG.length) : undefined
      const storeId = own ?? byKey.get(messageId) ?? byKey.get(correlation)
      return storeId === undefined ? [] : [[messageId, storeId] as const]
    }),
  )
  const known = await tx<
    { id: string }[]
  >`select id from stores where id = any(${[...found.values()]}::text[])`
  const stores = new Set(known.map(({ id }) => id))
  return new Map([...found].filter(([, storeId]) => stores.has(storeId)))
}

export function reportPrices(counted: Price[]): void {
  for (const { category, isBillable } of counted)
    count('priced', {
      category: CATEGORIES.has(category) ? category : 'other',
      billable: String(isBillable),
    })
}

export const listCosts = (sql: Sql, month: string) => sql<
  { store: string | null; category: string; billable: number; free: number }[]
>`
  select
    coalesce((select slug from stores where id = store), nullif(store, '')) as store, category, billable, free
  from whatsapp_costs
  where month = ${month}
  order by store nulls last, category`

export async function countMessages(sql: Sql, storeId: string): Promise<number> {
  const [{ messages }] = await sql<[{ messages: number }]>`
    select coalesce(sum(billable + free), 0)::int as messages
    from whatsapp_costs
    where month = ${monthOf(new Date())} and store = ${storeId}`
  return messages
}
