import type { Tx } from '../../core/database/db.ts'
import type { Loop } from '../../core/jobs/loop.ts'
import type { Delivery } from '../../core/outbox/delivery.ts'
import { phoneKey } from '../../core/values/phone.ts'
import { oneLine } from '../orders/notice.ts'
import { startMessages, type Options } from '../whatsapp/message-loop.ts'
import { undelivered } from '../whatsapp/errors.ts'
import { lockPhonesOf } from '../whatsapp/identities.ts'
import { restockCaps } from '../whatsapp/limits.ts'
import { toTemplate } from '../whatsapp/send.ts'
import type { Addresses } from '../stores/address.ts'
import { look } from './enqueue.ts'
import { findWanted, wantedUrl, type Wanted } from './wanted.ts'

type Settings = { service: Addresses; template: string }

export const startRestockNotices = ({ service, template, ...options }: Options & Settings): Loop =>
  startMessages(options, {
    kind: 'restock',
    // Few, so that many people who wait for one product leave the provider's throughput to messages about orders.
    maxConcurrent: 5,
    async compose([delivery], { sql, api, to }) {
      const { storeId, subjectId } = delivery!
      const wanted = await findWanted(sql, { storeId, variantId: subjectId! })
      if (!wanted?.isAvailable) return null
      return {
        content: toTemplate(api, wanted.store.language, {
          template,
          parameters: () => parametersOf(wanted, service),
        }),
        unrequested: { optedOut: undelivered.restock, caps: restockCaps(to) },
      }
    },
    onNotNeeded: waitAgain,
  })

/** The three parameters of the template: product, store, and the product's page. */
const parametersOf = (wanted: Wanted, service: Addresses) => [
  oneLine(wanted.name, 120),
  oneLine(wanted.store.name, 60),
  wantedUrl(service, wanted),
]

/** Sold out again before the notice has left: whoever waits keeps their place. */
async function waitAgain(tx: Tx, [delivery]: Delivery[]): Promise<void> {
  if (!delivery) return // another worker has it
  const { storeId, subjectId, recipient, payload } = delivery
  const { waitsSince } = payload as { waitsSince: string }
  const phone = (await lockPhonesOf(tx, [recipient])).get(recipient) ?? recipient
  await tx`
    insert into restock_requests (store_id, variant_id, phone, created_at)
    select store_id, id, ${phoneKey(phone)}, ${waitsSince}::timestamptz
    from variants
    where store_id = ${storeId} and id = ${subjectId}
    on conflict (store_id, variant_id, phone) do nothing`
  await look(tx, storeId)
}
