import { connectStripe } from '../src/features/billing/stripe.ts'
import { startCheckout } from '../src/features/billing/checkout.ts'
import type { PaidPlan } from '../src/features/billing/prices.ts'
import type { Service } from './service.ts'
import { sign, type FakeStripe } from './stripe.ts'
import type { StripeEvent } from './stripe-objects.ts'
import { aStore } from './factories.ts'

/** Posts a signed event to the service, as Stripe does. */
export function postEvent(service: Service, event: object, how: Parameters<typeof sign>[1] = {}) {
  const body = JSON.stringify(event)
  return service.post('/api/billing/stripe', { body, headers: sign(body, how) })
}

/** A store of the free plan, with functions to pay for it at Stripe and to post Stripe's events. */
export async function aPayingStore(service: Service, stripe: FakeStripe) {
  const store = await aStore(service, { plan: 'free' })
  const { sql, app } = service
  const dependencies = { stripe: await connectStripe(app.config), panel: `${app.panelUrl}/panel` }

  const customer = async () => {
    const [account] = await sql<{ customerId: string }[]>`
      select customer_id from billing_accounts where store_id = ${store.id}`
    return account!.customerId
  }
  /** How many events were posted so far. */
  let posted = 0
  const newEvents = async () => {
    const mine = stripe.objects.events.slice(posted).filter((event) => isOf(event, store.id, customerId))
    posted = stripe.objects.events.length
    return mine
  }
  let customerId = ''
  const newest = (object: string) =>
    stripe.objects.all(object).find(({ customer }) => customer === customerId)!

  return {
    ...store,
    newest,
    newEvents,
    /** Opens a checkout session and pays it. */
    async buy(plan: PaidPlan) {
      await startCheckout(sql, dependencies, store.id, plan)
      customerId = await customer()
      stripe.objects.completeCheckout(newest('checkout.session').id)
    },
    /** Posts every event since the last call. */
    async postNewEvents() {
      for (const event of await newEvents()) await postEvent(service, event)
    },
    /** The status of an authenticated request, the plan and the state. */
    async billingStatus() {
      const [row] = await sql<[{ plan: string; billingState: string }]>`
        select plan, billing_state from stores where id = ${store.id}`
      const { status } = await service.get('/api/v1/store', store.key)
      return `${row.plan} ${row.billingState} ${status}`
    },
    async causes() {
      const rows = await sql<{ cause: string }[]>`
        select cause from billing_changes where store_id = ${store.id} order by created_at, id`
      return rows.map(({ cause }) => cause)
    },
    /** The mails that wait for the owner. */
    async mails() {
      const rows = await sql<{ event: string }[]>`
        select event from deliveries where store_id = ${store.id} and kind = 'mail' order by created_at, id`
      return rows.map(({ event }) => event)
    },
  }

  function isOf({ data: { object } }: StripeEvent, storeId: string, customerId: string): boolean {
    if (object.id === customerId || object['customer'] === customerId) return true
    if (object['charge']) return stripe.objects.find(object['charge'] as string)['customer'] === customerId
    return (object['metadata'] as { storeId?: string } | undefined)?.storeId === storeId
  }
}
