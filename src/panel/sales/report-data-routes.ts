import type { App } from '../../core/http/app.ts'
import type { Cell } from '../../core/values/csv.ts'
import { readSales, type PeriodSales } from '../../stats/sales.ts'
import { sendCsv } from '../download.ts'
import { toNumber } from '../parts/report.ts'
import { enterStore } from '../register.ts'
import { periodOf } from './report-page.ts'

/** The numbers of the report for a spreadsheet. */
export function reportDataRoutes(app: App) {
  route('ventas', salesRows)
  route('productos', productRows)

  function route(name: string, rowsOf: (sales: PeriodSales, currency: string) => Cell[][]) {
    app.get(`/t/:slug/reporte/${name}.csv`, { config: { idempotent: false } }, async (request, reply) => {
      const context = await enterStore(app, request, reply, 'stats:read')
      if (!context) return reply
      const { sql, store } = context
      const [period, { count, unit }] = periodOf(context.query)
      const sales = await readSales(sql, store, { count, unit })
      return sendCsv(reply, `${name}-${period}`, rowsOf(sales, store.currency), store.currency)
    })
  }
}

const salesRows = ({ steps }: PeriodSales, currency: string): Cell[][] => [
  ['Desde', 'Pedidos', 'Ventas', 'Comparado con', 'Pedidos antes', 'Ventas antes', 'Moneda'],
  ...steps.map(({ day, orders, amount, before }) => [
    day, orders, toNumber(amount, currency), before.day, before.orders, toNumber(before.amount, currency), currency,
  ]),
] // prettier-ignore

const productRows = ({ products }: PeriodSales, currency: string): Cell[][] => [
  ['Producto', 'Vendidos', 'Ventas', 'Moneda'],
  ...products.map(({ name, unitsSold, revenue }) => [name, unitsSold, revenue, currency]),
]
