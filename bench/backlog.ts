// A backlog of webhook deliveries, put into the outbox at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { addWebhook } from '../src/features/webhooks/create.ts'
import type { Sent } from './baseline-posts.ts'
import type { Receiver } from './receiver.ts'
import type { Bench } from './service.ts'
import { shops } from './shops.ts'

export const BACKLOG = 8_000
export const STORES = 20
export const WEBHOOKS = 5

type Targets = { webhooks?: number; url?: string; whatsappNumber?: string }

/** Stores with so many webhooks each, all to one address, or with a number for notices. */
export async function shopsWith(
  { sql }: Bench,
  count: number,
  { webhooks = 0, url, whatsappNumber: number }: Targets = {},
) {
  const made = await shops(sql, count, 2)
  for (const { id } of made) {
    if (number) {
      await sql`update stores set whatsapp_number = ${number}, confirmed_number = ${number} where id = ${id}`
    } else {
      await sql`update stores set whatsapp_number = null where id = ${id}`
    }
    for (let i = 0; i < webhooks; i++) {
      await addWebhook(sql, { storeId: id, url: url!, events: ['order.created'], allowPrivate: true })
    }
  }
  return made
}

/** Enqueues a backlog, the first order of each store many times for each webhook, and waits until all of it is recorded. */
export async function deliverBacklog(service: Bench, receiver: Receiver): Promise<Sent> {
  const cpu = await service.cpu()
  await service.sql`
    with targets as (
      select store_id, subject_id, payload, traceparent, new_id() as payload_id
      from (
        select distinct on (deliveries.store_id) deliveries.store_id, subject_id, payload, traceparent
        from deliveries
        join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
      ) as first
      cross join generate_series(1, ${BACKLOG / STORES / WEBHOOKS}::int)
    ), enqueued as (
      insert into delivery_payloads (store_id, id, payload, traceparent)
      select store_id, payload_id, payload, traceparent
      from targets
    )
    insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id)
    select targets.store_id, new_id(), 'webhook', webhooks.id, 'order.created', subject_id, payload_id
    from targets
    join webhooks on webhooks.store_id = targets.store_id`
  await allDone(service)
  const cpuMicroseconds = (((await service.cpu()) - cpu) / BACKLOG) * 1e6
  const began = Math.min(...(await receiver.arrivals()).map(({ at }) => at))
  const [{ ended }] = await service.sql<[{ ended: string }]>`select max(finished_at) as ended from deliveries`
  return { perSecond: (BACKLOG / (Date.parse(ended) - began)) * 1000, cpuMicroseconds }
}

export async function allDone({ sql }: Bench) {
  while ((await sql`select from deliveries where state = 'waiting' limit 1`).length > 0) await sleep(20)
}
