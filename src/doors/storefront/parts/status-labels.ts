import type { OrderStatus } from '../../../features/orders/order.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import type { DeliveryKind } from '../../../features/shipping/delivery-kind.ts'

type Labels = { title: string; text: string; step: string; chatText: string }

const labels: Record<OrderStatus, Labels> = {
  pending: {
    title: 'Recibimos tu pedido',
    text: 'La tienda te escribirá para confirmarlo y acordar el pago.',
    step: 'Recibido',
    chatText: 'acabo de hacer',
  },
  confirmed: {
    title: 'Tu pedido está confirmado',
    text: 'La tienda lo está preparando.',
    step: 'Confirmado',
    chatText: 'ya está confirmado',
  },
  shipped: {
    title: 'Tu pedido va en camino',
    text: 'Ya salió de la tienda.',
    step: 'En camino',
    chatText: 'va en camino',
  },
  delivered: {
    title: 'Tu pedido llegó',
    text: '¡Que lo disfrutes!',
    step: 'Entregado',
    chatText: 'ya me llegó',
  },
  cancelled: {
    title: 'Este pedido se canceló',
    text: 'Puedes volver a pedir lo mismo cuando quieras.',
    step: 'Cancelado',
    chatText: 'se canceló',
  },
}

/** Of orders that are not brought to an address. */
const labelsOfKind: Partial<Record<DeliveryKind, Partial<Record<OrderStatus, Labels>>>> = {
  pickup: {
    shipped: {
      title: 'Tu pedido está listo',
      text: 'Ya puedes pasar a recogerlo.',
      step: 'Listo para recoger',
      chatText: 'está listo para recoger',
    },
    delivered: {
      title: 'Recogiste tu pedido',
      text: '¡Que lo disfrutes!',
      step: 'Recogido',
      chatText: 'ya recogí',
    },
  },
  here: {
    shipped: {
      title: 'Tu pedido está listo',
      text: 'Te lo llevan a la mesa.',
      step: 'Listo',
      chatText: 'está listo',
    },
  },
}

export const statusLabels = ({ deliveryKind }: Pick<OrderRow, 'deliveryKind'>, status: OrderStatus): Labels =>
  (deliveryKind && labelsOfKind[deliveryKind]?.[status]) || labels[status]
