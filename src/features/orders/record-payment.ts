import type { Config } from '../../core/config/config.ts'
import type { Sql, Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { announceOrder } from './announce.ts'
import { moveOrder } from './move.ts'
import { lockOrder, orderColumns, type OrderRow } from './order-row.ts'
import {
  isConfirmedByProvider,
  isProvider,
  type PaymentActor,
  type PaymentKind,
  type PaymentState,
  type PaymentStep,
  type Provider,
  type StoredPayment,
} from './payment.ts'
import { endProposal } from './write-proposal.ts'
import { t } from '../../core/texts/text.ts'

export type PaymentMove<By extends PaymentActor = Exclude<PaymentActor, Provider>> = {
  storeId: string
  orderId: string
  state: PaymentState
  by: By
  /** The proof: what the owner noted, or the provider's payment. */
  reference?: string | null
  /** ISO; now where it is left out. */
  paidAt?: string | null
  accountId?: string | null
}

/** Steps of a payment that are stored: those of an order that somebody moves to and fro. */
const MAX_STEPS = 50

type Recorded = { order: OrderRow; isChanged: boolean }

/**
 * Moves an order's payment: its record and its events. The same state again changes nothing, unless another receipt came, or the store
 * notes another reference.
 * @throws 404, 409 `NO_PAYMENT_METHOD`, `PAID_BY_PROVIDER` where another one moves what a provider confirmed
 */
export const recordPayment = (tx: Tx, move: PaymentMove): Promise<Recorded> => writeMove(tx, move)

/**
 * Moves an order's payment to what its provider says, and confirms a pending order that is paid, where the store wants that. The same
 * state again changes nothing, unless the store had marked it itself.
 */
export async function recordProviderPayment(
  tx: Tx,
  config: Pick<Config, 'whatsapp'>,
  move: PaymentMove<Provider>,
): Promise<Recorded> {
  const recorded = await writeMove(tx, move)
  const { order, isChanged } = recorded
  if (!isChanged || move.state !== 'PAID' || order.status !== 'pending') return recorded
  const { storeId, orderId: id } = move
  const [store] = await tx<[{ confirmPaidOrders: boolean }]>`
    select confirm_paid_orders from stores where id = ${storeId}`
  if (!store.confirmPaidOrders) return recorded
  return { order: await moveOrder(tx, config, { storeId, id, to: 'confirmed', by: 'payment' }), isChanged }
}

async function writeMove(tx: Tx, move: PaymentMove<PaymentActor>): Promise<Recorded> {
  const { storeId, orderId, state, by } = move
  const order = await lockOrder(tx, storeId, orderId)
  if (!order.payment) throw noPaymentMethod()
  const isSame = order.paymentState === state && state !== 'REVIEW'
  if (isSame && saysNothingNew(order.payment, move)) return { order, isChanged: false }
  if (isConfirmedByProvider(order) && by !== order.payment.by) throw paidByProvider(order.payment)

  if (state === 'PAID' || state === 'REFUNDED') await endProposal(tx, order)
  const updated = await writePayment(tx, move, movedPayment(order.payment, move))
  const becamePaid = state === 'PAID' && !isSame
  await announceOrder(tx, storeId, orderId, becamePaid ? ['order.updated', 'order.paid'] : ['order.updated'])
  return { order: updated, isChanged: true }
}

/** Whether the present state again has no other proof. */
function saysNothingNew(payment: StoredPayment, { by, reference }: PaymentMove<PaymentActor>): boolean {
  if (isProvider(by)) return by === payment.by
  return !reference || reference === payment.reference
}

function movedPayment(payment: StoredPayment, move: PaymentMove<PaymentActor>): StoredPayment {
  const { state, by, reference = null, accountId = null } = move
  const at = new Date().toISOString()
  const step: PaymentStep = { state, at, by, accountId, reference }
  const wasPaid = state === 'PAID' || state === 'REFUNDED'
  return {
    ...payment,
    by,
    reference: reference ?? (wasPaid ? payment.reference : null),
    paidAt: state === 'PAID' ? (move.paidAt ?? payment.paidAt ?? at) : wasPaid ? payment.paidAt : null,
    history: [...payment.history, step].slice(-MAX_STEPS),
  }
}

async function writePayment(
  tx: Tx,
  { storeId, orderId, state }: PaymentMove<PaymentActor>,
  payment: StoredPayment,
): Promise<OrderRow> {
  const [updated] = await tx<[OrderRow]>`
    update orders
    set
      payment_state = ${state}, payment = ${tx.json(payment)},
      updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${orderId}
    returning ${orderColumns(tx)}`
  return updated
}

export type Payable = {
  id: string
  orderNumber: string
  total: number
  currency: string
  status: OrderRow['status']
  customerName: string
  trackingToken: string
  paymentState: PaymentState | null
  kind: PaymentKind | null
}

export async function readPayable(sql: Sql, storeId: string, orderId: string): Promise<Payable | null> {
  const [order] = await sql<Payable[]>`
    select
      id, order_number, total, currency, status, customer_name, tracking_token, payment_state, payment ->> 'kind' as kind
    from orders
    where store_id = ${storeId} and id = ${orderId}`
  return order ?? null
}

export async function setPayUrl(
  sql: Sql,
  { storeId, orderId, payUrl }: { storeId: string; orderId: string; payUrl: string },
) {
  await sql`
    update orders
    set payment = payment || jsonb_build_object('payUrl', ${payUrl}::text)
    where store_id = ${storeId} and id = ${orderId} and payment is not null`
}

const noPaymentMethod = () => conflict('NO_PAYMENT_METHOD', t('El pedido no tiene forma de pago'))

const paidByProvider = ({ by, reference }: StoredPayment) =>
  conflict('PAID_BY_PROVIDER', t('El proveedor confirmó este pago: solo él lo cambia'), {
    provider: by,
    reference,
  })
