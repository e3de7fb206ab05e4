import type { Delivery } from '../../core/outbox/delivery.ts'
import { formatAmount } from '../../core/values/money.ts'
import { toOrder } from '../orders/order-row.ts'
import { fromSnapshot } from '../orders/snapshot.ts'
import { TEST } from './subscription.ts'

type Store = { slug: string; storeName: string }
type Event = Pick<Delivery, 'event' | 'payload'>

type PushMessage = { title: string; body: string; tag: string; url: string }

/** The Spanish text. It appears on locked screens, so it has only the customer's first name. */
export function messageOf({ event, payload }: Event, { slug, storeName }: Store): PushMessage {
  const base = `/panel/t/${slug}`
  if (event === TEST) {
    const body = 'Así te avisaremos de cada pedido nuevo en este dispositivo.'
    return { title: `Los avisos de ${storeName} funcionan`, body, tag: TEST, url: `${base}/avisos` }
  }
  const { id, orderNumber, customerName, total, currency } = toOrder(fromSnapshot(payload))
  const [firstName = ''] = customerName.trim().split(/\s+/)
  return {
    title: `Pedido ${orderNumber} · ${storeName}`,
    body: `${firstName} · ${formatAmount(total, currency)}`,
    tag: id,
    url: `${base}/pedidos/${id}`,
  }
}
