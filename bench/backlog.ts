// A backlog of webhook deliveries, put into the outbox at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { OutboxMessage } from '../src/core/outbox/delivery.ts'
import { enqueue } from '../src/core/outbox/outbox.ts'
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

type FirstOrder = Omit<OutboxMessage, 'to'> & { webhookIds: string[] }

/** Enqueues a backlog, the first order of each store many times for each webhook, and waits until all of it is recorded. */
export async function deliverBacklog(service: Bench, receiver: Receiver): Promise<Sent> {
  const cpu = await service.cpu()
  const firstOrders = await service.sql<FirstOrder[]>`
    select distinct on (store_id) store_id, event, subject_id, payload, (
      select array_agg(id) from webhooks where webhooks.store_id = deliveries.store_id
    ) as webhook_ids
    from deliveries
    join delivery_payloads using (store_id)
    where delivery_payloads.id = payload_id`
  const messages = firstOrders.map(({ webhookIds, ...message }) => ({
    ...message,
    to: webhookIds.map((recipient) => ({ kind: 'webhook' as const, recipient })),
  }))
  const backlog = Array.from({ length: BACKLOG / STORES / WEBHOOKS }, () => messages).flat()
  await service.sql.begin((tx) => enqueue(tx, backlog))
  await allDone(service)
  const cpuMicroseconds = (((await service.cpu()) - cpu) / BACKLOG) * 1e6
  const began = Math.min(...(await receiver.arrivals()).map(({ at }) => at))
  const [{ ended }] = await service.sql<[{ ended: string }]>`select max(finished_at) as ended from deliveries`
  return { perSecond: (BACKLOG / (Date.parse(ended) - began)) * 1000, cpuMicroseconds }
}

export async function allDone({ sql }: Bench) {
  while ((await sql`select from deliveries where state = 'waiting' limit 1`).length > 0) await sleep(20)
}
