import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { postEvent } from '../../../test/billing.ts'
import { startService } from '../../../test/service.ts'
import { startStripe } from '../../../test/stripe.ts'
import type { StripeEvent } from '../../../test/stripe-objects.ts'
import { aStore } from '../../../test/factories.ts'
import { openPortal } from './portal.ts'
import { connectStripe } from './stripe.ts'

const stripe = await startStripe()
const service = await startService(stripe.env)
const dependencies = {
  stripe: await connectStripe(service.app.config),
  panel: `${service.app.panelUrl}/panel`,
}
const { objects } = stripe

const acts = [
  'subscribe', 'renew', 'refuse', 'unpaid', 'cancel', 'uncollectible', 'pay', 'leave', 'lifetime', 'refund', 'partial',
  'dispute', 'inquiry', 'win', 'lose',
] as const // prettier-ignore
type Act = (typeof acts)[number]

type Paid = { charge: string; at: number; isForLifetime: boolean; lost: 'refunded' | 'disputed' | null }
type Debt = { at: number; kind: 'given_up' | 'refunded' | 'disputed'; charge: string | null }

/** What happens to one customer, and what the rules make of it, modelled as states instead of derived from objects. */
class CustomerModel {
  private readonly customer: string
  private subscription: string | null = null
  private status: 'none' | 'active' | 'past_due' | 'unpaid' | 'ended' | 'ended_unpaid' = 'none'
  private isOpen = false // the newest invoice
  private dispute: { id: string; charge: string } | null = null
  private readonly paid: Paid[] = []
  private readonly debts: Debt[] = []
  private at = 0

  constructor(customer: string) {
    this.customer = customer
  }

  /** Does what is possible now; the rest of a random history did not happen. */
  perform(act: Act) {
    this.at++
    const isLifetime = this.paid.some((payment) => payment.isForLifetime && !payment.lost)
    const isAlive = ['active', 'past_due', 'unpaid'].includes(this.status)
    const last = this.paid.at(-1)
    if (act === 'subscribe' && !isAlive && !isLifetime) this.subscribe()
    if (act === 'lifetime' && !isLifetime) this.buyLifetime(isAlive)
    if (act === 'renew' && this.status === 'active') this.received(objects.renew(this.subscription!, true).id)
    if (act === 'refuse' && this.status === 'active') this.refuse()
    if ((act === 'unpaid' || act === 'cancel' || act === 'uncollectible') && this.status === 'past_due')
      this.giveUp(act)
    if (act === 'pay' && this.isOpen) this.payInvoice()
    if (act === 'leave' && isAlive) this.leave()
    if (act === 'partial' && last && !last.lost) objects.refund(last.charge, 100)
    if (act === 'refund' && last && !last.lost) this.refund(last)
    if (act === 'inquiry' && last && !last.lost) objects.dispute(last.charge, 'warning_needs_response')
    if (act === 'dispute' && last && !last.lost && !this.dispute) this.openDispute(last)
    if ((act === 'win' || act === 'lose') && this.dispute) this.closeDispute(act)
  }

  get plan() {
    if (this.paid.some(({ isForLifetime, lost }) => isForLifetime && !lost)) return 'lifetime'
    return ['active', 'past_due', 'unpaid'].includes(this.status) ? 'pro' : 'free'
  }

  get state() {
    const isPast = (debt: Debt) => this.paid.some(({ at, lost }) => !lost && at > debt.at)
    const debts = this.debts.filter((debt) => !isPast(debt))
    if (debts.some(({ kind }) => kind === 'disputed')) return 'suspended'
    if (this.plan === 'lifetime') return 'active'
    return debts.length > 0 || this.status.endsWith('unpaid') ? 'suspended' : 'active'
  }

  private checkout(mode: 'subscription' | 'payment', price: string) {
    const { id } = objects.all('price').find((object) => object['lookup_key'] === price)!
    const page = objects.createCheckout({
      mode,
      customer: this.customer,
      line_items: { 0: { price: id } },
      payment_intent_data: { metadata: { plan: 'lifetime' } },
    })
    objects.completeCheckout(page.id)
    this.received(this.newest('charge').id, mode === 'payment')
  }

  private subscribe() {
    this.checkout('subscription', 'vitrina_pro')
    Object.assign(this, { subscription: this.newest('subscription').id, status: 'active', isOpen: false })
  }

