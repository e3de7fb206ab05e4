import type { Db, Tx } from '../database/db.ts'
import { DELIVERY_KINDS, type Delivery } from './delivery.ts'

export type Woken = Pick<Delivery, 'kind' | 'recipient'>

/**
 * Makes the next claim look at these recipients. Every change after which more of a recipient may be claimed has to call it, in
 * its transaction: claims know of no other recipients (db/functions/claim_due.sql).
 */
export async function wakeRecipients(tx: Tx, woken: readonly Woken[]): Promise<void> {
  if (woken.length === 0) return
  await tx`
    insert into recipient_wakes (kind, recipients)
    select kind, array_agg(distinct recipient)
    from unnest(
      ${woken.map(({ kind }) => kind)}::text[],
      ${woken.map(({ recipient }) => recipient)}::text[]
    ) as woken (kind, recipient)
    group by kind`
}

/** Wakes recipients of late deliveries that were written by other code than this, such as the last release's. */
export async function wakeMissed(sql: Db): Promise<boolean> {
  await sql`select wake_missed(kind) from unnest(${[...DELIVERY_KINDS]}::text[]) as kind`
  return false
}
