import { listOrders } from '../../../features/orders/list.ts'
import { getOrder, readOrder } from '../../../features/orders/get.ts'
import { updateOrder } from '../../../features/orders/update.ts'
import type { Tool } from '../tool.ts'
import { discounts } from '../../../features/discounts/discount.ts'
import { shippingOptions } from '../../../features/shipping/shipping-option.ts'

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

const OPTION = 'El id que da list_shipping_options'

export const shippingTools: Tool[] = [
  {
    name: 'list_shipping_options',
    title: 'Ver las opciones de envío',
    description: 'Cómo entrega la tienda y cuánto cobra por ello, por posición, con sus id.',
    operation: shippingOptions.list,
  },
  {
    name: 'create_shipping_option',
    title: 'Crear una opción de envío',
    description:
      'Una forma de entrega: domicilio, mensajería, recoger en tienda (kind=pickup). Bastan name y price ' +
      '(0 si es gratis). Con areas, el precio cambia por barrio o municipio.',
    operation: shippingOptions.create,
  },
  {
    name: 'update_shipping_option',
    title: 'Cambiar una opción de envío',
    description:
      'Cambia una forma de entrega o la oculta (isActive=false): envía solo lo que cambia, con los campos ' +
      'de create_shipping_option.',
    operation: shippingOptions.update,
    id: OPTION,
    before: shippingOptions.find,
  },
  {
    name: 'delete_shipping_option',
    title: 'Borrar una opción de envío',
    description: 'Quita una forma de entrega del todo. Los pedidos que la eligieron no cambian.',
    operation: shippingOptions.delete,
    id: OPTION,
    before: shippingOptions.find,
  },
]
