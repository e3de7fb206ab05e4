import { attributionOf } from '../../core/auth/caller.ts'
import { operation } from '../../core/operations/operation.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import { moveOrder } from './move.ts'
import { Order, OrderStatus } from './order.ts'
import { toOrder } from './order-row.ts'

const OrderChanges = PartialBody({ status: OrderStatus })

export const updateOrder = operation({
  id: 'updateOrder',
  rest: 'PUT /orders/:id',
  scope: 'orders:write',
  unrecorded: true,
  summary: 'Mover el estado de un pedido',
  description:
    'De pending a confirmed, de confirmed a shipped, de shipped a delivered; y a cancelled mientras no esté entregado.',
  body: OrderChanges,
  errors: ['INVALID_STATUS_TRANSITION'],
  response: { 200: dataOf(Order) },
  async run({ sql, store, id, body, caller, service }) {
    const move = { storeId: store.id, id, to: body.status, by: caller.by, attribution: attributionOf(caller) }
    return { data: toOrder(await moveOrder(sql, service.config, move)) }
  },
})
