import type { Config } from '../../../core/config/config.ts'
import { transaction, type Db, type Tx } from '../../../core/database/db.ts'
import type { Loop } from '../../../core/jobs/loop.ts'
import type { Log } from '../../../core/process/log.ts'
import type { Delivery } from '../../../core/outbox/delivery.ts'
import { startDeliveryLoop, type Recorder } from '../../../core/outbox/delivery-loop.ts'
import { claim, finish } from '../../../core/outbox/outbox.ts'
import { retryOrFail } from '../../../core/outbox/retry.ts'
import type { Provider } from '../../orders/payment.ts'
import { recordProviderPayment } from '../../orders/record-payment.ts'
import { findAccount, withAccount } from './account.ts'
import { enqueueCheck, type Check } from './enqueue-check.ts'
import { outcomeOf, type OrderToPay } from './payment-outcome.ts'
import { listSecondPayments, recordProblem, resolveProblemsOf } from './problem.ts'
import { ProviderError, type ProviderPayment } from './provider.ts'
import type { Providers } from './providers.ts'

type Options = { sql: Db; log: Log; config: Config; providers: Providers; leaseSeconds?: number | undefined }

const MAX_CONCURRENT = 20

export function startPaymentChecks({ sql, log, config, providers, leaseSeconds }: Options): Loop {
  return startDeliveryLoop({
    name: 'payments',
    sql,
    kind: 'payment',
    log,
    max: MAX_CONCURRENT,
    leaseSeconds,
    // One at a time for each payment, so that an older state is never applied after a newer one.
    claim: (max, id) => claim(sql, { id, kind: 'payment', max, perRecipient: 1, leaseSeconds }),
    deliveriesOf: (delivery) => [delivery],
    deliver: (delivery, _signal, record) => checkPayment({ sql, config, providers }, delivery, record),
    close: () => {},
  })
}

type Dependencies = Pick<Options, 'sql' | 'config' | 'providers'>

async function checkPayment(dependencies: Dependencies, delivery: Delivery, record: Recorder) {
  const { sql } = dependencies
  try {
    const write = await askProvider(dependencies, delivery)
    await record(() =>
      transaction(sql, async (tx) => {
        await write(tx)
        await finish(tx, [delivery], {})
      }),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const outcome = { reason: error.message }
    await record(() =>
      transaction(sql, (tx) => retryOrFail(tx, [delivery], outcome, { retryAfter: error.retryAfter })),
    )
  }
}

/** Makes the call. @returns what to write of its result @throws ProviderError */
async function askProvider({ sql, config, providers }: Dependencies, { storeId, payload }: Delivery) {
  const check = payload as Check
  const { provider } = check
  const of = { storeId, id: provider }
  if ('orderId' in check) {
    const found = await withAccount(sql, providers, of, (one, account) => one.findPayments(account, check))
    return async (tx: Tx) => {
      for (const paymentId of found) await enqueueCheck(tx, { storeId, provider, paymentId })
    }
  }
  const payment = await withAccount(sql, providers, of, (one, account) =>
    one.readPayment(account, check.paymentId),
  ).catch(nullIfMissing)
  return async (tx: Tx) => {
    if (payment) await applyPayment(tx, config, { storeId, provider }, payment)
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ProviderError && error.why === 'missing') return null
  throw error
}

type Of = { storeId: string; provider: Provider }

async function applyPayment(tx: Tx, config: Config, { storeId, provider }: Of, payment: ProviderPayment) {
  const account = await findAccount(tx, storeId, provider)
  if (!account) return
  const order = await lockedOrder(tx, storeId, payment.reference)
  if (!order && (await isOfAnotherStore(tx, storeId, account, payment.reference))) return
  const { move, problem } = outcomeOf(payment, order, { provider, accountId: account.accountId })
  if (move) {
    const { id: reference, paidAt } = payment
    const proof = { storeId, orderId: order!.id, state: move, by: provider, reference, paidAt }
    await recordProviderPayment(tx, config, proof)
  }
  if (move || payment.state === 'refunded') await resolveProblemsOf(tx, storeId, provider, payment.id)
  if (move === 'REFUNDED') await checkSecondPayments(tx, { storeId, provider }, order!.id)
  if (problem) await recordProblem(tx, { storeId, provider, reason: problem }, payment, order)
}

/** Of two payments of an order the first was given back: the second one pays it now. */
async function checkSecondPayments(tx: Tx, { storeId, provider }: Of, orderId: string) {
  const second = await listSecondPayments(tx, storeId, provider, orderId)
  for (const paymentId of second) await enqueueCheck(tx, { storeId, provider, paymentId })
}

/** The order that a payment names, locked: two payments of one order are applied one after the other. */
async function lockedOrder(tx: Tx, storeId: string, reference: string | null): Promise<OrderToPay | null> {
  if (reference === null || !isOrderId(reference)) return null
  const [order] = await tx<OrderToPay[]>`
    select
      id, order_number, total, currency, status, payment_state, payment ->> 'kind' as kind, payment ->> 'by' as by,
      payment ->> 'reference' as reference
    from orders
    where store_id = ${storeId} and id = ${reference}
    for update`
  return order ?? null
}

/** Whether it can be an id of ours; other texts are not looked up. */
const isOrderId = (text: string) => /^[a-z0-9]{1,64}$/.test(text)

async function isOfAnotherStore(
  tx: Tx,
  storeId: string,
  account: { id: Provider; accountId: string },
  reference: string | null,
) {
  if (reference === null || !isOrderId(reference)) return false
  const others = await tx<{ storeId: string }[]>`
    select store_id
    from payment_accounts
    where id = ${account.id} and account_id = ${account.accountId} and store_id <> ${storeId}`
  const [order] = await tx`
    select 1 from orders where id = ${reference} and store_id = any(${others.map((one) => one.storeId)}::text[])`
  return order !== undefined
}
