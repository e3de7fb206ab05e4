import { discounts } from '../../../features/discounts/discount.ts'
import type { Tool } from '../tool.ts'

const DISCOUNT = 'El id que da list_discounts, no su código'

export const discountTools: Tool[] = [
  {
    name: 'list_discounts',
    title: 'Ver los descuentos',
    description: 'Los códigos de descuento, con su id, si están activos, cuándo vencen y cuánto se usaron.',
    operation: discounts.list,
  },
  {
    name: 'create_discount',
    title: 'Crear un descuento',
    description:
      'Un código que baja el total: type=percentage con value de 1 a 100, o type=fixed con value en la ' +
      'moneda de la tienda.',
    operation: discounts.create,
  },
  {
    name: 'update_discount',
    title: 'Cambiar un descuento',
    description:
      'Cambia un código o lo apaga (isActive=false): envía solo lo que cambia, con los campos de ' +
      'create_discount.',
    operation: discounts.update,
    id: DISCOUNT,
    before: discounts.find,
  },
  {
    name: 'delete_discount',
    title: 'Borrar un descuento',
    description:
      'Quita un código del todo; para pausarlo, update_discount con isActive=false. Los pedidos que lo ' +
      'usaron no cambian.',
    operation: discounts.delete,
    id: DISCOUNT,
    before: discounts.find,
  },
]
