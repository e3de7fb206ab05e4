import type { Sql } from '../database/db.ts'
import type { DeliveryKind } from './outbox.ts'

type Due = { kind: DeliveryKind; count: number; since: string }

export const DELIVERY_KINDS: DeliveryKind[] = ['whatsapp', 'customer', 'webhook', 'mail', 'push']

/** Counting stops here, so that a long backlog costs no more. */
const MAX_COUNTED = 1_000
const MAX_PENDING = 10_000

/** Deliveries that are due and not in flight, by kind; at most 1,000 of each are counted. */
export function listDue(sql: Sql): Promise<Due[]> {
  return sql<Due[]>`
    select kinds.kind, count(*) as count, min(due.due_at) as since
    from unnest(${DELIVERY_KINDS}::text[]) as kinds (kind)
    cross join lateral (
      select due_at
      from deliveries
      where kind = kinds.kind
      and state = 'waiting'
      and due_at <= statement_timestamp()
      and (leased_until is null or leased_until <= statement_timestamp())
      order by due_at
      limit ${MAX_COUNTED}
    ) as due
    group by kinds.kind
    order by since`
}

/** Waiting deliveries, due or not, by kind; at most 10,000 of each are counted. */
export function listPending(sql: Sql): Promise<Omit<Due, 'since'>[]> {
  return sql<Omit<Due, 'since'>[]>`
    select kinds.kind, count(*) as count
    from unnest(${DELIVERY_KINDS}::text[]) as kinds (kind)
    cross join lateral (
      select
      from deliveries
      where kind = kinds.kind and state = 'waiting'
      limit ${MAX_PENDING}
    ) as pending
    group by kinds.kind`
}
