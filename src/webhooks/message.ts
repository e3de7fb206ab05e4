import type { Delivery } from '../core/outbox.ts'
import { fromSnapshot, toOrder } from '../orders/order.ts'

type Event = Pick<Delivery, 'id' | 'storeId' | 'event' | 'payload' | 'createdAt'>

/** The body that a webhook gets: `data` is the object as its GET showed it when the event happened. */
export function messageOf({ id, storeId, event, payload, createdAt }: Event) {
  return { id, type: event, timestamp: createdAt, storeId, data: dataOf(event, payload) }
}

// An order is told of by its row: what places it runs inside the database.
function dataOf(event: string, payload: object): object {
  return event === 'order.created' ? toOrder(fromSnapshot(payload as Record<string, unknown>)) : payload
}
