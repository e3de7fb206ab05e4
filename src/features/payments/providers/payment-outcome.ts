import type { Provider } from '../../orders/payment.ts'
import type { Payable } from '../../orders/record-payment.ts'
import type { ProviderPayment } from './provider.ts'

/** Why a payment changed nothing, or what there is to do about one that counted. */
export type Reason =
  | 'test'
  | 'account'
  | 'reference'
  | 'currency'
  | 'amount'
  | 'second_payment'
  | 'partly_refunded'
  | 'disputed'
  | 'paid_after_cancelled'

export type OrderToPay = Omit<Payable, 'customerName' | 'trackingToken'> & {
  by: string | null
  reference: string | null
}

type Outcome = {
  /** Where the order's payment moves; null: nowhere. */
  move: 'PAID' | 'REFUNDED' | null
  problem: Reason | null
}

const nothing: Outcome = { move: null, problem: null }
const problem = (reason: Reason): Outcome => ({ move: null, problem: reason })

/**
 * What a payment means for the order that it names, by the states that both have now: how often and in what order its
 * notifications came makes no difference. `order` is null where the store has none of this reference.
 */
export function outcomeOf(
  payment: ProviderPayment,
  order: OrderToPay | null,
  account: { provider: Provider; accountId: string },
): Outcome {
  if (payment.state === 'unpaid') return nothing
  const difference = differenceOf(payment, order, account)
  if (difference || !order) return payment.state === 'refunded' ? nothing : problem(difference ?? 'reference')
  const { paymentState, status } = order
  const isOpen = paymentState === 'PENDING' || paymentState === 'REVIEW'
  const isProof = order.by === account.provider && order.reference === payment.id

  if (payment.state === 'partly_refunded') return problem('partly_refunded')
  if (payment.state === 'disputed') return problem('disputed')
  if (payment.state === 'refunded')
    return { move: isOpen || (isProof && paymentState === 'PAID') ? 'REFUNDED' : null, problem: null }
  if (paymentState === 'PAID' && order.by === account.provider)
    return isProof ? nothing : problem('second_payment')
  return { move: 'PAID', problem: status === 'cancelled' ? 'paid_after_cancelled' : null }
}

function differenceOf(
  { isTest, accountId, currency, amount }: ProviderPayment,
  order: OrderToPay | null,
  account: { provider: Provider; accountId: string },
): Reason | null {
  if (isTest) return 'test'
  if (accountId !== account.accountId) return 'account'
  if (order?.kind !== account.provider) return 'reference'
  if (currency !== order.currency) return 'currency'
  return amount === order.total ? null : 'amount'
}
