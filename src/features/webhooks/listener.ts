import { MAX_ROWS } from '../../core/database/purge-rows.ts'
import type { Db, Sql } from '../../core/database/db.ts'
import { listPaused, purge } from '../../core/outbox/recipient.ts'
import { newId } from '../../core/values/id.ts'
import { recipientOf } from './webhook.ts'

/** A command line that receives a store's events while its lease lasts: created paused, so that no worker sends them. */
export type Listener = { storeId: string; id: string }

const LEASE_SECONDS = 30

export const newListener = (storeId: string): Listener => ({ storeId, id: newId() })

export async function renewListener(sql: Sql, { storeId, id }: Listener): Promise<void> {
  await sql`
    insert into webhook_listeners (store_id, id, listens_until)
    values (${storeId}, ${id}, statement_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (store_id, id) do update
    set listens_until = excluded.listens_until`
}

/** The events that wait for a listener, the oldest first. */
export const listPendingEvents = (sql: Sql, listener: Listener) => listPaused(sql, recipientOf(listener))

export async function endListener(sql: Sql, listener: Listener): Promise<void> {
  await sql`delete from webhook_listeners where store_id = ${listener.storeId} and id = ${listener.id}`
  await purge(sql, recipientOf(listener))
}

/** Ends listeners whose lease expired long ago: their process was killed. */
export async function endExpiredListeners(sql: Db): Promise<boolean> {
  const lost = await sql<Listener[]>`
    select store_id, id
    from webhook_listeners
    where listens_until < now() - interval '10 minutes'
    limit ${MAX_ROWS}`
  for (const listener of lost) await endListener(sql, listener)
  return lost.length === MAX_ROWS
}
