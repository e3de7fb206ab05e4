import { listProducts } from '../../../features/products/list.ts'
import { findProduct, getProduct } from '../../../features/products/get.ts'
import { readDetail } from '../../../features/products/offered-groups.ts'
import { createProduct } from '../../../features/products/create.ts'
import { updateProduct } from '../../../features/products/update.ts'
import { deleteProduct } from '../../../features/products/delete.ts'
import { categories } from '../../../features/categories/category.ts'
import type { LoadBefore, Tool } from '../tool.ts'

const PRODUCT = 'El id que da list_products'
const CATEGORY = 'El id que da list_categories'

const readProduct: LoadBefore = async (sql, storeId, id) =>
  readDetail(sql, storeId, await findProduct(sql, storeId, id))

export const catalogTools: Tool[] = [
  {
    name: 'list_products',
    title: 'Buscar productos',
    description:
      'Busca productos por texto, categoría, precio o estado, y da sus id. Sin filtros, los activos, los ' +
      'más nuevos primero, con sus variantes activas.',
    operation: listProducts,
  },
  {
    name: 'get_product',
    title: 'Ver un producto',
    description:
      'Un producto del que ya tienes el id, esté activo o no, con sus variantes activas, o todas con ' +
      'variants=all.',
    operation: getProduct,
    id: PRODUCT,
  },
  {
    name: 'create_product',
    title: 'Crear un producto',
    description:
      'Pone un producto en el catálogo. Bastan name y price, en la moneda de la tienda; tallas, tamaños o ' +
      'sabores van en variants, con un valor de cada una de las options si las hay. Antes de repetir una ' +
      'llamada que falló, mira con list_products si ya existe.',
    operation: createProduct,
    sendsWebhooks: true,
  },
  {
    name: 'update_product',
    title: 'Cambiar un producto',
    description:
      'Cambia un producto: envía solo los campos de create_product que cambian; isActive=false lo oculta. ' +
      'variants es el conjunto completo: lo que falte se quita, así que lee antes el producto y conserva ' +
      'sus id; sin stock, cada una conserva el suyo, que los pedidos descuentan.',
    operation: updateProduct,
    id: PRODUCT,
    sendsWebhooks: true,
    before: readProduct,
  },
  {
    name: 'delete_product',
    title: 'Borrar un producto',
    description:
      'Solo cuando pidan quitar un producto del todo; para dejar de venderlo por un tiempo, ' +
      'update_product con isActive=false. Los pedidos que ya lo llevan no cambian.',
    operation: deleteProduct,
    id: PRODUCT,
    sendsWebhooks: true,
    before: readProduct,
  },
  {
    name: 'list_categories',
    title: 'Ver las categorías',
    description: 'Las categorías por posición, con su id y cuántos productos tiene cada una.',
    operation: categories.list,
  },
  {
    name: 'create_category',
    title: 'Crear una categoría',
    description:
      'Una categoría nueva; después se asigna con categoryId en create_product o update_product. Basta ' +
      'name.',
    operation: categories.create,
  },
  {
    name: 'update_category',
    title: 'Cambiar una categoría',
    description:
      'Cambia nombre, orden (position) o visibilidad de una categoría: envía solo lo que cambia, con los ' +
      'campos de create_category.',
    operation: categories.update,
    id: CATEGORY,
    before: categories.find,
  },
  {
    name: 'delete_category',
    title: 'Borrar una categoría',
    description: 'Quita una categoría. Sus productos no se borran: quedan sin categoría.',
    operation: categories.delete,
    id: CATEGORY,
    before: categories.find,
  },
]
