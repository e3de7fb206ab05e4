import { formatAmount } from '../core/values/money.ts'
import { itemText } from '../orders/message.ts'
import { statusName, type Order, type OrderSummary } from '../orders/order.ts'

/** `El pedido PED-7K3QXM de Ana está confirmado.` */
export const stateText = (order: OrderSummary): string =>
  `El pedido ${order.orderNumber} de ${order.customerName} está ${statusName(order)}.`

/** What the button of a step says. */
export const titleOfStep = ({ deliveryKind }: OrderSummary, step: 'confirm' | 'ship' | 'deliver'): string =>
  ({
    confirm: 'Confirmar',
    ship: deliveryKind === 'pickup' ? 'Listo para recoger' : 'Enviado',
    deliver: 'Entregado',
  })[step]

/** An order as the owner reads it in the chat. */
export function orderText(order: Order): string {
  const { customerName, customerPhone, customerAddress, items, total, currency, notes, shippingOption } =
    order
  return [
    stateText(order),
    '',
    ...items.map((item) => itemText(item)),
    `*Total: ${formatAmount(total, currency)}*`,
    ...(shippingOption ? [shippingOption.name] : []),
    '',
    [customerName, customerPhone].filter(Boolean).join(', '),
    ...(customerAddress ? [customerAddress] : []),
    ...(notes ? [`Nota: ${notes}`] : []),
  ].join('\n')
}
