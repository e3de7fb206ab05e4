import { randomBytes } from 'node:crypto'

export type Fields = { [name: string]: string | Fields }
export type StripeObject = { id: string; object: string; created: number; [name: string]: unknown }
export type StripeEvent = {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: StripeObject }
  [name: string]: unknown
}

const DAY = 86_400
const prefixes: Record<string, string> = {
  customer: 'cus', subscription: 'sub', invoice: 'in', payment_intent: 'pi', charge: 'ch', refund: 're',
  dispute: 'dp', price: 'price', 'checkout.session': 'cs_test', 'billing_portal.session': 'bps', event: 'evt',
} // prettier-ignore

/** An error as Stripe answers it. https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly reply: { status: number; body: object }

  constructor(status: number, type: string, message: string, more: object = {}) {
    super(message)
    this.reply = { status, body: { error: { type, message, ...more } } }
  }
}

/** The objects of a Stripe account, and actions that change them and emit events. The clock advances an hour per action. */
export class StripeObjects {
  /** The events so far, each with its object as it was then. */
  readonly events: StripeEvent[] = []
  private readonly stored = new Map<string, StripeObject>()
  private now = Math.floor(Date.now() / 1000) - 7_000 * DAY

  constructor() {
    this.create('price', {
      lookup_key: 'vitrina_pro',
      active: true,
      unit_amount: 900,
      currency: 'usd',
      recurring: { interval: 'month', interval_count: 1 },
    })
    this.create('price', {
      lookup_key: 'vitrina_lifetime',
      active: true,
      unit_amount: 19_900,
      currency: 'usd',
      recurring: null,
    })
  }

  all(object: string): StripeObject[] {
    return [...this.stored.values()].filter((stored) => stored.object === object).toReversed()
  }

  find(id: string): StripeObject {
    const found = this.stored.get(id)
    if (found) return found
    throw new StripeError(404, 'invalid_request_error', `No such object: '${id}'`, {
      code: 'resource_missing',
    })
  }

  createCustomer({ email, metadata = {} }: Fields) {
    return this.emit('customer.created', this.create('customer', { email, metadata, delinquent: false }))
  }

  deleteCustomer(id: string) {
    this.advanceClock()
    for (const { id: subscription, customer, status } of this.all('subscription')) {
      if (customer === id && status !== 'canceled')
        this.cancelSubscription(subscription, 'cancellation_requested')
    }
    return this.emit('customer.deleted', Object.assign(this.find(id), { deleted: true }))
  }

  private activeCustomer(id: string): StripeObject {
    const customer = this.find(id)
    if (!customer['deleted']) return customer
    throw new StripeError(400, 'invalid_request_error', `No such customer: '${id}'`, {
      code: 'resource_missing',
    })
  }

  createCheckout({ mode, customer, line_items: lines, metadata = {}, ...rest }: Fields) {
    const price = this.find(((lines as Fields)['0'] as Fields)['price'] as string)
    const isSubscription = mode === 'subscription'
    if (isSubscription !== (price['recurring'] !== null)) {
      throw new StripeError(400, 'invalid_request_error', `The price does not fit the mode`)
    }
    this.activeCustomer(customer as string)
    const details = (rest[isSubscription ? 'subscription_data' : 'payment_intent_data'] ?? {}) as Fields
    const page = this.create('checkout.session', {
      mode, customer, metadata, status: 'open', payment_status: 'unpaid', success_url: rest['success_url'],
      client_reference_id: rest['client_reference_id'], amount_total: price['unit_amount'],
      given: details['metadata'] ?? {},
    }) // prettier-ignore
    return Object.assign(page, { url: `https://checkout.stripe.com/c/pay/${page.id}` })
  }

  expireCheckout(id: string) {
    const page = this.find(id)
    if (page['status'] !== 'open') {
      throw new StripeError(400, 'invalid_request_error', 'Only open Checkout Sessions can be expired')
    }
    return this.emit('checkout.session.expired', Object.assign(page, { status: 'expired', url: null }))
  }

  createPortal({ customer, return_url: returnUrl }: Fields) {
    this.activeCustomer(customer as string)
    const session = this.create('billing_portal.session', { customer, return_url: returnUrl })
    return Object.assign(session, { url: `https://billing.stripe.com/p/session/${session.id}` })
  }

  /** Somebody pays on the page. */
  completeCheckout(id: string) {
    this.advanceClock()
    const page = this.find(id)
    const [customer, metadata] = [page['customer'] as string, page['given'] as object]
    if (page['mode'] === 'subscription') this.startSubscription(customer, metadata)
    else this.pay(customer, page['amount_total'] as number, metadata)
    Object.assign(page, { status: 'complete', payment_status: 'paid', url: null })
    return this.emit('checkout.session.completed', page)
  }

  private startSubscription(customer: string, metadata: object) {
    const subscription = this.create('subscription', {
      customer, metadata, status: 'active', cancellation_details: { reason: null }, latest_invoice: null,
    }) // prettier-ignore
    this.emit('customer.subscription.created', subscription)
    this.createInvoice(subscription)
    this.payInvoice(subscription['latest_invoice'] as string)
    return subscription
  }

