import { attributionOf, type Caller } from '../../core/auth/caller.ts'
import { count } from '../../core/metrics/metrics.ts'
import type { Service } from '../../core/operations/operation.ts'
import { defaultLanguage, type Language } from '../../core/texts/language.ts'
import { t, wordingIn } from '../../core/texts/text.ts'
import { answer } from '../../features/whatsapp/answer.ts'
import type { Handle } from '../../features/whatsapp/inbound-loop.ts'
import { DAY, finishMessage, lockMessage, type Message } from '../../features/whatsapp/message.ts'
import { SILENCE, tell, type Conversation, type Reply } from './conversation.ts'
import { callerOf, findStores, selectStore, type ChatStore } from './find-stores.ts'
import { replyToOwner } from './owner.ts'
import { changeOwnOptOut, findLastShop, replyToAnybody, replyToUnknownSender } from './anybody.ts'
import { storeButton } from '../../features/whatsapp/buttons.ts'
import { messageIn } from '../../features/whatsapp/session-message.ts'
import { isOptOut } from '../../features/whatsapp/opt-outs.ts'
import { admitReply, countReplies, MAX_REPLIES } from '../../features/whatsapp/limits.ts'
import type { CountUnhandled } from '../../features/whatsapp/unhandled.ts'

/** The stores of who writes, and the one that the message is about: `findStores`, `selectStore`. */
type Sender = {
  stores: ChatStore[]
  store: ChatStore | null | undefined
  caller: Caller | null
  language: Language
}

/** Handles one message: its effect, the reply to it, and that it was handled are one transaction. */
export const chatHandler =
  (service: Service, countUnhandled: CountUnhandled): Handle =>
  async (message, isOverLimit) => {
    const sender = await findSender(service, message)
    const sql = sender.caller ? service.sql.attributedTo(attributionOf(sender.caller)) : service.sql
    const outcome = await sql.begin(async (tx) => {
      if (!(await lockMessage(tx, message))) return null
      const { language } = sender
      const conversation = { service, tx, message, language, countUnhandled }
      const reply = await limited(conversation, sender, await replyTo(conversation, sender, isOverLimit))
      const storeId = sender.store?.id ?? null
      if (reply.send) await answer(tx, { phone: message.phone, storeId }, messageIn(reply.send, language))
      await finishMessage(tx, message, { ...recordIn(reply, language), storeId })
      return reply.outcome
    })
    if (outcome) count('inbound', { result: outcome })
  }

const recordIn = ({ outcome, summary, proposal }: Reply, language: Language) => ({
  outcome,
  summary: summary === undefined ? null : wordingIn(summary, language),
  proposal: proposal ? { ...proposal, done: wordingIn(proposal.done, language) } : null,
})

/** Counts the reply; past what all people without a store may have on a day, what was done stays, and nothing is sent. */
async function limited(
  { service, tx, message }: Conversation,
  { stores }: Sender,
  reply: Reply,
): Promise<Reply> {
  if (!reply.send) return reply
  const max = stores.length > 0 ? null : service.config.whatsapp.unknownReplies
  return (await admitReply(tx, message.phone, max)) ? reply : SILENCE
}

async function findSender({ sql }: Service, message: Message): Promise<Sender> {
  const stores = await findStores(sql, message.phone)
  const store = stores.length > 0 ? await selectStore(sql, stores, message) : null
  const known = (store ?? stores[0])?.memberLanguage ?? (await findLastShop(sql, message.phone))?.language
  return { stores, store, caller: store ? callerOf(store) : null, language: known ?? defaultLanguage }
}

async function replyTo(
  conversation: Conversation,
  { stores, store, caller }: Sender,
  isOverLimit: boolean,
): Promise<Reply> {
  const { message } = conversation
  const isOwner = stores.length > 0
  const isLate = Date.parse(message.sentAt) + DAY < Date.now()
  const isOut = (isLate || isOverLimit) && (await obeyOptOut(conversation))
  if (isLate) return { send: null, outcome: 'late' }
  if (isOverLimit) return isOwner && !isOut ? TOO_MANY : SILENCE
  const max = isOwner ? MAX_REPLIES.owner : MAX_REPLIES.other
  const replies = await countReplies(conversation.tx, message.phone)
  if (replies >= max) return replyPastLimit(conversation, replies === max)
  const reply = await replyToAnybody(conversation)
  if (reply) return reply
  if (store && caller) return replyToOwner(conversation, { store, stores, caller })
  if (!isOwner) return replyToUnknownSender(conversation)
  return store === null ? SILENCE : offerStores(conversation, stores)
}

/** `baja` is obeyed, and nothing else; one reply says so. */
async function replyPastLimit(conversation: Conversation, isFirst: boolean): Promise<Reply> {
  await obeyOptOut(conversation)
  return isFirst ? NO_MORE_TODAY : SILENCE
}

/** `baja` is obeyed however late it arrives, and after however many messages. */
async function obeyOptOut(conversation: Conversation): Promise<boolean> {
  if (!isOptOut(conversation.message)) return false
  await changeOwnOptOut(conversation)
  return true
}

const NO_MORE_TODAY = tell({
  text: t(
    'Hoy ya te respondimos muchas veces: hasta mañana no hacemos nada más por aquí, salvo «baja», para no recibir mensajes.',
  ),
})

const TOO_MANY = tell({
  text: t('Recibí muchos mensajes en un minuto y dejé de leer. Espera un momento y escríbeme otra vez.'),
})

/** Lists the stores of a number that has several, where it is not known which one a message is about. */
const offerStores = ({ message }: Conversation, stores: ChatStore[]): Reply =>
  tell({
    text: t('Este número es de varias tiendas. ¿De cuál se trata?'),
    list: {
      label: t('Elegir tienda'),
      rows: stores.map(({ id, name }) => ({ id: storeButton(message.n, id), title: name })),
    },
  })
