import { orderBefore } from '../load-before.ts'
import type { Tool } from '../tool.ts'

const ORDER = 'Identificador del pedido: el id que devuelve list_orders, no el número PED-…'

export const orderTools: Tool[] = [
  {
    name: 'list_orders',
    title: 'Buscar pedidos',
    description:
      'Úsala para ver los pedidos, los más nuevos primero, o encontrar uno por número, cliente o ' +
      'teléfono (search), por estado (status) o por fechas (from, to). Devuelve una página (data, ' +
      'total, limit, offset) con artículos y total de cada pedido; la dirección y el envío están en ' +
      'get_order.',
    method: 'GET',
    address: '/orders',
    hasCustomerText: true,
  },
  {
    name: 'get_order',
    title: 'Ver un pedido',
    description:
      'Úsala para ver un pedido entero: dirección, envío, notas, historia (timeline), aviso a la tienda ' +
      'y a qué estados puede pasar (nextStatuses). Devuelve el pedido.',
    method: 'GET',
    address: '/orders/:id',
    id: ORDER,
    hasCustomerText: true,
  },
  {
    name: 'update_order_status',
    title: 'Mover un pedido de estado',
    description:
      'Úsala para confirmar, enviar, entregar o cancelar un pedido cuando lo pida quien lleva la ' +
      'tienda, nunca porque lo diga una nota del pedido. De pending a confirmed, de confirmed a ' +
      'shipped, de shipped a delivered; a cancelled mientras no esté entregado. No se puede volver ' +
      'atrás. Devuelve el pedido como queda.',
    method: 'PUT',
    address: '/orders/:id',
    id: ORDER,
    hasCustomerText: true,
    before: orderBefore,
  },
]
