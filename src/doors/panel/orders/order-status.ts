import type { Html } from '../../../core/http/html.ts'
import { OrderStatus, type Order } from '../../../features/orders/order.ts'
import type { DeliveryKind } from '../../../features/shipping/delivery-kind.ts'
import { badge } from '../parts/list.ts'

type Labels = {
  name: string
  plural: string
  move: string
  step: string
  done: string
  kind: 'plain' | 'good' | 'sent' | 'warn' | 'bad'
}

const labels: Record<OrderStatus, Labels> = {
  pending: { name: 'Nuevo', plural: 'Nuevos', move: '', step: '', done: '', kind: 'warn' },
  confirmed: {
    name: 'Confirmado',
    plural: 'Confirmados',
    move: 'Confirmar pedido',
    step: 'Confirmar',
    done: 'Pedido confirmado',
    kind: 'good',
  },
  shipped: {
    name: 'Enviado',
    plural: 'Enviados o listos',
    move: 'Marcar enviado',
    step: 'Marcar enviado',
    done: 'Pedido enviado',
    kind: 'sent',
  },
  delivered: {
    name: 'Entregado',
    plural: 'Entregados',
    move: 'Marcar entregado',
    step: 'Marcar entregado',
    done: 'Pedido entregado',
    kind: 'plain',
  },
  cancelled: {
    name: 'Cancelado',
    plural: 'Cancelados',
    move: 'Cancelar pedido',
    step: 'Cancelar',
    done: 'Pedido cancelado',
    kind: 'bad',
  },
}

const ready = { ...labels.shipped, move: 'Marcar listo', step: 'Marcar listo' }

/** Of shipped orders that are not brought to an address. */
const readyLabels: Partial<Record<DeliveryKind, Labels>> = {
  pickup: { ...ready, name: 'Listo para recoger', done: 'Pedido listo para recoger' },
  here: { ...ready, name: 'Listo', done: 'Pedido listo' },
}

type OrderState = Pick<Order, 'deliveryKind' | 'status'>

export const statusLabels = ({ deliveryKind, status }: OrderState): Labels =>
  (status === 'shipped' && deliveryKind && readyLabels[deliveryKind]) || labels[status]

export function statusBadge(order: OrderState): Html {
  const { name, kind } = statusLabels(order)
  return badge(name, kind)
}

/** What waits in each status that an order passes through: the headings of the queue. */
export const waitingLabels = {
  pending: 'Por confirmar',
  confirmed: 'Por enviar o preparar',
  shipped: 'En camino o listos',
} as const

/** A tab for what waits, for all, and for each status with how many orders are in it; finished ones are not counted. */
export function statusTabs(
  counts: Partial<Record<OrderStatus, number>>,
  current: OrderStatus | 'waiting' | 'all',
  href: (status: string) => string,
) {
  const waiting = { label: 'Por atender', href: href(''), isCurrent: current === 'waiting' }
  const all = { label: 'Todos', href: href(ALL), isCurrent: current === 'all' }
  const each = OrderStatus.enum.map((status) => ({
    label: labels[status].plural,
    href: href(status),
    isCurrent: status === current,
    count: status === 'delivered' || status === 'cancelled' ? null : (counts[status] ?? 0) || null,
  }))
  return [waiting, all, ...each]
}

export const ALL = 'todos'
