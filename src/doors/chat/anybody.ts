import { askForPhone, verifyPhone } from '../../features/orders/verify-phone.ts'
import { requestRestock } from '../../features/restock/request.ts'
import { deleteRequestsOf } from '../../features/restock/requests.ts'
import { isUserId } from '../../features/whatsapp/identities.ts'
import { closeQuestion, findQuestion } from '../../features/whatsapp/message.ts'
import { changeOptOut, readOptOut } from '../../features/whatsapp/opt-outs.ts'
import { SILENCE, tell, type Conversation, type Reply } from './conversation.ts'

/**
 * What anybody may write, an owner or not: `baja` and `alta`, the code of a product that they wait for, the one that confirms the phone
 * of an order, and the contact that we asked for.
 * @returns undefined where the message is none of it
 */
export async function replyToAnybody(conversation: Conversation): Promise<Reply | undefined> {
  const { kind } = conversation.message
  if (kind === 'contact') return replyToContact(conversation)
  if (kind !== 'text') return undefined
  return (
    (await changeOwnOptOut(conversation)) ??
    told(await requestRestock({ ...conversation, ...conversation.message })) ??
    (await replyToCode(conversation))
  )
}

const told = (text: string | null): Reply | undefined => (text === null ? undefined : tell({ text }))

/** Where nothing changes, nothing is sent. */
export async function changeOwnOptOut({ tx, message }: Conversation): Promise<Reply | undefined> {
  const text = await changeOptOut(tx, message.phone, message.text)
  if (readOptOut(message.text) === 'out') await deleteRequestsOf(tx, message.phone)
  return text === '' ? SILENCE : told(text)
}

/** Who hides the number is asked for the contact, by which the order's phone is confirmed. */
async function replyToCode({ tx, message: { phone, text } }: Conversation): Promise<Reply | undefined> {
  if (!isUserId(phone)) return told(await verifyPhone(tx, phone, text))
  const asked = await askForPhone(tx, text)
  return asked?.asksContact ? { send: asked, outcome: 'asked' } : told(asked?.text ?? null)
}

/** Confirms the phone of the order whose code this person has sent before. It says nothing of whose phone theirs is. */
async function replyToContact({ tx, message, countUnhandled }: Conversation): Promise<Reply> {
  const question = await findQuestion(tx, message)
  if (question) await closeQuestion(tx, question.n)
  const text = question ? await verifyPhone(tx, message.payload!, question.text) : null
  if (text === null) countUnhandled([message.text])
  return told(text) ?? SILENCE
}
