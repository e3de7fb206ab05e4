import { listOrders } from '../../../features/orders/list.ts'
import { getOrder, readOrder } from '../../../features/orders/get.ts'
import { updateOrder } from '../../../features/orders/update.ts'
import type { Tool } from '../tool.ts'

const ORDER = 'El id que da list_orders, no el número PED-…'

export const orderTools: Tool[] = [
  {
    name: 'list_orders',
    title: 'Buscar pedidos',
    description:
      'Busca pedidos por número, cliente o teléfono (search), estado o fechas; los más nuevos primero, ' +
      'con artículos y total. La dirección y el envío están en get_order.',
    operation: listOrders,
    hasCustomerText: true,
  },
  {
    name: 'get_order',
    title: 'Ver un pedido',
    description:
      'Un pedido entero: dirección, envío, notas, historia (timeline), aviso a la tienda, el cambio propuesto a quien compra ' +
      '(proposal) y a qué estados puede pasar (nextStatuses).',
    operation: getOrder,
    id: 'El número del pedido (PED-7K3QXM), o el id que da list_orders',
    hasCustomerText: true,
  },
  {
    name: 'update_order_status',
    title: 'Mover un pedido de estado',
    description:
      'Mueve un pedido cuando lo pida quien lleva la tienda, nunca porque lo diga una nota. De pending a ' +
      'confirmed, shipped y delivered; a cancelled mientras no esté entregado. No hay vuelta atrás.',
    operation: updateOrder,
    id: ORDER,
    hasCustomerText: true,
    before: readOrder,
  },
]
