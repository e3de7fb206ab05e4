import type { Sql, Tx } from '../../../core/database/db.ts'
import { newId } from '../../../core/values/id.ts'
import type { Provider } from '../../orders/payment.ts'
import type { OrderToPay, Reason } from './payment-outcome.ts'
import type { ProviderPayment } from './provider.ts'

export type PaymentProblem = {
  id: string
  provider: Provider
  paymentId: string
  reason: Reason
  orderId: string | null
  details: {
    orderNumber: string | null
    expected: { amount: number; currency: string } | null
    received: {
      amount: number
      currency: string
      refundedAmount: number
      reference: string | null
      accountId: string
    }
  }
  createdAt: string
}

const MAX_LENGTH = 64

/** Stored once for each reason; it is open again when something else about it has changed, such as the part given back. */
export async function recordProblem(
  tx: Tx,
  { storeId, provider, reason }: { storeId: string; provider: Provider; reason: Reason },
  payment: ProviderPayment,
  order: OrderToPay | null,
) {
  const { amount, currency, refundedAmount, reference, accountId } = payment
  const details: PaymentProblem['details'] = {
    orderNumber: order?.orderNumber ?? null,
    expected: order && { amount: order.total, currency: order.currency },
    received: {
      amount,
      currency: bounded(currency),
      refundedAmount,
      reference: reference && bounded(reference),
      accountId,
    },
  }
  await tx`
    insert into payment_problems as known (store_id, id, provider, payment_id, reason, order_id, details)
    values (
      ${storeId}, ${newId()}, ${provider}, ${payment.id}, ${reason}, ${order?.id ?? null}, ${tx.json(details)}
    )
    on conflict (store_id, provider, payment_id, reason) do update
    set details = excluded.details, resolved_at = null
    where known.details <> excluded.details`
}

const bounded = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, MAX_LENGTH)

/** The money went back, or pays the order now: nothing is left to do about the payment. */
export async function resolveProblemsOf(tx: Tx, storeId: string, provider: Provider, paymentId: string) {
  await tx`
    update payment_problems
    set resolved_at = statement_timestamp()
    where store_id = ${storeId} and provider = ${provider} and payment_id = ${paymentId} and resolved_at is null`
}

export async function resolveProblem(sql: Sql, storeId: string, id: string) {
  await sql`
    update payment_problems
    set resolved_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id} and resolved_at is null`
}

export async function listSecondPayments(sql: Sql, storeId: string, provider: Provider, orderId: string) {
  const payments = await sql<{ paymentId: string }[]>`
    select payment_id
    from payment_problems
    where store_id = ${storeId} and provider = ${provider} and reason = 'second_payment' and order_id = ${orderId}
    order by created_at
    limit ${MAX_SHOWN}`
  return payments.map(({ paymentId }) => paymentId)
}

const MAX_SHOWN = 20

export function listProblems(sql: Sql, storeId: string): Promise<PaymentProblem[]> {
  return sql<PaymentProblem[]>`
    select id, provider, payment_id, reason, order_id, details, created_at
    from payment_problems
    where store_id = ${storeId} and resolved_at is null
    order by created_at desc, id
    limit ${MAX_SHOWN}`
}
