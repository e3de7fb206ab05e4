import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPayingStore } from '../../test/billing.ts'
import { startService } from '../../test/service.ts'
import { startStripe } from '../../test/stripe.ts'
import { deleteStore } from '../stores/delete.ts'
import { connectStripe } from './stripe.ts'
import { endSubscriptionsOfDeleted, forgetOldEvents } from './tidy.ts'

const stripe = await startStripe()
const service = await startService(stripe.env)
const { sql } = service
const client = connectStripe(service.app.config)

suite('tidying up billing', () => {
  test('ends the subscription of a store that was deleted, and no other', async () => {
    const [gone, stays] = [await aPayingStore(service, stripe), await aPayingStore(service, stripe)]
    for (const shop of [gone, stays]) {
      await shop.buy('pro')
      await shop.hear()
    }
    await deleteStore(sql, gone.id)
    assert.equal(await endSubscriptionsOfDeleted(sql, client), false)
    assert.equal(gone.newest('subscription')['status'], 'canceled')
    assert.equal(stays.newest('subscription')['status'], 'active')
    const [account] = await sql`select subscription_id from billing_accounts where store_id = ${gone.id}`
    assert.equal(account!['subscriptionId'], null)
    assert.equal(await stays.standing(), 'pro active 200')
  })

  test('forgets events after 90 days', async () => {
    await sql`
      insert into billing_events (id, type, received_at)
      values ('evt_old', 'x', now() - interval '91 days'), ('evt_young', 'x', now() - interval '89 days')`
    await forgetOldEvents(sql)
    const left = await sql<
      { id: string }[]
    >`select id from billing_events where id like 'evt_%g' or id = 'evt_old'`
    assert.deepEqual(left.map(({ id }) => id), ['evt_young']) // prettier-ignore
  })
})
