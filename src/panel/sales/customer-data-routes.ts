import type { App } from '../../core/http/app.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import type { Cell } from '../../core/values/csv.ts'
import { exportCustomer, type CustomerExport } from '../../customers/export.ts'
import { sendCsv, sendFile } from '../download.ts'
import { orderHeaders, orderRow } from '../parts/order-rows.ts'
import { enterStore } from '../register.ts'

/** Downloads of a customer's data: all of it as JSON, the orders as CSV. */
export function customerDataRoutes(app: App) {
  for (const type of ['json', 'csv'] as const) {
    app.get(
      `/t/:slug/clientes/:id/datos.${type}`,
      { config: { idempotent: false } },
      async (request, reply) => {
        const context = await enterStore(app, request, reply, 'customers:read')
        if (!context) return reply
        const { sql, session, store, params } = context
        holdStreamedFile(reply, session.accountId)
        const data = await exportCustomer(sql, store.id, params['id']!)
        const name = `datos-${data.customer.phone.slice(1)}`
        return type === 'csv'
          ? sendCsv(reply, name, orderRows(data), store.currency)
          : sendFile(reply, `${name}.json`, 'application/json', JSON.stringify(data, null, 2))
      },
    )
  }
}

const orderRows = ({ orders }: CustomerExport): Cell[][] => [orderHeaders, ...orders.map(orderRow)]
