import { categoryBefore, productBefore } from '../load-before.ts'
import type { Tool } from '../tool.ts'

const PRODUCT = 'Identificador del producto: el id que devuelve list_products'
const CATEGORY = 'Identificador de la categoría: el id que devuelve list_categories'

export const catalogTools: Tool[] = [
  {
    name: 'list_products',
    title: 'Buscar productos',
    description:
      'Úsala para ver o buscar productos por texto, categoría, precio o estado, y para conocer sus id. ' +
      'Sin filtros trae los activos, los más nuevos primero. Devuelve una página (data, total, limit, ' +
      'offset) con precios y variantes activas; pide la siguiente con offset.',
    method: 'GET',
    address: '/products',
  },
  {
    name: 'get_product',
    title: 'Ver un producto',
    description:
      'Úsala para ver un producto del que ya tienes el id, esté activo o no. Devuelve el producto con ' +
      'sus variantes activas, o todas con variants=all.',
    method: 'GET',
    address: '/products/:id',
    id: PRODUCT,
  },
  {
    name: 'create_product',
    title: 'Crear un producto',
    description:
      'Úsala para poner un producto en el catálogo. Bastan name y price, en la moneda de la tienda; si ' +
      'hay tallas, tamaños o sabores van en variants, cada una con su precio si es distinto. Devuelve ' +
      'el producto creado con su id. Antes de repetir una llamada que falló, mira con list_products si ' +
      'ya existe.',
    method: 'POST',
    address: '/products',
    sendsWebhooks: true,
  },
  {
    name: 'update_product',
    title: 'Cambiar un producto',
    description:
      'Úsala para cambiar precio, nombre, descripción, foto, categoría o variantes, o para ocultarlo ' +
      '(isActive=false). Envía solo lo que cambia. Si envías variants, ese es el conjunto completo: las ' +
      'que falten se quitan, así que lee antes el producto y conserva sus id. Devuelve el producto como ' +
      'queda.',
    method: 'PUT',
    address: '/products/:id',
    id: PRODUCT,
    sendsWebhooks: true,
    before: productBefore,
  },
  {
    name: 'delete_product',
    title: 'Borrar un producto',
    description:
      'Úsala solo cuando pidan quitar un producto del todo; para dejar de venderlo por un tiempo usa ' +
      'update_product con isActive=false. Los pedidos que ya lo llevan no cambian. Devuelve el id ' +
      'borrado.',
    method: 'DELETE',
    address: '/products/:id',
    id: PRODUCT,
    sendsWebhooks: true,
    before: productBefore,
  },
  {
    name: 'list_categories',
    title: 'Ver las categorías',
    description:
      'Úsala para conocer las categorías, sus id y cuántos productos tienen, por ejemplo antes de ' +
      'asignar una a un producto. Devuelve una página (data, total, limit, offset) por posición.',
    method: 'GET',
    address: '/categories',
  },
  {
    name: 'create_category',
    title: 'Crear una categoría',
    description:
      'Úsala para agrupar productos bajo un nombre nuevo; después asígnala con categoryId en ' +
      'create_product o update_product. Basta name. Devuelve la categoría con su id.',
    method: 'POST',
    address: '/categories',
  },
  {
    name: 'update_category',
    title: 'Cambiar una categoría',
    description:
      'Úsala para cambiar el nombre, el orden (position) o la visibilidad (isActive) de una categoría. ' +
      'Envía solo lo que cambia. Devuelve la categoría como queda.',
    method: 'PUT',
    address: '/categories/:id',
    id: CATEGORY,
    before: categoryBefore,
  },
  {
    name: 'delete_category',
    title: 'Borrar una categoría',
    description:
      'Úsala cuando pidan quitar una categoría. Sus productos no se borran: quedan sin categoría. Devuelve el id borrado.',
    method: 'DELETE',
    address: '/categories/:id',
    id: CATEGORY,
    before: categoryBefore,
  },
]
