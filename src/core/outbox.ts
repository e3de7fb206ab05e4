import type { Tx } from './db.ts'
import { newId } from './id.ts'

export type DeliveryKind = 'whatsapp' | 'webhook' | 'mail'

type NewDelivery = {
  storeId: string
  kind: DeliveryKind
  /** Whom it goes to: the owner's number, the webhook's id, a mail address. */
  recipient: string
  event: string
  /** The order or product that it tells of. */
  subjectId: string | null
  payload: object
  /** `held` waits until someone releases it; `waiting` is taken as soon as it is due. */
  state?: 'waiting' | 'held'
}

/** What has to leave the service, taken by one worker for a while. */
export type Delivery = Required<NewDelivery> & {
  id: string
  /** Counts this attempt. A worker that lost its lease is told by it: its record is not taken any more. */
  attempts: number
  createdAt: string
}

/** Writes deliveries in the transaction of the change that they tell of: both commit, or neither does. */
export async function enqueue(tx: Tx, deliveries: NewDelivery[]) {
  if (deliveries.length === 0) return
  const rows = deliveries.map(
    ({ storeId, kind, recipient, event, subjectId, payload, state = 'waiting' }) => {
      return { store_id: storeId, id: newId(), kind, recipient, event, subject_id: subjectId, payload, state }
    },
  )
  await tx`
    insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload, state)
    select store_id, id, kind, recipient, event, subject_id, payload, state
    from jsonb_to_recordset(${tx.json(rows as never)}) as rows (
      store_id text, id text, kind text, recipient text, event text, subject_id text, payload jsonb, state text
    )`
}
