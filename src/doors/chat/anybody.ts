import type { Tx } from '../../core/database/db.ts'
import { verifyPhone } from '../../features/orders/verify-phone.ts'
import { requestRestock } from '../../features/restock/request.ts'
import { deleteRequestsOf } from '../../features/restock/requests.ts'
import { changeOptOut, hasOptedOut } from '../../features/whatsapp/opt-outs.ts'
import { tell, type Conversation, type Reply } from './conversation.ts'

/**
 * What anybody may write, an owner or not: `baja` and `alta`, the code of a product that they wait for, and the one that confirms the
 * phone of an order.
 * @returns undefined where the message is none of it
 */
export async function replyToAnybody({ service, tx, message }: Conversation): Promise<Reply | undefined> {
  if (message.kind !== 'text') return undefined
  const { phone, text } = message
  const answer =
    (await optOutOrIn(tx, phone, text)) ??
    (await requestRestock({ service, tx, phone, text })) ??
    (await verifyPhone(tx, phone, text))
  return answer === null ? undefined : tell({ text: answer })
}

async function optOutOrIn(tx: Tx, phone: string, text: string): Promise<string | null> {
  const answer = await changeOptOut(tx, phone, text)
  if (answer !== null && (await hasOptedOut(tx, phone))) await deleteRequestsOf(tx, phone)
  return answer
}
