import { MAX_ROWS } from '../database/purge-rows.ts'
import type { Db, Tx } from '../database/db.ts'
import type { DeliveryKind } from './delivery.ts'

/** Deletes replies to people's messages with their texts, a day after they were enqueued: WhatsApp takes none later. */
export async function purgeOldAnswers(sql: Db): Promise<boolean> {
  const { count } = await sql`
    with old_ones as (
      select store_id, id
      from deliveries
      where kind = 'answer' and created_at < now() - interval '1 day'
      limit ${MAX_ROWS}
    ), deleted as (
      delete from deliveries
      using old_ones
      where deliveries.store_id = old_ones.store_id and deliveries.id = old_ones.id
      returning deliveries.store_id, payload_id
    )
    delete from delivery_payloads
    using deleted
    where delivery_payloads.store_id = deleted.store_id and delivery_payloads.id = deleted.payload_id`
  return count === MAX_ROWS
}

export async function deleteDeliveriesAbout(
  tx: Tx,
  storeId: string,
  kind: DeliveryKind,
  subjectIds: string[],
) {
  await tx`
    delete from deliveries
    where store_id = ${storeId} and kind = ${kind} and subject_id = any(${subjectIds})`
}

/** Deletes replies to people's messages, in any state, that contain one of these texts. */
export async function deleteAnswersWith(tx: Tx, storeId: string, texts: string[]) {
  await tx`
    with deleted as (
      delete from deliveries
      using delivery_payloads
      where deliveries.store_id = ${storeId} and deliveries.kind = 'answer'
      and delivery_payloads.store_id = ${storeId} and delivery_payloads.id = deliveries.payload_id
      and exists (select from unnest(${texts}::text[]) as text where strpos(payload::text, text) > 0)
      returning payload_id
    )
    delete from delivery_payloads
    using deleted
    where delivery_payloads.store_id = ${storeId} and delivery_payloads.id = deleted.payload_id`
}

/** Erases the stored response bodies of deliveries about these subjects: they may quote the payload. */
export async function eraseResponsesAbout(tx: Tx, storeId: string, subjectIds: string[]) {
  await tx`
    update deliveries
    set answer = null
    where store_id = ${storeId} and subject_id = any(${subjectIds}) and answer is not null`
}
