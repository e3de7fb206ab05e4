import { t, type Localized } from '../../../core/texts/text.ts'
import type { OrderStatus } from '../../../features/orders/order.ts'
import type { OrderRow } from '../../../features/orders/order-row.ts'
import type { DeliveryKind } from '../../../features/shipping/delivery-kind.ts'

/** `chatText` stands in the sentence of a message about the order: `mi pedido *PED-1*, que ya está confirmado`. */
type Labels = { title: Localized; text: Localized; step: Localized; chatText: Localized }

const labels: Record<OrderStatus, Labels> = {
  pending: {
    title: t('Recibimos tu pedido'),
    text: t('La tienda te escribirá para confirmarlo y acordar el pago.'),
    step: t('Recibido'),
    chatText: t('acabo de hacer'),
  },
  confirmed: {
    title: t('Tu pedido está confirmado'),
    text: t('La tienda lo está preparando.'),
    step: t('Confirmado'),
    chatText: t('ya está confirmado'),
  },
  shipped: {
    title: t('Tu pedido va en camino'),
    text: t('Ya salió de la tienda.'),
    step: t('En camino'),
    chatText: t('va en camino'),
  },
  delivered: {
    title: t('Tu pedido llegó'),
    text: t('¡Que lo disfrutes!'),
    step: t('Entregado'),
    chatText: t('ya me llegó'),
  },
  cancelled: {
    title: t('Este pedido se canceló'),
    text: t('Puedes volver a pedir lo mismo cuando quieras.'),
    step: t('Cancelado'),
    chatText: t('se canceló'),
  },
}

/** Of orders that are not brought to an address. */
const labelsOfKind: Partial<Record<DeliveryKind, Partial<Record<OrderStatus, Labels>>>> = {
  pickup: {
    shipped: {
      title: t('Tu pedido está listo'),
      text: t('Ya puedes pasar a recogerlo.'),
      step: t('Listo para recoger'),
      chatText: t('está listo para recoger'),
    },
    delivered: {
      title: t('Recogiste tu pedido'),
      text: t('¡Que lo disfrutes!'),
      step: t('Recogido'),
      chatText: t('ya recogí'),
    },
  },
  here: {
    shipped: {
      title: t('Tu pedido está listo'),
      text: t('Te lo llevan a la mesa.'),
      step: t('Listo'),
      chatText: t('está listo'),
    },
  },
}

export const statusLabels = ({ deliveryKind }: Pick<OrderRow, 'deliveryKind'>, status: OrderStatus): Labels =>
  (deliveryKind && labelsOfKind[deliveryKind]?.[status]) || labels[status]
