import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { App } from '../../../core/http/app.ts'
import { holdStreamedFile } from '../../../core/http/unread-bodies.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { type Cell, toCsv } from '../../../core/values/csv.ts'
import { toNumber } from '../../../core/values/exact-amount.ts'
import { readAllCustomers, exportCustomer, type CustomerExport } from '../../../features/customers/export.ts'
import { readAllOrders } from '../../../features/orders/read-all.ts'
import { rangesOf, readSales, type PeriodSales } from '../../../features/stats/sales.ts'
import { enterStore } from '../register.ts'
import { itemTextInFull } from '../../../features/orders/message.ts'
import type { Order } from '../../../features/orders/order.ts'
import { paymentLabels } from '../orders/payment-labels.ts'
import { statusLabels } from '../orders/order-status.ts'
import type { StoreContext } from '../page.ts'
import { chosenPeriod } from './report-page.ts'
import type { Language } from '../../../core/texts/language.ts'
import { Localized, t } from '../../../core/texts/text.ts'

type Cells = (Cell | Localized)[]

const inLanguage = (language: Language, rows: Cells[]): Cell[][] =>
  rows.map((row) => row.map((cell) => (cell instanceof Localized ? cell.in(language) : cell)))

/** Whole tables of one store: each is read for as long as it takes. */
const DOWNLOAD_LIMIT = { name: 'download', max: 10, seconds: 60 }

/** The numbers of the report for a spreadsheet, and every order and customer that they come from. */
export function reportDataRoutes(app: App) {
  route('ventas', salesRows)
  route('productos', productRows)
  wholeRoute('pedidos', ordersOf)
  wholeRoute('clientes', customersOf)

  function route(name: string, rowsOf: (sales: PeriodSales, currency: string) => Cells[]) {
    app.get(`/t/:slug/reporte/${name}.csv`, async (request, reply) => {
      const context = await enterStore({ app, request, reply }, 'stats:read')
      if (!context) return reply
      const { sql, store } = context
      const { period, ...chosen } = validPeriod(context)
      const sales = await readSales(sql, store, period)
      return sendCsv(reply, `${name}-${chosen.name}`, rowsOf(sales, store.currency), store.currency)
    })
  }

  function wholeRoute(name: string, tableOf: (context: StoreContext) => Table) {
    app.get(`/t/:slug/reporte/${name}.csv`, async (request, reply) => {
      const context = await enterStore({ app, request, reply }, 'stats:read')
      if (!context) return reply
      const { session, store } = context
      applyLimit(reply, DOWNLOAD_LIMIT, await app.hits.count(DOWNLOAD_LIMIT, store.id))
      holdStreamedFile(reply, session.accountId)
      return streamCsv(reply, `${name}-${store.slug}`, tableOf(context), store.currency)
    })
  }
}

type Table = Parameters<typeof streamCsv>[2]

function ordersOf(context: StoreContext): Table {
  const { sql, store, query } = context
  const isPart = ['periodo', 'desde', 'hasta'].some((name) => name in query)
  const range = isPart ? rangesOf(store, validPeriod(context).period, Date.now()).range : undefined
  return { headers: orderHeaders, pages: toRows(readAllOrders(sql, store.id, range), orderRow) }
}

/** @throws 400 for dates that are none */
function validPeriod(context: StoreContext) {
  const { error, ...chosen } = chosenPeriod(context)
  if (error !== undefined) throw invalid('desde', 'invalid', error)
  return chosen
}

const orderHeaders = [
  t('Pedido'), t('Fecha'), t('Estado'), t('Nombre'), t('Teléfono'), t('Dirección'), t('Artículos'), t('Subtotal'),
  t('Descuento'), t('Total'), t('Moneda'), t('Notas'), t('Forma de pago'), t('Pago'), t('Comprobante'),
] // prettier-ignore

