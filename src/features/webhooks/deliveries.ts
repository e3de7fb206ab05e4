import type { Sql } from '../../core/database/db.ts'
import { fromOffset } from '../../core/database/from-offset.ts'
import { notFound } from '../../core/errors/errors.ts'
import type { Page } from '../../core/http/page.ts'
import { bodyOf } from './message.ts'
import { t } from '../../core/texts/text.ts'

/** A delivery as the panel lists it; the API shows less (`list-logs.ts`). */
export type DeliveryRow = {
  id: string
  event: string
  state: 'waiting' | 'done' | 'failed' | 'paused'
  status: number | null
  duration: number | null
  reason: string | null
  attempts: number
  createdAt: string
  dueAt: string
}

const columns = (sql: Sql) => sql`
  deliveries.id, event, state, status, duration, reason, attempts, deliveries.created_at,
  due_at`

/** The newest first. */
export async function listDeliveries(sql: Sql, storeId: string, webhookId: string, { limit, offset }: Page) {
  // Without a condition on the kind, so that rows are counted in the index alone; a webhook's id is no other recipient's.
  const listed = sql`from deliveries where store_id = ${storeId} and recipient = ${webhookId}`
  const rows = sql`${listed} order by created_at desc, id desc`
  const [data, [{ total }]] = await Promise.all([
    sql<DeliveryRow[]>`
      select ${columns(sql)}
      ${listed} ${fromOffset(sql, offset, { key: sql`created_at, id`, direction: 'desc', rows })}
      order by created_at desc, id desc
      limit ${limit}`,
    sql<[{ total: number }]>`select count(*) as total ${listed}`,
  ])
  return { data, total, limit, offset }
}

export type DeliveryDetail = DeliveryRow & {
  webhookId: string
  requestBody: string
  responseBody: string | null
}

/** A delivery with the body that is sent, and the beginning of the last response. @throws 404 */
export async function getDelivery(sql: Sql, storeId: string, id: string): Promise<DeliveryDetail> {
  const [row] = await sql<
    (DeliveryRow & { webhookId: string; responseBody: string | null; payload: object })[]
  >`
    select ${columns(sql)}, recipient as webhook_id, answer as response_body, delivery_payloads.payload
    from deliveries
    join delivery_payloads using (store_id)
    where store_id = ${storeId}
    and delivery_payloads.id = deliveries.payload_id
    and deliveries.id = ${id}
    and kind = 'webhook'`
  if (!row) throw notFound(t('La entrega'))
  const { payload, ...delivery } = row
  return { ...delivery, requestBody: bodyOf({ ...delivery, storeId, payload }) }
}
