import type { Delivery } from '../core/outbox/delivery.ts'
import { orderEvents } from '../orders/announce.ts'
import { toOrder } from '../orders/order-row.ts'
import { fromSnapshot } from '../orders/snapshot.ts'

type Event = Pick<Delivery, 'id' | 'storeId' | 'event' | 'payload' | 'createdAt'>

/** The request body: `data` is the object as its GET returned it when the event happened. */
export function bodyOf({ id, storeId, event, payload, createdAt }: Event): string {
  const envelope = JSON.stringify({ id, type: event, timestamp: createdAt, storeId })
  return `${envelope.slice(0, -1)},"data":${serializedData(event, payload)}}`
}

// Serialised once per payload object, which the deliveries of one message share.
const serializedByPayload = new WeakMap<object, string>()

function serializedData(event: string, payload: object): string {
  const known = serializedByPayload.get(payload)
  if (known !== undefined) return known
  // The payload of an order is its row, because place_order.sql and events.sql write it.
  const data = JSON.stringify(orderEvents.includes(event) ? toOrder(fromSnapshot(payload)) : payload)
  serializedByPayload.set(payload, data)
  return data
}
