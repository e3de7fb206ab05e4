import { transaction, type Db, type Sql, type Tx } from '../../core/database/db.ts'
import { hitCounter, type HitCounter } from '../../core/limits/rate-limit.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { countRestockNotices } from '../whatsapp/limits.ts'
import { findWanted, isAvailable } from './wanted.ts'

/** Seconds that a variant has to be back: a typing mistake that is undone, or an item that is bought again at once, tells nobody. */
const SETTLING = 120
/** People who are told at once: never more than there are items, so that one item doesn't call a hundred of them. */
const MAX_AT_ONCE = 100
const MAX_VARIANTS = 200

/**
 * Enqueues the notices about variants that are back, the longest waiting first and as many as there are items. While it is not sold
 * out again, the next ones follow. Looks at what can be ordered in stores whose catalog has changed, an order of which gave its stock
 * back, or somebody of which began to wait (db/functions/restock.sql), so every way in which a variant comes back counts.
 * @returns whether there are more
 */
export async function enqueueRestockNotices(sql: Db): Promise<boolean> {
  const hits = hitCounter(sql)
  const due = await listDue(sql)
  for (const { count, ...variant } of due) await enqueueDue(sql, hits, variant, count)
  await transaction(sql, async (tx) => {
    const storeIds = await takeLooks(tx)
    for (const { wave, ...variant } of await listReturned(tx, storeIds)) await schedule(tx, variant, wave)
    await lookAgain(tx, storeIds)
  })
  return due.length === MAX_VARIANTS
}

type VariantKey = { storeId: string; variantId: string }

const listDue = (sql: Sql) => sql<(VariantKey & { count: number })[]>`
  select store_id, variant_id, count(*) as count
  from restock_requests
  where due_at <= statement_timestamp()
  group by store_id, variant_id
  order by min(due_at), store_id, variant_id
  limit ${MAX_VARIANTS}`

const isDueOf = (sql: Sql, { storeId, variantId }: VariantKey) => sql`
  store_id = ${storeId} and variant_id = ${variantId} and due_at <= statement_timestamp()`

/** What is sold out again goes on waiting. Whoever is past what the store may send in a day waits until more may be sent. */
async function enqueueDue(sql: Db, hits: HitCounter, variant: VariantKey, count: number): Promise<void> {
  const wanted = await findWanted(sql, variant)
  if (!wanted?.isAvailable) {
    await sql`update restock_requests set due_at = null where ${isDueOf(sql, variant)}`
    return
  }
  const { allowed, resetIn } = await countRestockNotices(sql, hits, variant.storeId, count)
  await transaction(sql, async (tx) => {
    if (allowed > 0) await enqueueSome(tx, variant, allowed)
    if (allowed === count) return
    await tx`
      update restock_requests
      set due_at = statement_timestamp() + make_interval(secs => ${resetIn})
      where ${isDueOf(tx, variant)}`
  })
}

/** In one transaction with the end of the request: whoever waits is told once, however many workers run this. */
async function enqueueSome(tx: Tx, variant: VariantKey, max: number): Promise<void> {
  const { storeId, variantId } = variant
  const requests = await tx<{ phone: string; createdAt: string }[]>`
    delete from restock_requests
    where ${isDueOf(tx, variant)}
    and phone in (
      select phone from restock_requests where ${isDueOf(tx, variant)} order by created_at, phone limit ${max}
    )
    returning phone, created_at`
  await enqueue(
    tx,
    requests.map(({ phone, createdAt }) => ({
      storeId,
      event: 'product.restocked',
      subjectId: variantId,
      payload: { waitsSince: createdAt },
      to: [{ kind: 'restock', recipient: phone }],
    })),
  )
}

/** Has the next run look at a store. */
export const look = async (tx: Tx, storeId: string) => void (await tx`select look_for_restock(${storeId})`)

/** In the transaction that looks, whose later statements see what was committed before these. */
async function takeLooks(tx: Tx): Promise<string[]> {
  const looks = await tx<{ storeId: string }[]>`delete from restock_looks returning store_id`
  return [...new Set(looks.map(({ storeId }) => storeId))]
}

/** Where somebody is about to be told: those who wait behind them are next, or go on waiting if it is sold out again. */
async function lookAgain(tx: Tx, storeIds: string[]): Promise<void> {
  const stores = await tx<{ storeId: string }[]>`
    select distinct store_id from restock_requests where due_at is not null and store_id = any(${storeIds})`
  for (const { storeId } of stores) await look(tx, storeId)
}

/** Variants of these stores that are back, of whom nobody is about to be told, where the store is open. */
async function listReturned(sql: Sql, storeIds: string[]) {
  const returned = await sql<(VariantKey & { wave: number })[]>`
    select waited.store_id, waited.variant_id, least(coalesce(stock, ${MAX_AT_ONCE}), ${MAX_AT_ONCE})::int as wave
    from (
      select store_id, variant_id
      from restock_requests
      where store_id = any(${storeIds})
      group by store_id, variant_id
      having count(due_at) = 0
    ) as waited
    join variants on variants.store_id = waited.store_id and variants.id = waited.variant_id
    join products on products.store_id = waited.store_id and products.id = product_id
    where ${isAvailable(sql)}`
  const ids = [...new Set(returned.map(({ storeId }) => storeId))]
  const stores = await sql<{ id: string }[]>`
    select id from stores where id = any(${ids}::text[]) and deleted_at is null and billing_state = 'active'`
  const open = new Set(stores.map(({ id }) => id))
  return returned.filter(({ storeId }) => open.has(storeId))
}

async function schedule(tx: Tx, { storeId, variantId }: VariantKey, wave: number): Promise<void> {
  await tx`
    update restock_requests
    set due_at = statement_timestamp() + make_interval(secs => ${SETTLING})
    where store_id = ${storeId} and variant_id = ${variantId} and phone in (
      select phone
      from restock_requests
      where store_id = ${storeId} and variant_id = ${variantId}
      order by created_at, phone
      limit ${wave}
    )`
}
