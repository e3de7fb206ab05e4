import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import {
  aCategory,
  aDiscount,
  aPlacedOrder,
  aReview,
  aShippingOption,
  aStore,
  aWebhook,
} from '../../../test/factories.ts'
import { createLog } from '../../core/process/log.ts'
import { changeBilling } from '../billing/change.ts'
import { createSession } from '../sessions/session.ts'
import { inviteMember } from '../team/invite.ts'
import { purgeDeletedStores, tablesOfStore } from './purge.ts'
import { changeStore } from '../stores/update.ts'

const service = await startService()
const { sql } = service
const log = createLog('silent')

/** A store with something in every table. */
async function aFullStore() {
  const store = await aStore(service)
  await aWebhook(service, store)
  await aCategory(service, store)
  await aDiscount(service, store)
  await aShippingOption(service, store)
  const order = await aPlacedOrder(service, store)
  await service.put(`/api/v1/orders/${order.id}`, { key: store.key, body: { status: 'confirmed' } })
  await aReview(service, store, order.items[0]!.productId)
  await inviteMember(sql, store.id, { email: 'ana@ejemplo.test', role: 'STAFF' })
  await sql.begin((tx) => changeStore(tx, store.id, { slug: `${store.slug}-2` }))
  await sql.begin((tx) => changeBilling(tx, store.id, { plan: 'lifetime' }, { cause: 'operator' }))
  const { id: sessionId } = await createSession(sql, { accountId: store.ownerId, device: 'Chrome' })
  await sql`
    insert into push_subscriptions (store_id, id, account_id, session_id, endpoint, p256dh, auth, device)
    values (${store.id}, 'p', ${store.ownerId}, ${sessionId}, 'https://push.example/p', 'k', 'a', 'Chrome')`
  await sql`insert into billing_accounts (store_id, customer_id) values (${store.id}, ${store.id})`
  await sql`
    insert into catalog_events (store_id, id, type, session_id)
    select ${store.id}, 'e' || n, 'ADD_TO_CART', 's' from generate_series(1, 11000) as n`
  await sql`
    insert into connections (store_id, id) values (${store.id}, 'meta_pixel')`
  await sql`insert into themes (store_id, id) values (${store.id}, 'prueba')`
  await sql`insert into theme_versions (store_id, id, theme_id, settings) values (${store.id}, 'v', 'prueba', '{}')`
  return store
}

/** How many rows each table has of a store. */
async function rowsOf(storeId: string) {
  const tables = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.columns
    join information_schema.tables using (table_catalog, table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'store_id'
    order by table_name`
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) as count from ${sql(name)} where store_id = ${storeId}`
    counts.set(name, count)
  }
  return counts
}

async function deletedSince(storeId: string, days: number) {
  await sql`update stores set deleted_at = now() - make_interval(days => ${days}) where id = ${storeId}`
}

suite('a store deleted for more than 30 days', () => {
  test('has only tables that the purge includes', async () => {
    const { id } = await aStore(service)
    assert.deepEqual([...(await rowsOf(id)).keys()].toSorted(), tablesOfStore.toSorted())
  })

  test('is purged with all of its rows, and no others', async () => {
    const [old, young, alive] = [await aFullStore(), await aFullStore(), await aFullStore()]
    await deletedSince(old.id, 31)
    await deletedSince(young.id, 29)
    const others = [await rowsOf(young.id), await rowsOf(alive.id)]

    await Promise.all([purgeDeletedStores(sql, log), purgeDeletedStores(sql, log)])

    assert.deepEqual([...(await rowsOf(old.id))].filter(([, count]) => count > 0), []) // prettier-ignore
    assert.equal((await sql`select 1 from stores where id = ${old.id}`).length, 0)
    assert.equal((await sql`select 1 from accounts where id = ${old.ownerId}`).length, 1)
    assert.deepEqual([await rowsOf(young.id), await rowsOf(alive.id)], others)
    assert.equal((await service.get('/api/v1/orders', alive.key)).json.total, 1)
  })

  test('waits while it has a subscription that could still be charged', async () => {
    const store = await aFullStore()
    await deletedSince(store.id, 31)
    await sql`update billing_accounts set subscription_id = 'sub_1' where store_id = ${store.id}`
    assert.equal(await purgeDeletedStores(sql, log), false)
    assert.equal((await sql`select 1 from stores where id = ${store.id}`).length, 1)
    await sql`update billing_accounts set subscription_id = null where store_id = ${store.id}`
    assert.equal(await purgeDeletedStores(sql, log), false)
    assert.equal((await sql`select 1 from stores where id = ${store.id}`).length, 0)
  })

  test('that can not be purged is logged, and does not block others', async (t) => {
    const [stuck, next] = [await aFullStore(), await aFullStore()]
    await deletedSince(stuck.id, 40)
    await deletedSince(next.id, 31)
    await sql`create table visits (store_id text references stores)`
    await sql`insert into visits values (${stuck.id})`
    const errors = t.mock.method(log, 'error')

    assert.equal(await purgeDeletedStores(sql, log), false)
    assert.equal((await sql`select 1 from stores where id = ${next.id}`).length, 0)
    const about = errors.mock.calls.map(({ arguments: [about] }) => about as { store: string })
    assert.deepEqual(about.map(({ store }) => store), [stuck.id]) // prettier-ignore

    await sql`drop table visits`
    assert.equal(await purgeDeletedStores(sql, log), false)
    assert.equal((await sql`select 1 from stores where id = ${stuck.id}`).length, 1)
    await sql`update stores set purge_failed_at = now() - interval '61 minutes' where id = ${stuck.id}`
    assert.equal(await purgeDeletedStores(sql, log), false)
    assert.equal((await sql`select 1 from stores where id = ${stuck.id}`).length, 0)
  })
})
