import { shippingOptionBefore } from '../load-before.ts'
import type { Tool } from '../tool.ts'

const OPTION = 'Identificador de la opción de envío: el id que devuelve list_shipping_options'

export const shippingTools: Tool[] = [
  {
    name: 'list_shipping_options',
    title: 'Ver las opciones de envío',
    description:
      'Úsala para ver cómo entrega la tienda y cuánto cobra por ello. Devuelve una página (data, total, limit, offset) por posición.',
    method: 'GET',
    address: '/shipping',
  },
  {
    name: 'create_shipping_option',
    title: 'Crear una opción de envío',
    description:
      'Úsala para ofrecer una forma de entrega: envío a domicilio, mensajería, recoger en tienda (kind=pickup). ' +
      'Bastan name y price (0 si es gratis), en la moneda de la tienda. Devuelve la opción con su id.',
    method: 'POST',
    address: '/shipping',
  },
  {
    name: 'update_shipping_option',
    title: 'Cambiar una opción de envío',
    description:
      'Úsala para cambiar nombre, precio, plazo u orden de una forma de entrega, o para ocultarla ' +
      '(isActive=false). Envía solo lo que cambia. Devuelve la opción como queda.',
    method: 'PUT',
    address: '/shipping/:id',
    id: OPTION,
    before: shippingOptionBefore,
  },
  {
    name: 'delete_shipping_option',
    title: 'Borrar una opción de envío',
    description:
      'Úsala cuando pidan quitar una forma de entrega del todo. Los pedidos que la eligieron no cambian. Devuelve el id borrado.',
    method: 'DELETE',
    address: '/shipping/:id',
    id: OPTION,
    before: shippingOptionBefore,
  },
]
