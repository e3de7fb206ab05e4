import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { PaymentProblem } from '../../../features/payments/providers/problem.ts'

const providers = { mercadopago: 'Mercado Pago', stripe: 'Stripe' }

/** What differs, as the owner reads it: a title, and what to do. */
export function problemTexts({ provider, paymentId, reason, details }: PaymentProblem) {
  const [title, detail] = textsOf(details)[reason]
  const where = t('Pago {id} de {provider}, de {amount}.', {
    id: paymentId,
    provider: providers[provider],
    amount: amountOf(details.received),
  })
  return { title, detail: joined([detail, where], ' ') }
}

const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  /^[A-Z]{3}$/.test(currency) ? `${formatAmount(amount, currency)} (${currency})` : String(amount)

type Texts = Record<PaymentProblem['reason'], [title: Localized, detail: Localized]>

function textsOf({ orderNumber, expected, received }: PaymentProblem['details']): Texts {
  const [order, cost] = [orderNumber ?? '', expected ? amountOf(expected) : '']
  return {
    test: [t('Llegó un pago de prueba'), t('No movió dinero, y no paga ningún pedido.')],
    amount: [
      t('El importe no es el del pedido {order}', { order }),
      t('Se pagó {amount}, y cuesta {cost}.', { amount: amountOf(received), cost }),
    ],
    currency: [
      t('La moneda no es la del pedido {order}', { order }),
      t('Se pagó en {currency}, y cuesta {cost}.', { currency: received.currency, cost }),
    ],
    reference: [
      t('Llegó un pago que no es de ningún pedido'),
      t('Su referencia es «{reference}».', { reference: received.reference ?? '' }),
    ],
    account: [
      orderNumber
        ? t('El pedido {order} se pagó a otra cuenta', { order })
        : t('Llegó un pago a otra cuenta'),
      t('A la cuenta {account}, que no es la que conectaste.', { account: received.accountId }),
    ],
    second_payment: [
      t('El pedido {order} se pagó otra vez', { order }),
      t('Ya estaba pagado: devuelve este pago.'),
    ],
    partly_refunded: [
      t('Se devolvió una parte del pedido {order}', { order }),
      t('Se devolvió {amount}.', { amount: amountOf({ ...received, amount: received.refundedAmount }) }),
    ],
    disputed: [
      t('Quien pagó el pedido {order} reclama el pago', { order }),
      t('Responde el reclamo en tu cuenta.'),
    ],
    paid_after_cancelled: [
      t('Se pagó el pedido {order}, que ya estaba cancelado', { order }),
      t('Devuelve el dinero.'),
    ],
  }
}