const orderRow = (order: Order): Cells => [
  order.orderNumber,
  order.createdAt,
  statusLabels(order).name,
  order.customerName,
  order.customerPhone,
  order.customerAddress,
  order.items.map(itemTextInFull).join('; '),
  order.subtotal,
  order.discount?.amount ?? 0,
  order.total,
  order.currency,
  order.notes,
  order.payment?.name ?? null,
  order.payment && paymentLabels[order.payment.state].name,
  order.payment?.reference ?? null,
]

const customersOf = ({ sql, store }: StoreContext): Table => ({
  headers: [
    t('Nombre'),
    t('Teléfono'),
    t('Dirección'),
    t('Pedidos'),
    t('Compró'),
    t('Moneda'),
    t('Primer pedido'),
    t('Último pedido'),
  ],
  pages: toRows(readAllCustomers(sql, store.id), (customer) => [
    customer.name, customer.phone, customer.address, customer.orderCount, customer.totalSpent, customer.currency,
    customer.firstOrderAt, customer.lastOrderAt,
  ]), // prettier-ignore
})

const salesRows = ({ buckets }: PeriodSales, currency: string): Cells[] => [
  [t('Desde'), t('Pedidos'), t('Ventas'), t('Comparado con'), t('Pedidos antes'), t('Ventas antes'), t('Moneda')],
  ...buckets.map(({ day, orders, amount, before }) => [
    day, orders, toNumber(amount, currency), before.day, before.orders, toNumber(before.amount, currency), currency,
  ]),
] // prettier-ignore

const productRows = ({ products }: PeriodSales, currency: string): Cells[] => [
  [t('Producto'), t('Vendidos'), t('Ventas'), t('Moneda')],
  ...products.map(({ name, unitsSold, revenue }) => [name, unitsSold, revenue, currency]),
]

export function customerDataRoutes(app: App) {
  for (const type of ['json', 'csv'] as const) {
    app.get(`/t/:slug/clientes/:id/datos.${type}`, async (request, reply) => {
      const context = await enterStore({ app, request, reply }, 'customers:read')
      if (!context) return reply
      const { sql, session, store, params } = context
      holdStreamedFile(reply, session.accountId)
      const data = await exportCustomer(sql, store.id, params['id']!)
      const name = `datos-${data.customer.phone.slice(1)}`
      return type === 'csv'
        ? streamCsv(reply, name, tableOf(data), store.currency)
        : streamFile(reply, `${name}.json`, 'application/json', jsonOf(data))
    })
  }
}

const tableOf = ({ orders }: CustomerExport) => ({ headers: orderHeaders, pages: toRows(orders, orderRow) })

async function* jsonOf({ orders, ...rest }: CustomerExport): AsyncGenerator<string> {
  yield `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "orders": [`
  let separator = '\n'
  for await (const some of orders) {
    yield separator + some.map((order) => JSON.stringify(order, null, 2)).join(',\n')
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

const sendCsv = (reply: FastifyReply, name: string, rows: Cells[], currency: string) =>
  sendFile(reply, `${name}.csv`, 'text/csv', toCsv(inLanguage(reply.request.language, rows), currency))

const streamCsv = (
  reply: FastifyReply,
  name: string,
  { headers, pages }: { headers: Cells; pages: AsyncIterable<Cells[]> },
  currency: string,
) =>
  streamFile(reply, `${name}.csv`, 'text/csv', piecesOf(reply.request.language, { headers, pages }, currency))

const streamFile = (reply: FastifyReply, name: string, type: string, pieces: AsyncIterable<string>) =>
  sendFile(reply, name, type, Readable.from(pieces, { objectMode: false }))

const sendFile = (reply: FastifyReply, name: string, type: string, body: string | Readable) =>
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(body)

async function* piecesOf(
  language: Language,
  { headers, pages }: { headers: Cells; pages: AsyncIterable<Cells[]> },
  currency: string,
) {
  yield toCsv(inLanguage(language, [headers]), currency)
  for await (const rows of pages) yield toCsv(inLanguage(language, rows), currency).slice(1) // its byte order mark
}

async function* toRows<T>(pages: AsyncIterable<T[]>, rowOf: (one: T) => Cells) {
  for await (const some of pages) yield some.map(rowOf)
}
