import { discountBefore } from '../load-before.ts'
import type { Tool } from '../tool.ts'

const DISCOUNT = 'Identificador del descuento: el id que devuelve list_discounts, no su código'

export const discountTools: Tool[] = [
  {
    name: 'list_discounts',
    title: 'Ver los descuentos',
    description:
      'Úsala para ver los códigos de descuento, su id, si están activos, cuándo vencen y cuántas veces ' +
      'se usaron. Devuelve una página (data, total, limit, offset).',
    method: 'GET',
    address: '/discounts',
  },
  {
    name: 'create_discount',
    title: 'Crear un descuento',
    description:
      'Úsala para crear un código que baja el total: type=percentage con value de 1 a 100, o type=fixed ' +
      'con value en la moneda de la tienda. Se le puede poner un mínimo de compra, un máximo de usos y ' +
      'fechas. Devuelve el descuento con su id.',
    method: 'POST',
    address: '/discounts',
  },
  {
    name: 'update_discount',
    title: 'Cambiar un descuento',
    description:
      'Úsala para cambiar un código, su valor, sus fechas o sus límites, o para apagarlo ' +
      '(isActive=false). Envía solo lo que cambia. Devuelve el descuento como queda.',
    method: 'PUT',
    address: '/discounts/:id',
    id: DISCOUNT,
    before: discountBefore,
  },
  {
    name: 'delete_discount',
    title: 'Borrar un descuento',
    description:
      'Úsala cuando pidan quitar un código del todo; para pausarlo usa update_discount con ' +
      'isActive=false. Los pedidos que lo usaron no cambian. Devuelve el id borrado.',
    method: 'DELETE',
    address: '/discounts/:id',
    id: DISCOUNT,
    before: discountBefore,
  },
]
