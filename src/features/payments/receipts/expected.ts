import { conflict } from '../../../core/errors/errors.ts'
import type { OrderRow } from '../../orders/order-row.ts'
import type { PaymentState } from '../../orders/payment.ts'

type Payable = Pick<OrderRow, 'status' | 'payment' | 'paymentState'>

/** Whether a receipt helps: where the store has to look for the money itself, and has not found it yet. */
export const expectsReceipt = ({ status, payment, paymentState }: Payable) =>
  (payment?.kind === 'transfer' || payment?.kind === 'pix') &&
  (paymentState === 'PENDING' || paymentState === 'REVIEW') &&
  status !== 'cancelled'

/** @throws 409 `RECEIPT_NOT_EXPECTED` */
export function requireExpected(order: Payable): PaymentState {
  if (expectsReceipt(order)) return order.paymentState!
  throw conflict('RECEIPT_NOT_EXPECTED', `${reasonOf(order)}: no hace falta un comprobante`)
}

function reasonOf({ status, payment, paymentState }: Payable): string {
  if (status === 'cancelled') return 'El pedido se canceló'
  if (!payment) return 'El pedido no tiene forma de pago'
  if (payment.kind === 'cash') return 'El pedido se paga en efectivo'
  const isSettled = paymentState === 'PAID' || paymentState === 'REFUNDED'
  return isSettled ? 'El pago ya está resuelto' : 'El proveedor confirma este pago'
}
