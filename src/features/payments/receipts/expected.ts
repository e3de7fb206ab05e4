import { conflict } from '../../../core/errors/errors.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
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
  throw conflict('RECEIPT_NOT_EXPECTED', reasonOf(order))
}

function reasonOf({ status, payment, paymentState }: Payable): Localized {
  if (status === 'cancelled') return t('El pedido se canceló: no hace falta un comprobante')
  if (!payment) return t('El pedido no tiene forma de pago: no hace falta un comprobante')
  if (payment.kind === 'cash') return t('El pedido se paga en efectivo: no hace falta un comprobante')
  const isSettled = paymentState === 'PAID' || paymentState === 'REFUNDED'
  return isSettled
    ? t('El pago ya está resuelto: no hace falta un comprobante')
    : t('El proveedor confirma este pago: no hace falta un comprobante')
}
