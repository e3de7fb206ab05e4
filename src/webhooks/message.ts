import type { Delivery } from '../core/outbox/outbox.ts'
import { toOrder } from '../orders/order.ts'
import { fromSnapshot } from '../orders/snapshot.ts'

type Event = Pick<Delivery, 'id' | 'storeId' | 'event' | 'payload' | 'createdAt'>

/** The request body: `data` is the object as its GET returned it when the event happened. */
export function bodyOf({ id, storeId, event, payload, createdAt }: Event): string {
  const envelope = JSON.stringify({ id, type: event, timestamp: createdAt, storeId })
  return `${envelope.slice(0, -1)},"data":${dataOf(event, payload)}}`
}

// Serialised once per payload object, which the deliveries of one message share.
const serialised = new WeakMap<object, string>()

function dataOf(event: string, payload: object): string {
  const known = serialised.get(payload)
  if (known !== undefined) return known
  // The payload of an order is its row, because place_order.sql writes it.
  const data = JSON.stringify(event === 'order.created' ? toOrder(fromSnapshot(payload)) : payload)
  serialised.set(payload, data)
  return data
}
