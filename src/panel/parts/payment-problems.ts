import { formatAmount } from '../../core/values/money.ts'
import type { PaymentProblem } from '../../payments/providers/problem.ts'

const providers = { mercadopago: 'Mercado Pago', stripe: 'Stripe' }

/** What differs, as the owner reads it: a title, and what to do. */
export function problemTexts({ provider, paymentId, reason, details }: PaymentProblem): {
  title: string
  detail: string
} {
  const { orderNumber, expected, received } = details
  const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
    /^[A-Z]{3}$/.test(currency) ? `${formatAmount(amount, currency)} (${currency})` : String(amount)
  const order = orderNumber ? `el pedido ${orderNumber}` : 'ningún pedido de tu tienda'
  const where = `Pago ${paymentId} de ${providers[provider]}, de ${amountOf(received)}`
  const texts: Record<PaymentProblem['reason'], [title: string, detail: string]> = {
    amount: [
      `El importe no es el de ${order}`,
      `Se pagó ${amountOf(received)}, y cuesta ${expected ? amountOf(expected) : ''}.`,
    ],
    currency: [
      `La moneda no es la de ${order}`,
      `Se pagó en ${received.currency}, y cuesta ${expected ? amountOf(expected) : ''}.`,
    ],
    reference: [
      'Llegó un pago que no es de ningún pedido',
      `Su referencia es «${received.reference ?? ''}».`,
    ],
    account: [
      `Llegó un pago a otra cuenta por ${order}`,
      `A la cuenta ${received.accountId}, que no es la que conectaste.`,
    ],
    second_payment: [`Se pagó otra vez ${order}`, 'Ya estaba pagado: devuelve este pago.'],
    partly_refunded: [
      `Se devolvió una parte de ${order}`,
      `Se devolvió ${amountOf({ ...received, amount: received.refundedAmount })}.`,
    ],
    disputed: [`Quien pagó ${order} reclama el pago`, 'Responde el reclamo en tu cuenta.'],
    paid_after_cancelled: [`Se pagó ${order}, que ya estaba cancelado`, 'Devuelve el dinero.'],
  }
  const [title, detail] = texts[reason]
  return { title, detail: `${detail} ${where}.` }
}
