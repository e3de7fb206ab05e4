import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { fromOffset } from '../../core/database/from-offset.ts'
import { listOf, pageQuery, toPage } from '../../core/http/page.ts'
import { Instant, Reference, SingleLine } from '../../core/http/schema.ts'
import { likePattern } from '../../core/values/text.ts'
import { MAX_AREA_NAME } from '../shipping/area.ts'
import { namesLike } from './customer-names.ts'
import { PaymentState } from './payment.ts'
import { OrderStatus, OrderSummary } from './order.ts'
import { summaryColumns, toSummary, type OrderRow } from './order-row.ts'

const OrdersQuery = Type.Object({
  ...pageQuery(),
  status: Type.Optional(OrderStatus),
  search: Type.Optional(
    SingleLine({
      min: 0,
      max: 120,
      description: 'Número (o 3 caracteres de él), nombre o teléfono',
    }),
  ),
  from: Type.Optional(Instant('Creados desde entonces')),
  to: Type.Optional(Instant('Creados antes')),
  paymentState: Type.Optional(PaymentState),
  paymentMethodId: Type.Optional(Reference('Su forma de pago')),
  area: Type.Optional(SingleLine({ max: MAX_AREA_NAME, description: 'Zona de entrega' })),
  updatedSince: Type.Optional(Instant('Cambiados desde entonces, el último primero')),
})
type OrdersQuery = Static<typeof OrdersQuery>

export const listOrders = operation({
  id: 'listOrders',
  rest: 'GET /orders',
  scope: 'orders:read',
  summary: 'Listar pedidos',
  description: 'Los pedidos de la tienda, los más nuevos primero.',
  query: OrdersQuery,
  response: { 200: listOf(OrderSummary) },
  async run({ sql, store, query }) {
    return toPage(query, await readOrders(sql, store.id, query))
  },
})

export async function readOrders(sql: Sql, storeId: string, query: OrdersQuery) {
  const [rows, [count]] = await Promise.all([
    selectOrders(sql, storeId, query),
    isFiltered(query)
      ? sql<[{ total: number }]>`
          select count(*) as total from orders where store_id = ${storeId} ${filtersOf(sql, storeId, query)}`
      : sql<[{ total: number }]>`select counted(${storeId}, ${counterNames(query.status)}) as total`,
  ])
  return { data: rows.map(toSummary), total: count.total }
}

export function selectOrders(sql: Sql, storeId: string, query: OrdersQuery) {
  const listed = sql`from orders where store_id = ${storeId} ${filtersOf(sql, storeId, query)}`
  const { key, order } = orderingOf(sql, query)
  const start = { key, direction: 'desc', rows: sql`${listed} ${order}` } as const
  return sql<OrderRow[]>`
    select ${summaryColumns(sql)}
    ${listed} ${fromOffset(sql, query.offset, start)}
    ${order}
    limit ${query.limit}`
}

/** Those of a status that wait longest, the first of them first: the status index, read backwards. */
export const selectOldest = (sql: Sql, storeId: string, status: OrderStatus, limit: number) => sql<
  OrderRow[]
>`
  select ${summaryColumns(sql)}
  from orders
  where store_id = ${storeId} ${filtersOf(sql, storeId, { status })}
  order by status desc, created_at, id
  limit ${limit}`

// The columns of one index, so that a page is read from it: see db/indexes.sql for those that are not of a status.
function orderingOf(sql: Sql, query: OrdersQuery) {
  if (query.updatedSince) return { key: sql`updated_at, id`, order: sql`order by updated_at desc, id desc` }
  return { key: sql`created_at, id`, order: sql`order by ${firstOf(sql, query)} created_at desc, id desc` }
}

function firstOf(sql: Sql, { status, paymentState, paymentMethodId, area }: OrdersQuery) {
  if (area) return sql`shipping_area,`
  if (paymentMethodId) return sql`(payment ->> 'methodId'),`
  if (paymentState) return sql`payment_state,`
  return status ? sql`status,` : sql``
}

function counterNames(status: OrderStatus | undefined): string[] {
  return (status ? [status] : OrderStatus.enum).map((name) => `orders.${name}`)
}

const isFiltered = ({ limit: _limit, offset: _offset, status: _status, ...filters }: OrdersQuery) =>
  Object.values(filters).some(Boolean)

// Written as a range, and in `order by` too, so that the planner uses the index of the column.
function filtersOf(sql: Sql, storeId: string, query: Omit<OrdersQuery, 'limit' | 'offset'>) {
  const { status, search, from, to, paymentState, paymentMethodId, area, updatedSince } = query
  return sql`
    ${status ? sql`and status between ${status} and ${status}` : sql``}
    ${paymentState ? sql`and payment_state between ${paymentState} and ${paymentState}` : sql``}
    ${paymentMethodId ? sql`and payment ->> 'methodId' between ${paymentMethodId} and ${paymentMethodId}` : sql``}
    ${area ? sql`and shipping_area between ${area} and ${area}` : sql``}
    ${updatedSince ? sql`and updated_at >= ${updatedSince}` : sql``}
    ${from ? sql`and created_at >= ${from}` : sql``}
    ${to ? sql`and created_at < ${to}` : sql``}
    ${search ? sql`and ${matches(sql, storeId, search)}` : sql``}`
}

/** Searches the customers' names and the order numbers, which are indexed, instead of scanning the orders. */
function matches(sql: Sql, storeId: string, search: string) {
  const named = sql`
    (customer_id, customer_name) in (
      select customer_id, customer_names.name
      from customer_names
      where store_id = ${storeId} and ${namesLike(sql, search)}
    )`
  const number = orderNumberPart(search)
  if (!number || number === 'PED') return named // all numbers begin with PED, and so do names: Pedro
  if (PREFIX.includes(number)) return sql`true`
  const isWhole = number.startsWith(PREFIX) && number.length === PREFIX.length + 6
  return sql`order_number in (
    select order_number from orders where store_id = ${storeId} and ${named}
    union all
    select order_number
    from orders
    where store_id = ${storeId} and order_number ${isWhole ? sql`= ${number}` : sql`like ${likePattern(number)}`}
  )`
}

const PREFIX = 'PED-'

/** The search text in upper case when it may be part of an order number (`7k3q`); null when it can't be. */
function orderNumberPart(search: string): string | null {
  const number = search.toUpperCase()
  return /^(?=.{3})(?:(?:P?E)?D?-)?[0-9A-HJKMNP-TV-Z]{0,6}$/.test(number) ? number : null
}
