import { newId } from '../../core/values/id.ts'
import type { DemoOrder, OnSale } from './orders.ts'
import type { Random } from './random.ts'

type Event = {
  id: string
  type: 'ADD_TO_CART' | 'CHECKOUT_COMPLETED'
  session_id: string
  metadata: object
  at: string
}

const ABANDONED_CARTS_PER_ORDER = 3.6
const MINUTE = 60_000

export function makeEvents(
  random: Random,
  { now, days }: { now: number; days: number },
  orders: DemoOrder[],
  catalog: OnSale[],
): Event[] {
  const event = (type: Event['type'], session: string, metadata: object, at: number): Event => {
    return { id: newId(), type, session_id: session, metadata, at: new Date(at).toISOString() }
  }
  const bought = orders.flatMap(({ id, items, created_at }) => {
    const [session, at] = [newId(), Date.parse(created_at)]
    const added = items.map(({ productId }, n) =>
      event('ADD_TO_CART', session, { productId }, at - (2 + n * 3 + random.below(4)) * MINUTE),
    )
    return [...added, event('CHECKOUT_COMPLETED', session, { orderId: id }, at)]
  })
  const abandoned = Array.from({ length: Math.round(orders.length * ABANDONED_CARTS_PER_ORDER) }, () => {
    const { id } = random.weighted(catalog, ({ popularity }) => popularity)
    const at = now - Math.ceil(random.next() ** 1.35 * days * 24 * 60) * MINUTE
    return event('ADD_TO_CART', newId(), { productId: id }, at)
  })
  return [...bought, ...abandoned]
}
