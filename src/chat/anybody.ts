import { verifyPhone } from '../orders/verify-phone.ts'
import { changeOptOut } from '../whatsapp/opt-outs.ts'
import { tell, type Conversation, type Reply } from './conversation.ts'

/**
 * What anybody may write, an owner or not: `baja` and `alta`, and the code that confirms the phone of an order.
 * @returns undefined where the message is none of it
 */
export async function replyToAnybody({ tx, message }: Conversation): Promise<Reply | undefined> {
  if (message.kind !== 'text') return undefined
  const text =
    (await changeOptOut(tx, message.phone, message.text)) ??
    (await verifyPhone(tx, message.phone, message.text))
  return text === null ? undefined : tell({ text })
}
