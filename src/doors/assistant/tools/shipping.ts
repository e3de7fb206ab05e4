import { shippingOptions } from '../../../features/shipping/shipping-option.ts'
import type { Tool } from '../tool.ts'

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
