import type { Loop } from '../../core/jobs/loop.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { customerParameters, findCustomerNotice } from '../orders/customer-notice.ts'
import { startMessages, type Composed, type Options, type To } from './message-loop.ts'
import { CUSTOMER_OPTED_OUT } from './errors.ts'
import { customerCaps } from './limits.ts'
import { toTemplate } from './send.ts'

/** Delivers the messages about confirmed and sent orders to the customers who want them: one for each status. */
export const startCustomerNotices = (options: Options): Loop =>
  startMessages(options, { kind: 'customer', maxConcurrent: 20, compose: notice })

async function notice([delivery]: Delivery[], { sql, api, to }: To): Promise<Composed | null> {
  const { storeId, event } = delivery!
  const found = await findCustomerNotice(sql, delivery!)
  if (!found) return null
  return {
    content: toTemplate(api, {
      template: api.customerTemplate,
      parameters: customerParameters(found, event),
    }),
    unrequested: { optedOut: CUSTOMER_OPTED_OUT, caps: await customerCaps(sql, storeId, to) },
  }
}
