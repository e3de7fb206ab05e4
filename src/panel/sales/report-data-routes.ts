import type { App } from '../../core/http/app.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import type { Sql } from '../../core/database/db.ts'
import { applyLimit } from '../../core/limits/rate-limit.ts'
import type { Cell } from '../../core/values/csv.ts'
import { readAllCustomers } from '../../customers/read-all.ts'
import { readAllOrders } from '../../orders/read-all.ts'
import { readSales, type PeriodSales } from '../../stats/sales.ts'
import { sendCsv, streamCsv, toRows } from '../download.ts'
import { orderHeaders, orderRow } from './order-rows.ts'
import { toNumber } from './report.ts'
import { enterStore } from '../register.ts'
import { periodOf } from './report-page.ts'

/** Whole tables of one store: each is read for as long as it takes. */
const DOWNLOAD_LIMIT = { name: 'download', max: 10, seconds: 60 }

/** The numbers of the report for a spreadsheet, and every order and customer that they come from. */
export function reportDataRoutes(app: App) {
  route('ventas', salesRows)
  route('productos', productRows)
  wholeRoute('pedidos', ordersOf)
  wholeRoute('clientes', customersOf)

  function route(name: string, rowsOf: (sales: PeriodSales, currency: string) => Cell[][]) {
    app.get(`/t/:slug/reporte/${name}.csv`, {}, async (request, reply) => {
      const context = await enterStore(app, request, reply, 'stats:read')
      if (!context) return reply
      const { sql, store } = context
      const [period, { count, unit }] = periodOf(context.query)
      const sales = await readSales(sql, store, { count, unit })
      return sendCsv(reply, `${name}-${period}`, rowsOf(sales, store.currency), store.currency)
    })
  }

  function wholeRoute(name: string, tableOf: (sql: Sql, storeId: string) => Table) {
    const options = {}
    app.get(`/t/:slug/reporte/${name}.csv`, options, async (request, reply) => {
      const context = await enterStore(app, request, reply, 'stats:read')
      if (!context) return reply
      const { sql, session, store } = context
      applyLimit(reply, DOWNLOAD_LIMIT, await app.hits.count(DOWNLOAD_LIMIT, store.id))
      holdStreamedFile(reply, session.accountId)
      return streamCsv(reply, `${name}-${store.slug}`, tableOf(sql, store.id), store.currency)
    })
  }
}

type Table = Parameters<typeof streamCsv>[2]

const ordersOf = (sql: Sql, storeId: string): Table => ({
  headers: orderHeaders,
  pages: toRows(readAllOrders(sql, storeId), orderRow),
})

const customersOf = (sql: Sql, storeId: string): Table => ({
  headers: [
    'Nombre',
    'Teléfono',
    'Dirección',
    'Pedidos',
    'Compró',
    'Moneda',
    'Primer pedido',
    'Último pedido',
  ],
  pages: toRows(readAllCustomers(sql, storeId), (customer) => [
    customer.name, customer.phone, customer.address, customer.orderCount, customer.totalSpent, customer.currency,
    customer.firstOrderAt, customer.lastOrderAt,
  ]), // prettier-ignore
})

const salesRows = ({ buckets }: PeriodSales, currency: string): Cell[][] => [
  ['Desde', 'Pedidos', 'Ventas', 'Comparado con', 'Pedidos antes', 'Ventas antes', 'Moneda'],
  ...buckets.map(({ day, orders, amount, before }) => [
    day, orders, toNumber(amount, currency), before.day, before.orders, toNumber(before.amount, currency), currency,
  ]),
] // prettier-ignore

const productRows = ({ products }: PeriodSales, currency: string): Cell[][] => [
  ['Producto', 'Vendidos', 'Ventas', 'Moneda'],
  ...products.map(({ name, unitsSold, revenue }) => [name, unitsSold, revenue, currency]),
]
