import type { Fragment, Sql } from '../database/db.ts'
import { DELIVERY_KINDS, type DeliveryKind } from './delivery.ts'

type Due = { kind: DeliveryKind; count: number; since: string }

/** Counting stops here, so that a long backlog costs no more. */
const MAX_COUNTED = 1_000
const MAX_PENDING = 10_000

/** Deliveries that are due and not in flight, by kind; at most 1,000 of each are counted. */
export function listDue(sql: Sql): Promise<Due[]> {
  const due = ofEachKind(
    sql,
    (kind) => sql`
      (
        select kind, due_at
        from deliveries
        where kind = ${kind}
        and state = 'waiting'
        and due_at <= statement_timestamp()
        and (leased_until is null or leased_until <= statement_timestamp())
        order by due_at
        limit ${MAX_COUNTED}
      )`,
  )
  return sql<Due[]>`
    select kind, count(*) as count, min(due_at) as since
    from (${due}) as due
    group by kind
    order by since`
}

/** Waiting deliveries, due or not, by kind; at most 10,000 of each are counted. */
export function listPending(sql: Sql): Promise<Omit<Due, 'since'>[]> {
  const pending = ofEachKind(
    sql,
    (kind) =>
      sql`(select kind from deliveries where kind = ${kind} and state = 'waiting' limit ${MAX_PENDING})`,
  )
  return sql<Omit<Due, 'since'>[]>`
    select kind, count(*) as count
    from (${pending}) as pending
    group by kind`
}

const ofEachKind = (sql: Sql, query: (kind: DeliveryKind) => Fragment): Fragment =>
  DELIVERY_KINDS.map(query).reduce((all, next) => sql`${all} union all ${next}`)
