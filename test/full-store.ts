import assert from 'node:assert/strict'
import { newId } from '../src/core/values/id.ts'
import {
  aCategory,
  aDiscount,
  aMethod,
  aModifierGroup,
  anImport,
  aPlacedOrder,
  aProduct,
  aReview,
  aShippingOption,
  aWebhook,
} from './factories.ts'
import { aGrant } from './grants.ts'
import type { Service } from './service.ts'

/** A marker in every text of a store that nobody else may read. */
const SECRET = 'Confidencial'

export type Ids = Awaited<ReturnType<typeof fillStore>>

/** Inserts rows into every table of a store, with `word` in each text. @returns their ids */
export async function fillStore(service: Service, store: { id: string; key: string }, word = SECRET) {
  const { sql } = service
  const category = await aCategory(service, store, { name: `${word} categoría` })
  const group = await aModifierGroup(service, store, { name: `${word} extras` })
  const product = await aProduct(service, store, {
    name: `${word} café`,
    categoryId: category.id,
    modifierGroupIds: [group.id],
  })
  const discount = await aDiscount(service, store, {})
  const shipping = await aShippingOption(service, store, { name: `${word} envío` })
  const method = await aMethod(service, store, { name: `${word} pago` })
  const order = await aPlacedOrder(service, store, { name: `${word} cliente`, notes: `${word} notas` })
  const review = await aReview(service, store, product.id, { text: `${word} reseña` })
  const webhook = await aWebhook(service, store)
  const { id: delivery } = await oneRow(
    sql`insert into deliveries (store_id, id, kind, recipient, event, payload_id)
      values (${store.id}, ${newId()}, 'webhook', ${webhook.id}, 'order.created', '') returning id`,
  )
  const { id: customer } = await oneRow(sql`select id from customers where store_id = ${store.id} limit 1`)
  await sql`insert into connections (store_id, id, settings) values (${store.id}, 'whatsapp', '{"a": 1}')`
  const { id: invitation } = await oneRow(sql`
    insert into invitations (store_id, id, email, role, token_hash, expires_at)
    values (${store.id}, ${newId()}, 'nadie@ejemplo.test', 'STAFF', ${Buffer.from(store.id)}, now() + interval '7 days')
    returning id`)
  const { accountId } = (
    await sql<{ accountId: string }[]>`
    select account_id from members where store_id = ${store.id} limit 1`
  )[0]!
  await aGrant(service, { storeId: store.id, accountId })
  const { id: key } = await oneRow(sql`select id from api_keys where store_id = ${store.id} limit 1`)
  const { id: anImportId } = await anImport(service, store, word)
  const variant = product.variants[0]!.id
  return {
    category: category.id,
    group: group.id,
    choice: group.choices[0]!.id,
    product: product.id,
    variant,
    discount: discount.id,
    shipping: shipping.id,
    method: method.id,
    order: order.id,
    review,
    webhook: webhook.id,
    delivery,
    customer,
    invitation,
    key,
    import: anImportId,
    store: store.id,
  }
}

async function oneRow(query: PromiseLike<readonly unknown[]>): Promise<{ id: string }> {
  const [row] = await query
  return row as { id: string }
}

/** Whether a text contains data of the store with these ids. */
export const containsDataOf = (ids: Ids, text: string) =>
  text.includes(SECRET) || Object.values(ids).some((id) => text.includes(id))

/** Asserts that `work` changes nothing in a store. */
export async function unchangedIn({ sql }: Service, storeId: string, work: () => Promise<void>) {
  const before = await rowsOf(sql, storeId)
  await work()
  assert.deepEqual(await rowsOf(sql, storeId), before)
}

/** Every row of a store, table by table, without `last_used_at` of its keys, which is written late. */
async function rowsOf(sql: Service['sql'], storeId: string): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.columns
    where table_schema = 'public' and column_name = 'store_id'
    order by 1`
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await sql<{ row: string }[]>`
      select (to_jsonb(t) - 'last_used_at')::text as row from ${sql(name)} t where store_id = ${storeId} order by 1`
    rows[name] = found.map(({ row }) => row)
  }
  const [store] = await sql<
    [{ row: string }]
  >`select to_jsonb(stores)::text as row from stores where id = ${storeId}`
  const filled = Object.values(rows).filter((found) => found.length > 0)
  assert.ok(filled.length >= 12, 'there are rows to change')
  return { ...rows, stores: [store.row] }
}
