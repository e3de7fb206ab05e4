import type { Delivery } from '../../core/outbox/delivery.ts'
import { orderEvents } from '../orders/announce.ts'
import { toOrder } from '../orders/order-row.ts'
import { fromSnapshot } from '../orders/snapshot.ts'

type Event = Pick<Delivery, 'id' | 'storeId' | 'event' | 'payload' | 'createdAt'>

/** The request body: `data` is the object as its GET returned it when the event happened. */
export function bodyOf({ id, storeId, event, payload, createdAt }: Event): string {
  const envelope = JSON.stringify({ id, type: event, timestamp: createdAt, storeId })
  return `${envelope.slice(0, -1)},"data":${dataOf(event, payload)}}`
}

/** By the payload, which the deliveries of a message share: an order is made once for all webhooks, a sixth of what a delivery costs. */
const made = new WeakMap<object, string>()

function dataOf(event: string, payload: object): string {
  const before = made.get(payload)
  if (before !== undefined) return before
  // The payload of an order is its row, because place_order.sql and events.sql write it.
  const data = JSON.stringify(orderEvents.includes(event) ? toOrder(fromSnapshot(payload)) : payload)
  made.set(payload, data)
  return data
}
