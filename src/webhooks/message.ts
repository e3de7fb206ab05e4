import type { Delivery } from '../core/outbox/outbox.ts'
import { fromSnapshot, toOrder } from '../orders/order.ts'

type Event = Pick<Delivery, 'id' | 'storeId' | 'event' | 'payload' | 'createdAt'>

/** The body that a webhook gets: `data` is the object as its GET showed it when the event happened. */
export function bodyOf({ id, storeId, event, payload, createdAt }: Event): string {
  const envelope = JSON.stringify({ id, type: event, timestamp: createdAt, storeId })
  return `${envelope.slice(0, -1)},"data":${dataOf(event, payload)}}`
}

// What several webhooks are told is put into words once.
const words = new WeakMap<object, string>()

function dataOf(event: string, payload: object): string {
  const known = words.get(payload)
  if (known !== undefined) return known
  // An order is told of by its row: what places it runs inside the database.
  const data = JSON.stringify(event === 'order.created' ? toOrder(fromSnapshot(payload)) : payload)
  words.set(payload, data)
  return data
}