  private createInvoice(subscription: StripeObject) {
    const invoice = this.create('invoice', {
      customer: subscription['customer'], status: 'open', amount_due: 900, amount_paid: 0, currency: 'usd',
      number: `VIT-${this.all('invoice').length + 1}`, hosted_invoice_url: 'https://invoice.stripe.com/i/prueba',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      subscription: subscription.id, status_transitions: { marked_uncollectible_at: null },
    }) // prettier-ignore
    subscription['latest_invoice'] = invoice.id
    this.emit('invoice.finalized', invoice)
    return invoice
  }

  /** Renews a subscription after a month: its invoice is paid, or the card is declined. */
  renew(id: string, isPaid: boolean) {
    this.advanceClock(30 * DAY)
    const subscription = this.find(id)
    const invoice = this.createInvoice(subscription)
    if (isPaid) return this.payInvoice(invoice.id)
    this.emit('invoice.payment_failed', invoice)
    return this.emit('customer.subscription.updated', Object.assign(subscription, { status: 'past_due' }))
  }

  /** The last retry of a payment fails; the account's setting decides what follows. */
  exhaustRetries(id: string, setting: 'unpaid' | 'cancel' | 'uncollectible') {
    this.advanceClock(14 * DAY)
    const subscription = this.find(id)
    this.emit('invoice.payment_failed', this.find(subscription['latest_invoice'] as string))
    if (setting === 'cancel') return this.cancelSubscription(id, 'payment_failed')
    if (setting === 'unpaid') {
      return this.emit('customer.subscription.updated', Object.assign(subscription, { status: 'unpaid' }))
    }
    const invoice = this.find(subscription['latest_invoice'] as string)
    Object.assign(invoice, {
      status: 'uncollectible',
      status_transitions: { marked_uncollectible_at: this.now },
    })
    return this.emit('invoice.marked_uncollectible', invoice)
  }

  payInvoice(id: string) {
    this.advanceClock()
    const invoice = this.find(id)
    const charge = this.pay(invoice['customer'] as string, invoice['amount_due'] as number, {})
    Object.assign(invoice, { status: 'paid', amount_paid: invoice['amount_due'] })
    this.emit('invoice.paid', invoice)
    const subscription = this.find(invoice['subscription'] as string)
    if (['past_due', 'unpaid'].includes(subscription['status'] as string)) {
      this.emit('customer.subscription.updated', Object.assign(subscription, { status: 'active' }))
    }
    return charge
  }

  /** The owner cancels it in the portal: it ends with the paid period. */
  endSubscription(id: string) {
    this.advanceClock()
    const ending = { cancel_at_period_end: true, cancel_at: this.now + 30 * DAY }
    return this.emit('customer.subscription.updated', Object.assign(this.find(id), ending))
  }

  cancelSubscription(id: string, reason: 'cancellation_requested' | 'payment_failed') {
    this.advanceClock()
    const subscription = this.find(id)
    if (subscription['status'] === 'canceled') {
      throw new StripeError(404, 'invalid_request_error', `No such subscription: '${id}'`, {
        code: 'resource_missing',
      })
    }
    Object.assign(subscription, { status: 'canceled', cancellation_details: { reason } })
    return this.emit('customer.subscription.deleted', subscription)
  }

  private pay(customer: string, amount: number, metadata: object) {
    const intent = this.create('payment_intent', { customer, amount, metadata, status: 'succeeded' })
    const charge = this.create('charge', {
      customer, amount, metadata, amount_refunded: 0, refunded: false, disputed: false, paid: true,
      status: 'succeeded', payment_intent: intent.id,
    }) // prettier-ignore
    intent['latest_charge'] = charge.id
    this.emit('charge.succeeded', charge)
    this.emit('payment_intent.succeeded', intent)
    return charge
  }

  refund(chargeId: string, amount?: number) {
    this.advanceClock()
    const charge = this.find(chargeId)
    const rest = (charge['amount'] as number) - (charge['amount_refunded'] as number)
    const refund = this.create('refund', {
      charge: chargeId, payment_intent: charge['payment_intent'], amount: amount ?? rest, status: 'succeeded',
    }) // prettier-ignore
    charge['amount_refunded'] = (charge['amount_refunded'] as number) + (amount ?? rest)
    charge['refunded'] = charge['amount_refunded'] === charge['amount']
    this.emit('refund.created', refund)
    return this.emit('charge.refunded', charge)
  }

  dispute(chargeId: string, status: 'needs_response' | 'warning_needs_response') {
    this.advanceClock()
    const charge = Object.assign(this.find(chargeId), { disputed: true })
    return this.emit(
      'charge.dispute.created',
      this.create('dispute', { charge: charge.id, payment_intent: charge['payment_intent'], status }),
    )
  }

  closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed') {
    this.advanceClock()
    return this.emit('charge.dispute.closed', Object.assign(this.find(id), { status }))
  }

  private advanceClock(seconds = 3600) {
    this.now += seconds
  }

  private create(object: string, fields: object): StripeObject {
    const id = `${prefixes[object]}_${randomBytes(9).toString('hex')}`
    const made = { id, object, created: this.now, livemode: false, ...fields }
    this.stored.set(id, made)
    return made
  }

  private emit(type: string, object: StripeObject): StripeObject {
    this.events.push({
      id: `evt_${randomBytes(9).toString('hex')}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      created: this.now,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: structuredClone(object) },
    })
    return object
  }
}
