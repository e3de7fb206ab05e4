import { Type } from 'typebox'
import type { App } from '../../../core/http/app.ts'
import { transaction, type Sql } from '../../../core/database/db.ts'
import { unauthorized } from '../../../core/errors/errors.ts'
import type { Provider } from '../../orders/payment.ts'
import { enqueueCheck } from './enqueue-check.ts'
import { InvalidSignature, type NotifiedPayment, type ReceivedNotification } from './provider.ts'
import type { Providers } from './providers.ts'

const routes = {
  mercadopago: {
    operationId: 'receiveMercadoPagoNotification',
    summary: 'Recibir de Mercado Pago los avisos de pagos',
    description: 'La llama Mercado Pago, con la firma x-signature.',
  },
  stripe: {
    operationId: 'receiveStripePaymentEvent',
    summary: 'Recibir de Stripe los avisos de pagos',
    description: 'La llama Stripe por las cuentas conectadas, con la firma Stripe-Signature del cuerpo.',
  },
} as const

/** A notification only names a payment: it is stored and responded to at once, and the worker reads the payment. */
export function paymentNotificationRoutes(app: App, providers: Providers) {
  for (const name of Object.keys(routes) as Provider[]) {
    app.post(`/payments/${name}`, {
      config: { errors: ['UNAUTHORIZED', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] },
      schema: { ...routes[name], response: { 200: Type.Object({ received: Type.Literal(true) }) } },
      async handler({ sql, headers, query, body }) {
        const received = { headers, query: query as Record<string, unknown>, body: body as Buffer }
        const payment = await readNotification(providers, name, received)
        if (payment) await store(sql, name, payment)
        return { received: true as const }
      },
    })
  }
}

async function readNotification(providers: Providers, name: Provider, received: ReceivedNotification) {
  const provider = providers.get(name)
  try {
    if (provider) return await provider.readNotification(received)
  } catch (error) {
    if (!(error instanceof InvalidSignature)) throw error
  }
  throw unauthorized('La firma del aviso no es válida')
}

/** For every store with that account: it may have several, and only the payment itself says whose order it is for. */
function store(sql: Sql, provider: Provider, { accountId, paymentId }: NotifiedPayment) {
  return transaction(sql, async (tx) => {
    const accounts = await tx<{ storeId: string }[]>`
      select store_id from payment_accounts where id = ${provider} and account_id = ${accountId} limit ${MAX_STORES}`
    for (const { storeId } of accounts) await enqueueCheck(tx, { storeId, provider, paymentId })
  })
}

/** Stores of one account for which a notification is checked. Any others find their payments by searching (`search.ts`). */
const MAX_STORES = 50
