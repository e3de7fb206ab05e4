import type { Tx } from '../database/db.ts'
import type { DeliveryKind } from './outbox.ts'

/** Deletes the deliveries of a kind that are about these subjects, whatever became of them: nothing tells whom they went to. */
export async function withdraw(tx: Tx, storeId: string, kind: DeliveryKind, subjectIds: string[]) {
  await tx`
    delete from deliveries
    where store_id = ${storeId} and kind = ${kind} and subject_id = any(${subjectIds})`
}

/** Records that messages which the provider took were not delivered. */
export async function failDelivered(tx: Tx, kind: DeliveryKind, messageIds: string[], reason: string) {
  await tx`
    update deliveries
    set state = 'failed', reason = ${reason}
    where kind = ${kind} and message_id = any(${messageIds})
    and coalesce(state, '') = 'done' -- not an indexable condition, so that the planner uses the index on message_id`
}
