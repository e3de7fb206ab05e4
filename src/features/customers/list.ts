import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { fromOffset } from '../../core/database/from-offset.ts'
import { listOf, pageQuery, toPage } from '../../core/http/page.ts'
import { SingleLine } from '../../core/http/schema.ts'
import { namesLike } from '../orders/customer-names.ts'
import { Customer, customerColumns } from './customer.ts'

const CustomersQuery = Type.Object({
  ...pageQuery(),
  search: Type.Optional(SingleLine({ min: 0, max: 120, description: 'Nombre o teléfono' })),
})
type CustomersQuery = Static<typeof CustomersQuery>

export const listCustomers = operation({
  id: 'listCustomers',
  rest: 'GET /customers',
  scope: 'customers:read',
  summary: 'Listar clientes',
  description: 'Los clientes de la tienda, primero los del pedido más nuevo.',
  query: CustomersQuery,
  response: { 200: listOf(Customer) },
  async run({ sql, store, query }) {
    return toPage(query, await selectCustomers(sql, store.id, query))
  },
})

export async function selectCustomers(sql: Sql, storeId: string, { search, limit, offset }: CustomersQuery) {
  const filter = search ? sql`and ${matches(sql, storeId, search)}` : sql``
  const listed = sql`where customers.store_id = ${storeId} and order_count > 0 ${filter}`
  const order = sql`order by last_order_at desc, customers.id desc`
  const key = sql`last_order_at, customers.id`
  const start = { key, direction: 'desc', rows: sql`from customers ${listed} ${order}` } as const
  const [data, [count]] = await Promise.all([
    sql<Customer[]>`
      select ${customerColumns(sql)}
      from (
        select *
        from customers
        ${listed} ${fromOffset(sql, offset, start)}
        ${order}
        limit ${limit}
      ) as customers
      cross join (select currency from stores where id = ${storeId}) as store
      ${order}`,
    search
      ? sql<[{ total: number }]>`select count(*) as total from customers ${listed}`
      : sql<[{ total: number }]>`select counted(${storeId}, array['customers']) as total`,
  ])
  return { data: [...data], total: count.total }
}

/** Searches all names that customers ordered under, and keeps the matches of their current name. */
function matches(sql: Sql, storeId: string, search: string) {
  return sql`(customers.id, customers.name) in (
    select customer_id, customer_names.name
    from customer_names
    where store_id = ${storeId} and ${namesLike(sql, search)}
  )`
}
