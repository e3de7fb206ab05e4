import type { Html } from '../../../core/http/html.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { OrderStatus, type Order } from '../../../features/orders/order.ts'
import type { DeliveryKind } from '../../../features/shipping/delivery-kind.ts'
import { badge } from '../parts/list.ts'

type Labels = {
  name: Localized
  plural: Localized
  move: Wording
  step: Wording
  done: Wording
  kind: 'plain' | 'good' | 'sent' | 'warn' | 'bad'
}

const labels: Record<OrderStatus, Labels> = {
  pending: { name: t('Nuevo'), plural: t('Nuevos'), move: '', step: '', done: '', kind: 'warn' },
  confirmed: {
    name: t('Confirmado'),
    plural: t('Confirmados'),
    move: t('Confirmar pedido'),
    step: t('Confirmar'),
    done: t('Pedido confirmado'),
    kind: 'good',
  },
  shipped: {
    name: t('Enviado'),
    plural: t('Enviados o listos'),
    move: t('Marcar enviado'),
    step: t('Marcar enviado'),
    done: t('Pedido enviado'),
    kind: 'sent',
  },
  delivered: {
    name: t('Entregado'),
    plural: t('Entregados'),
    move: t('Marcar entregado'),
    step: t('Marcar entregado'),
    done: t('Pedido entregado'),
    kind: 'plain',
  },
  cancelled: {
    name: t('Cancelado'),
    plural: t('Cancelados'),
    move: t('Cancelar pedido'),
    step: t('Cancelar'),
    done: t('Pedido cancelado'),
    kind: 'bad',
  },
}

const ready = { ...labels.shipped, move: t('Marcar listo'), step: t('Marcar listo') }

/** Of shipped orders that are not brought to an address. */
const readyLabels: Partial<Record<DeliveryKind, Labels>> = {
  pickup: { ...ready, name: t('Listo para recoger'), done: t('Pedido listo para recoger') },
  here: { ...ready, name: t('Listo'), done: t('Pedido listo') },
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
  pending: t('Por confirmar'),
  confirmed: t('Por enviar o preparar'),
  shipped: t('En camino o listos'),
} as const

export function statusTabs(
  counts: Partial<Record<OrderStatus, number>>,
  current: OrderStatus | 'waiting' | 'all',
  href: (status: string) => string,
) {
  const waiting = { label: t('Por atender'), href: href(''), isCurrent: current === 'waiting' }
  const all = { label: t('Todos'), href: href(ALL), isCurrent: current === 'all' }
  const each = OrderStatus.enum.map((status) => ({
    label: labels[status].plural,
    href: href(status),
    isCurrent: status === current,
    count: status === 'delivered' || status === 'cancelled' ? null : (counts[status] ?? 0) || null,
  }))
  return [waiting, all, ...each]
}

export const ALL = 'todos'
