import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { aPayingStore } from '../../../test/billing.ts'
import { aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { startStripe } from '../../../test/stripe.ts'
import { createLog } from '../../core/process/log.ts'
import { markStoreDeleted } from '../stores/delete.ts'
import { connectStripe } from './stripe.ts'
import { endSubscriptionsOfDeleted } from './end-subscriptions.ts'

const stripe = await startStripe()
const service = await startService(stripe.env)
const { sql } = service
const log = createLog('silent')
const client = await connectStripe(service.app.config)

suite('the purge of billing', () => {
  test('ends the subscription of a store that was deleted, and no other', async () => {
    const [gone, stays] = [await aPayingStore(service, stripe), await aPayingStore(service, stripe)]
    for (const shop of [gone, stays]) {
      await shop.buy('pro')
      await shop.postNewEvents()
    }
    await sql.begin((tx) => markStoreDeleted(tx, gone.id))
    assert.equal(await endSubscriptionsOfDeleted(sql, log, client), false)
    assert.equal(gone.newest('subscription')['status'], 'canceled')
    assert.equal(stays.newest('subscription')['status'], 'active')
    const [account] = await sql`select subscription_id from billing_accounts where store_id = ${gone.id}`
    assert.equal(account!['subscriptionId'], null)
    assert.equal(await stays.billingStatus(), 'pro active 200')
  })

  test('is not blocked by a customer whose requests fail, or who no longer exists', async () => {
    const shops = [await aPayingStore(service, stripe), await aPayingStore(service, stripe)]
    for (const shop of shops) {
      await shop.buy('pro')
      await shop.postNewEvents()
      await sql.begin((tx) => markStoreDeleted(tx, shop.id))
    }
    await sql`update billing_accounts set updated_at = now() - interval '1 hour', customer_id = 'cus' where store_id = ${shops[0]!.id}`
    const trouble = {
      subscriptions: {
        list: (query: { customer: string }) =>
          query.customer === 'cus' ? Promise.reject(new Error('trouble')) : client.subscriptions.list(query),
        cancel: (id: string) => client.subscriptions.cancel(id),
      },
    }
    assert.equal(await endSubscriptionsOfDeleted(sql, log, trouble as never), false)
    assert.equal(shops[0]!.newest('subscription')['status'], 'active')
    assert.equal(shops[1]!.newest('subscription')['status'], 'canceled')
    stripe.failWith({ status: 404 })
    await endSubscriptionsOfDeleted(sql, log, client)
    stripe.failWith(null)
    const left =
      await sql`select from billing_accounts where customer_id = 'cus' and subscription_id is not null`
    assert.equal(left.length, 0)
  })

  test('deletes events after 90 days', async () => {
    const { id } = await aStore(service)
    await sql`
      insert into billing_events (store_id, id, type, received_at)
      values
        (${id}, 'evt_old', 'x', now() - interval '91 days'), (${id}, 'evt_young', 'x', now() - interval '89 days')`
    await runPurge(sql, 'old billing events')
    const left = await sql<
      { id: string }[]
    >`select id from billing_events where id like 'evt_%g' or id = 'evt_old'`
    assert.deepEqual(left.map(({ id }) => id), ['evt_young']) // prettier-ignore
  })
})
