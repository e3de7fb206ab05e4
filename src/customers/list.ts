import Type, { type Static } from 'typebox'
import type { App } from '../core/app.ts'
import type { Sql } from '../core/db.ts'
import { listOf, pageQuery } from '../core/page.ts'
import { phonePart } from '../core/phone.ts'
import { Line } from '../core/schema.ts'
import { contains } from '../core/text.ts'
import { customerColumns } from './columns.ts'
import { Customer } from './customer.ts'

export const CustomersQuery = Type.Object({
  ...pageQuery(),
  search: Type.Optional(Line({ min: 0, max: 120, description: 'Nombre o teléfono' })),
})
type CustomersQuery = Static<typeof CustomersQuery>

export function listCustomersRoute(app: App) {
  app.get('/customers', {
    config: { scope: 'customers:read' },
    schema: {
      operationId: 'listCustomers',
      summary: 'Listar clientes',
      description: 'Los clientes de la tienda, primero los del pedido más nuevo.',
      querystring: CustomersQuery,
      response: { 200: listOf(Customer) },
    },
    async handler({ sql, store, query }) {
      const { limit, offset } = query
      return { ...(await listCustomers(sql, store.id, query)), limit, offset }
    },
  })
}

export async function listCustomers(sql: Sql, storeId: string, { search, limit, offset }: CustomersQuery) {
  const filter = search ? sql`and ${matches(sql, search)}` : sql``
  const [data, [count]] = await Promise.all([
    sql<Customer[]>`
      select ${customerColumns(sql)}
      from customers
      join stores on stores.id = customers.store_id
      where customers.store_id = ${storeId} ${filter}
      order by last_order_at desc, customers.id desc
      limit ${limit} offset ${offset}`,
    search
      ? sql<[{ total: number }]>`
          select count(*) as total from customers where store_id = ${storeId} ${filter}`
      : sql<[{ total: number }]>`select counted(${storeId}, array['customers']) as total`,
  ])
  return { data: [...data], total: count.total }
}

function matches(sql: Sql, search: string) {
  const digits = phonePart(search)
  return sql`(
    fold(customers.name) like fold(${contains(search)})
    ${digits ? sql`or customers.phone like ${contains(digits)}` : sql``}
  )`
}