  private buyLifetime(isAlive: boolean) {
    this.checkout('payment', 'vitrina_lifetime')
    if (isAlive) this.leave()
  }

  private received(charge: string, isForLifetime = false) {
    this.paid.push({ charge, at: this.at, isForLifetime, lost: null })
  }

  private refuse() {
    objects.renew(this.subscription!, false)
    Object.assign(this, { status: 'past_due', isOpen: true })
  }

  private giveUp(how: 'unpaid' | 'cancel' | 'uncollectible') {
    objects.exhaustRetries(this.subscription!, how)
    if (how === 'uncollectible') this.debts.push({ at: this.at, kind: 'given_up', charge: null })
    else this.status = how === 'cancel' ? 'ended_unpaid' : 'unpaid'
  }

  private payInvoice() {
    this.received(objects.payInvoice(this.newest('invoice').id).id)
    this.isOpen = false
    this.drop((debt) => debt.kind === 'given_up')
    this.status = this.status.startsWith('ended') ? 'ended' : 'active'
  }

  private leave() {
    objects.cancelSubscription(this.subscription!, 'cancellation_requested')
    this.status = 'ended'
  }

  private refund(payment: Paid) {
    objects.refund(payment.charge)
    payment.lost = 'refunded'
    this.debts.push({ at: this.at, kind: 'refunded', charge: payment.charge })
  }

  private openDispute(payment: Paid) {
    this.dispute = { id: objects.dispute(payment.charge, 'needs_response').id, charge: payment.charge }
    payment.lost = 'disputed'
    this.debts.push({ at: this.at, kind: 'disputed', charge: payment.charge })
  }

  private closeDispute(how: 'win' | 'lose') {
    const { id, charge } = this.dispute!
    objects.closeDispute(id, how === 'win' ? 'won' : 'lost')
    this.dispute = null
    if (how === 'lose') return
    this.paid.find((payment) => payment.charge === charge)!.lost = null
    this.drop((debt) => debt.kind === 'disputed' && debt.charge === charge)
  }

  private drop(isDropped: (debt: Debt) => boolean) {
    for (const debt of this.debts.filter(isDropped)) this.debts.splice(this.debts.indexOf(debt), 1)
  }

  private newest(object: string) {
    return objects.all(object).find(({ customer }) => customer === this.customer)!
  }
}

async function aCustomer() {
  const store = await aStore(service, { plan: 'free' })
  await openPortal(service.sql, dependencies, store.id)
  return { ...store, customer: objects.all('customer')[0]!.id }
}

const standingOf = async (id: string) => {
  const [row] = await service.sql<[{ plan: string; billingState: string }]>`
    select plan, billing_state from stores where id = ${id}`
  return { plan: row.plan, state: row.billingState }
}

async function sendEvents(events: StripeEvent[]) {
  const responses = await Promise.all(events.map((event) => postEvent(service, event)))
  assert.deepEqual(responses.filter(({ status }) => status !== 200), []) // prettier-ignore
}

suite('the state of a store', () => {
  test('is derived from the objects, whatever the order, repetition and concurrency of their events', async () => {
    const seen = new Set<string>()
    const history = fc.array(fc.constantFrom(...acts), { minLength: 1, maxLength: 14 })
    const order = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
    await fc.assert(
      fc.asyncProperty(history, order, async (runRecorded, random) => {
        const draw = () => random.next().value as number
        const { id, customer } = await aCustomer()
        const model = new CustomerModel(customer)
        const from = objects.events.length
        const newEvents = () => objects.events.slice(from)
        for (const act of runRecorded) {
          model.perform(act)
          // Some hear of it at once, some much later.
          if (draw() < 0.2) await sendEvents(newEvents().filter(() => draw() < 0.3))
        }
        const drawn = [...newEvents(), ...newEvents()].map((event) => ({ event, at: draw() }))
        const shuffled = drawn.toSorted((a, b) => a.at - b.at)
        const events = shuffled.map(({ event }) => event)
        for (let n = 0; n < events.length; n += 8) await sendEvents(events.slice(n, n + 8))
        const standing = await standingOf(id)
        assert.deepEqual(standing, {
          plan: model.plan,
          state: newEvents().length > 0 ? model.state : 'active',
        })
        seen.add(`${standing.plan} ${standing.state}`)
      }),
      { numRuns: 60 },
    )
    // The histories reached more than the beginning.
    assert.ok(seen.size >= 4, [...seen].join(', '))
  })
})
