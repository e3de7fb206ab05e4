import type { Delivery } from '../core/outbox/delivery.ts'
import { orderEvents } from '../orders/announce.ts'
import { toOrder } from '../orders/order-row.ts'
import { fromSnapshot } from '../orders/snapshot.ts'

type Event = Pick<Delivery, 'id' | 'storeId' | 'event' | 'payload' | 'createdAt'>

/** The request body: `data` is the object as its GET returned it when the event happened. */
export function bodyOf({ id, storeId, event, payload, createdAt }: Event): string {
  // The payload of an order is its row, because place_order.sql and events.sql write it.
  const data = orderEvents.includes(event) ? toOrder(fromSnapshot(payload)) : payload
  return JSON.stringify({ id, type: event, timestamp: createdAt, storeId, data })
}
