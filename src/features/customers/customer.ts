import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { Nullable } from '../../core/http/schema.ts'

export const Customer = Type.Object(
  {
    id: Type.String(),
    name: Type.String({
      description: 'Como lo escribió en su último pedido; los que anota la tienda no lo cambian',
    }),
    phone: Type.String({ description: 'E.164; uno por cliente' }),
    address: Nullable(Type.String({ description: 'La última que dio' })),
    orderCount: Type.Integer({ description: 'Todos sus pedidos, también los cancelados; no los de prueba' }),
    totalSpent: Type.Number({ description: 'Suma de sus pedidos confirmados, enviados y entregados' }),
    currency: Type.String({ description: 'ISO 4217' }),
    firstOrderAt: Type.String({ format: 'date-time' }),
    lastOrderAt: Type.String({ format: 'date-time' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Customer', description: 'Cliente' },
)
export type Customer = Static<typeof Customer>

export const customerColumns = (sql: Sql) => sql`
  customers.id, customers.name, customers.phone, customers.address, customers.order_count, customers.total_spent,
  store.currency, customers.first_order_at, customers.last_order_at, customers.created_at, customers.updated_at`
