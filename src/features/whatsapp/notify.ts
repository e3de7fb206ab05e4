import type { Db } from '../../core/database/db.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { MAX_ORDERS, noticeParameters, type Notice } from '../orders/notice.ts'
import { advanceNotification } from '../orders/notification.ts'
import { fromSnapshot } from '../orders/snapshot.ts'
import { noticeButtons } from './buttons.ts'
import { startMessages, type Composed, type Options, type To } from './message-loop.ts'
import { OWNER_OPTED_OUT, CUSTOMER_OPTED_OUT } from './errors.ts'
import { ownerCaps, customerCaps } from './limits.ts'
import { toTemplate } from './send.ts'
import { languageOfNumber } from '../stores/reader-language.ts'
import { customerParameters, findCustomerNotice } from '../orders/customer-notice.ts'

/** Notifies owners of new orders. Waiting orders of one number are coalesced into one message. */
export const startNotices = (options: Options): Loop =>
  startMessages(options, {
    kind: 'whatsapp',
    maxConcurrent: 20,
    maxPerMessage: MAX_ORDERS,
    compose: notice,
    onSent: (tx, deliveries) => advanceNotification(tx, ordersOf(deliveries), 'SENT'),
    onFailed: (tx, deliveries, reason) => advanceNotification(tx, ordersOf(deliveries), 'FAILED', reason),
  })

async function notice(batch: Delivery[], { sql, api, to }: To): Promise<Composed> {
  const { storeId } = batch[0]!
  const [notices, language] = await Promise.all([readNotices(sql, batch), languageOfNumber(sql, storeId)])
  const content = toTemplate(api, language, {
    template: api.template,
    parameters: (sent) => noticeParameters(notices, sent),
    quickReplies: api.buttons ? buttonsOf(batch) : [],
  })
  return {
    content,
    unrequested: { optedOut: OWNER_OPTED_OUT, caps: await ownerCaps(sql, storeId, to) },
  }
}

const buttonsOf = (batch: Delivery[]): string[] => {
  const { storeId, batchId } = batch[0]!
  const orders = batch.map(({ subjectId }) => subjectId!)
  return noticeButtons(storeId, orders, batchId!).map(({ id }) => id)
}

/** The orders as they were placed, but for what the notice says of its own moment: whether the phone is confirmed. */
async function readNotices(sql: Db, batch: Delivery[]): Promise<Notice[]> {
  const { storeId } = batch[0]!
  const verified = await sql<{ id: string }[]>`
    select id
    from orders
    where store_id = ${storeId} and id = any(${batch.map(({ subjectId }) => subjectId)}::text[]) and phone_verified`
  const ids = new Set(verified.map(({ id }) => id))
  return batch.map(({ payload, subjectId }) => ({
    ...fromSnapshot(payload),
    phoneVerified: ids.has(subjectId!),
  }))
}

const ordersOf = (deliveries: Delivery[]) =>
  deliveries.map(({ storeId, subjectId }) => ({ storeId, id: subjectId! }))

/** Delivers the messages about confirmed and sent orders to the customers who want them: one for each status. */
export const startCustomerNotices = (options: Options): Loop =>
  startMessages(options, { kind: 'customer', maxConcurrent: 20, compose: customerNotice })

async function customerNotice([delivery]: Delivery[], { sql, api, to }: To): Promise<Composed | null> {
  const { storeId, event } = delivery!
  const found = await findCustomerNotice(sql, delivery!)
  if (!found) return null
  return {
    content: toTemplate(api, found.language, {
      template: api.customerTemplate,
      parameters: (language) => customerParameters(found, event, language),
    }),
    unrequested: { optedOut: CUSTOMER_OPTED_OUT, caps: await customerCaps(sql, storeId, to) },
  }
}
