import type { App } from '../../core/http/app.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import { exportCustomer, type CustomerExport } from '../../customers/export.ts'
import { streamCsv, streamFile, toRows } from '../download.ts'
import { orderHeaders, orderRow } from './order-rows.ts'
import { enterStore } from '../register.ts'

/** Downloads of a customer's data: all of it as JSON, the orders as CSV. */
export function customerDataRoutes(app: App) {
  for (const type of ['json', 'csv'] as const) {
    app.get(`/t/:slug/clientes/:id/datos.${type}`, {}, async (request, reply) => {
      const context = await enterStore(app, request, reply, 'customers:read')
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

/** One object, whose orders are written as they are read. */
async function* jsonOf({ orders, ...rest }: CustomerExport): AsyncGenerator<string> {
  yield `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "orders": [`
  let separator = '\n'
  for await (const some of orders) {
    yield separator + some.map((order) => JSON.stringify(order, null, 2)).join(',\n')
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}
