import { transaction, type Db } from '../../../core/database/db.ts'
import type { Provider } from '../../orders/payment.ts'
import { readPayable } from '../../orders/record-payment.ts'
import { enqueueCheck } from './enqueue-check.ts'
import { FIRST_SEARCH } from './page.ts'

/** A search that comes later than this after the page was made is the last one: the next would be after 48 hours. */
const LAST_AFTER_HOURS = 24
const MAX_PAGES = 200

type DuePage = { storeId: string; orderId: string; provider: Provider; pageId: string }

/**
 * Searches the payments of orders that are still unpaid: notifications get lost, and genuine ones with bad signatures are known. The
 * pauses double, from ten minutes to 48 hours after the page was made. @returns whether there are more
 */
export async function searchUnpaid(sql: Db): Promise<boolean> {
  const due = await sql<DuePage[]>`
    select store_id, order_id, provider, page_id
    from payment_pages
    where search_at <= statement_timestamp()
    order by search_at
    limit ${MAX_PAGES}`
  for (const page of due) await searchPage(sql, page)
  return due.length === MAX_PAGES
}

function searchPage(sql: Db, { storeId, orderId, provider, pageId }: DuePage) {
  return transaction(sql, async (tx) => {
    const order = await readPayable(tx, storeId, orderId)
    const isUnpaid = order?.paymentState === 'PENDING' || order?.paymentState === 'REVIEW'
    await tx`
      update payment_pages
      set
        search_at = case
          when ${isUnpaid} and created_at > statement_timestamp() - make_interval(hours => ${LAST_AFTER_HOURS})
          then statement_timestamp() + greatest(statement_timestamp() - created_at, make_interval(secs => ${FIRST_SEARCH}))
        end
      where store_id = ${storeId} and order_id = ${orderId}`
    if (isUnpaid) await enqueueCheck(tx, { storeId, provider, orderId, pageId })
  })
}
