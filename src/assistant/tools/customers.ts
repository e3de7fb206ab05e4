import { reviewBefore } from '../load-before.ts'
import type { Tool } from '../tool.ts'

const REVIEW = 'Identificador de la reseña: el id que devuelve list_reviews'

/** Those who buy, and what they think of it. */
export const customerTools: Tool[] = [
  {
    name: 'list_reviews',
    title: 'Ver las reseñas',
    description:
      'Úsala para leer lo que opinan los clientes, o las que esperan moderación (status=pending). ' +
      'Devuelve una página (data, total, limit, offset) con texto, estrellas, producto y estado.',
    method: 'GET',
    address: '/reviews',
    hasCustomerText: true,
  },
  {
    name: 'moderate_review',
    title: 'Aprobar o rechazar una reseña',
    description:
      'Úsala para publicar (status=approved) u ocultar (status=rejected) una reseña cuando lo pida ' +
      'quien lleva la tienda. Solo las aprobadas se ven. Necesita un plan de pago. Devuelve la reseña ' +
      'como queda.',
    method: 'PUT',
    address: '/reviews/:id',
    id: REVIEW,
    hasCustomerText: true,
    before: reviewBefore,
  },
  {
    name: 'delete_review',
    title: 'Borrar una reseña',
    description:
      'Úsala solo cuando pidan borrarla para siempre; para ocultarla usa moderate_review con ' +
      'status=rejected. Necesita un plan de pago. Devuelve el id borrado.',
    method: 'DELETE',
    address: '/reviews/:id',
    id: REVIEW,
    before: reviewBefore,
  },
  {
    name: 'list_customers',
    title: 'Buscar clientes',
    description:
      'Úsala para ver quién compra, o encontrar a alguien por nombre o teléfono (search). Devuelve una ' +
      'página (data, total, limit, offset) con cuántos pedidos hizo cada quien y cuánto lleva gastado.',
    method: 'GET',
    address: '/customers',
    hasCustomerText: true,
  },
  {
    name: 'get_customer',
    title: 'Ver un cliente',
    description:
      'Úsala para ver los datos de un cliente y sus pedidos más recientes, hasta 50. Devuelve el cliente con orders.',
    method: 'GET',
    address: '/customers/:id',
    id: 'Identificador del cliente: el id que devuelve list_customers',
    hasCustomerText: true,
  },
]
