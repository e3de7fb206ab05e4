import type { Html } from '../../core/http/html.ts'
import { OrderStatus, type Order } from '../../orders/order.ts'
import { badge } from '../parts/list.ts'

type Labels = {
  name: string
  plural: string
  move: string
  done: string
  kind: 'plain' | 'good' | 'warn' | 'bad'
}

/** The label of each status in the panel, and of the step that leads to it. */
const labels: Record<OrderStatus, Labels> = {
  pending: { name: 'Nuevo', plural: 'Nuevos', move: '', done: '', kind: 'warn' },
  confirmed: {
    name: 'Confirmado',
    plural: 'Confirmados',
    move: 'Confirmar pedido',
    done: 'Pedido confirmado',
    kind: 'good',
  },
  shipped: {
    name: 'Enviado',
    plural: 'Enviados o listos',
    move: 'Marcar como enviado',
    done: 'Pedido enviado',
    kind: 'good',
  },
  delivered: {
    name: 'Entregado',
    plural: 'Entregados',
    move: 'Marcar como entregado',
    done: 'Pedido entregado',
    kind: 'plain',
  },
  cancelled: {
    name: 'Cancelado',
    plural: 'Cancelados',
    move: 'Cancelar pedido',
    done: 'Pedido cancelado',
    kind: 'bad',
  },
}

/** The same for pickup orders. */
const pickupLabels: Partial<Record<OrderStatus, Labels>> = {
  shipped: {
    ...labels.shipped,
    name: 'Listo para recoger',
    move: 'Marcar como listo para recoger',
    done: 'Pedido listo para recoger',
  },
}

type OrderState = Pick<Order, 'deliveryKind' | 'status'>

export const statusLabels = ({ deliveryKind, status }: OrderState): Labels =>
  (deliveryKind === 'pickup' && pickupLabels[status]) || labels[status]

export function statusBadge(order: OrderState): Html {
  const { name, kind } = statusLabels(order)
  return badge(name, kind)
}

/** A tab for each status with how many orders wait in it; finished ones are not counted. */
export function statusTabs(
  counts: Partial<Record<OrderStatus, number>>,
  current: OrderStatus | undefined,
  href: (status: string) => string,
) {
  const all = { label: 'Todos', href: href(''), isCurrent: current === undefined }
  const each = OrderStatus.enum.map((status) => ({
    label: labels[status].plural,
    href: href(status),
    isCurrent: status === current,
    count: status === 'delivered' || status === 'cancelled' ? null : (counts[status] ?? 0) || null,
  }))
  return [all, ...each]
}
