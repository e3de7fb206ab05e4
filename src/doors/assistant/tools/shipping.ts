import { findShippingOption } from '../../../features/shipping/get.ts'
import { listShippingOptions } from '../../../features/shipping/list.ts'
import { createShippingOption } from '../../../features/shipping/create.ts'
import { updateShippingOption } from '../../../features/shipping/update.ts'
import { deleteShippingOption } from '../../../features/shipping/delete.ts'
import type { Tool } from '../tool.ts'

const OPTION = 'El id que da list_shipping_options'

export const shippingTools: Tool[] = [
  {
    name: 'list_shipping_options',
    title: 'Ver las opciones de envío',
    description: 'Cómo entrega la tienda y cuánto cobra por ello, por posición, con sus id.',
    operation: listShippingOptions,
  },
  {
    name: 'create_shipping_option',
    title: 'Crear una opción de envío',
    description:
      'Una forma de entrega: domicilio, mensajería, recoger en tienda (kind=pickup). Bastan name y price ' +
      '(0 si es gratis). Con areas, el precio cambia por barrio o municipio.',
    operation: createShippingOption,
  },
  {
    name: 'update_shipping_option',
    title: 'Cambiar una opción de envío',
    description:
      'Cambia una forma de entrega o la oculta (isActive=false): envía solo lo que cambia, con los campos ' +
      'de create_shipping_option.',
    operation: updateShippingOption,
    id: OPTION,
    before: findShippingOption,
  },
  {
    name: 'delete_shipping_option',
    title: 'Borrar una opción de envío',
    description: 'Quita una forma de entrega del todo. Los pedidos que la eligieron no cambian.',
    operation: deleteShippingOption,
    id: OPTION,
    before: findShippingOption,
  },
]
