import type { Cell } from '../../core/values/csv.ts'
import { itemTextInFull } from '../../orders/message.ts'
import type { Order } from '../../orders/order.ts'
import { paymentLabels } from './payment-labels.ts'
import { statusLabels } from './order-status.ts'

/** The headers of orders in a spreadsheet. */
export const orderHeaders = [
  'Pedido', 'Fecha', 'Estado', 'Nombre', 'Teléfono', 'Dirección', 'Artículos', 'Total', 'Moneda', 'Notas', 'Forma de pago',
  'Pago', 'Comprobante',
] // prettier-ignore

export const orderRow = (order: Order): Cell[] => [
  order.orderNumber,
  order.createdAt,
  statusLabels(order).name,
  order.customerName,
  order.customerPhone,
  order.customerAddress,
  order.items.map(itemTextInFull).join('; '),
  order.total,
  order.currency,
  order.notes,
  order.payment?.name ?? null,
  order.payment && paymentLabels[order.payment.state].name,
  order.payment?.reference ?? null,
]
