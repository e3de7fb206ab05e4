import { getReview } from '../../../features/reviews/get.ts'
import { listReviews } from '../../../features/reviews/list.ts'
import { updateReview } from '../../../features/reviews/update.ts'
import { deleteReview } from '../../../features/reviews/delete.ts'
import { listCustomers } from '../../../features/customers/list.ts'
import { getCustomer } from '../../../features/customers/get.ts'
import type { Tool } from '../tool.ts'

const REVIEW = 'El id que da list_reviews'

export const customerTools: Tool[] = [
  {
    name: 'list_reviews',
    title: 'Ver las reseñas',
    description:
      'Lo que opinan los clientes, con estrellas, producto y estado; con status=pending, lo que espera ' +
      'moderación.',
    operation: listReviews,
    hasCustomerText: true,
  },
  {
    name: 'moderate_review',
    title: 'Aprobar o rechazar una reseña',
    description:
      'Publica (status=approved) u oculta (status=rejected) una reseña cuando lo pida quien lleva la ' +
      'tienda. Necesita un plan de pago.',
    operation: updateReview,
    id: REVIEW,
    hasCustomerText: true,
    before: getReview,
  },
  {
    name: 'delete_review',
    title: 'Borrar una reseña',
    description:
      'Solo para borrarla para siempre; para ocultarla, moderate_review con status=rejected. Necesita un ' +
      'plan de pago.',
    operation: deleteReview,
    id: REVIEW,
    hasCustomerText: true,
    before: getReview,
  },
  {
    name: 'list_customers',
    title: 'Buscar clientes',
    description:
      'Quién compra, cuántos pedidos hizo y cuánto lleva gastado; search encuentra por nombre o teléfono.',
    operation: listCustomers,
    hasCustomerText: true,
  },
  {
    name: 'get_customer',
    title: 'Ver un cliente',
    description: 'Los datos de un cliente y sus pedidos más recientes, hasta 50 (orders).',
    operation: getCustomer,
    id: 'El id que da list_customers',
    hasCustomerText: true,
  },
]
