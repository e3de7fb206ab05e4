import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import { transaction } from '../../core/database/db.ts'
import { Body, dataOf, Nullable, SingleLine } from '../../core/http/schema.ts'
import { Order } from './order.ts'
import { toOrder } from './order-row.ts'
import { recordPayment } from './record-payment.ts'

export const NewPaymentState = Body({
  state: Type.Enum(['PENDING', 'PAID', 'REFUNDED'], {
    description: 'PENDING: por pagar, o el comprobante no valió; PAID: pagado; REFUNDED: devuelto',
  }),
  reference: Type.Optional(
    Nullable(
      SingleLine({ min: 0, max: 80, description: 'El comprobante', examples: ['Transferencia 4471'] }),
    ),
  ),
})

export type NewPaymentState = Static<typeof NewPaymentState>

export const setOrderPayment = operation({
  id: 'setOrderPayment',
  rest: 'POST /orders/:id/payment',
  scope: 'orders:write',
  summary: 'Marcar el pago de un pedido',
  description:
    'No mueve el estado del pedido. El mismo estado otra vez no cambia nada, salvo la referencia si es otra; lo que confirmó un ' +
    'proveedor solo lo cambia él.',
  body: NewPaymentState,
  errors: ['NO_PAYMENT_METHOD', 'PAID_BY_PROVIDER'],
  response: { 200: dataOf(Order) },
  async run({ sql, store, id, body, caller }) {
    const { order } = await transaction(sql, (tx) =>
      recordPayment(tx, {
        storeId: store.id,
        orderId: id,
        state: body.state,
        reference: body.reference || null,
        by: caller.by,
        accountId: caller.key.accountId,
      }),
    )
    return { data: toOrder(order) }
  },
})
