import { storeBefore } from '../load-before.ts'
import type { Tool } from '../tool.ts'

export const storeTools: Tool[] = [
  {
    name: 'get_store',
    title: 'Ver la tienda',
    description:
      'Úsala primero, para saber en qué tienda trabajas: nombre, dirección pública (url), moneda de ' +
      'todos los precios, WhatsApp, mensaje de los pedidos, horario, cómo se paga y plan. Devuelve la tienda.',
    method: 'GET',
    address: '/store',
  },
  {
    name: 'update_store',
    title: 'Cambiar los ajustes de la tienda',
    description:
      'Úsala para cambiar nombre, dirección (slug), descripción, WhatsApp, moneda, mensaje de los ' +
      'pedidos, domicilio, Instagram, horario, cierre por vacaciones (closedUntil), cómo pagar, pedido mínimo ' +
      'o desde cuánto el envío es gratis. Envía solo lo que cambia; null borra un dato opcional. Cambiar slug cambia la dirección ' +
      'pública, y la moneda no cambia cuando ya hay pedidos. Devuelve la tienda como queda.',
    method: 'PUT',
    address: '/store',
    before: storeBefore,
  },
]
