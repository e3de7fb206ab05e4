import type { Loop } from '../../core/jobs/loop.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { customerParameters, findCustomerNotice } from '../orders/customer-notice.ts'
import { startMessages, type Options, type Sender } from './message-loop.ts'
import { CUSTOMER_OPTED_OUT } from './errors.ts'
import { customerCaps, sendIfAllowed } from './limits.ts'
import { sendTemplate, type Envelope } from './send.ts'

/** Delivers the messages about confirmed and sent orders to the customers who want them: one for each status. */
export const startCustomerNotices = (options: Options): Loop =>
  startMessages(options, { kind: 'customer', maxConcurrent: 20, send: notifyCustomer })

async function notifyCustomer(sender: Sender, [delivery]: Delivery[], envelope: Envelope) {
  const { sql, httpClient, api } = sender
  const { storeId, event } = delivery!
  const notice = await findCustomerNotice(sql, delivery!)
  if (!notice) return null
  const template = api.customerTemplate
  const message = { ...envelope, template, parameters: customerParameters(notice, event) }
  const { to } = envelope
  const caps = await customerCaps(sql, storeId, to)
  return sendIfAllowed(sender, { to, optedOut: CUSTOMER_OPTED_OUT, caps }, () =>
    sendTemplate(httpClient, api, message),
  )
}
