import { formatAmount } from '../../../core/values/money.ts'
import type { PaymentProblem } from '../../../features/payments/providers/problem.ts'

const providers = { mercadopago: 'Mercado Pago', stripe: 'Stripe' }

/** What differs, as the owner reads it: a title, and what to do. */
export function problemTexts({ provider, paymentId, reason, details }: PaymentProblem): {
  title: string
  detail: string
} {
  const { orderNumber, expected, received } = details
  const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
    /^[A-Z]{3}$/.test(currency) ? `${formatAmount(amount, currency)} (${currency})` : String(amount)
  const order = `pedido ${orderNumber ?? ''}`
  const where = `Pago ${paymentId} de ${providers[provider]}, de ${amountOf(received)}`
  const texts: Record<PaymentProblem['reason'], [title: string, detail: string]> = {
    test: ['Llegó un pago de prueba', 'No movió dinero, y no paga ningún pedido.'],
    amount: [
      `El importe no es el del ${order}`,
      `Se pagó ${amountOf(received)}, y cuesta ${expected ? amountOf(expected) : ''}.`,
    ],
    currency: [
      `La moneda no es la del ${order}`,
      `Se pagó en ${received.currency}, y cuesta ${expected ? amountOf(expected) : ''}.`,
    ],
    reference: [
      'Llegó un pago que no es de ningún pedido',
      `Su referencia es «${received.reference ?? ''}».`,
    ],
    account: [
      orderNumber ? `El ${order} se pagó a otra cuenta` : 'Llegó un pago a otra cuenta',
      `A la cuenta ${received.accountId}, que no es la que conectaste.`,
    ],
    second_payment: [`El ${order} se pagó otra vez`, 'Ya estaba pagado: devuelve este pago.'],
    partly_refunded: [
      `Se devolvió una parte del ${order}`,
      `Se devolvió ${amountOf({ ...received, amount: received.refundedAmount })}.`,
    ],
    disputed: [`Quien pagó el ${order} reclama el pago`, 'Responde el reclamo en tu cuenta.'],
    paid_after_cancelled: [`Se pagó el ${order}, que ya estaba cancelado`, 'Devuelve el dinero.'],
  }
  const [title, detail] = texts[reason]
  return { title, detail: `${detail} ${where}.` }
}
