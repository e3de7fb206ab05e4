import { savepoint } from '../../core/database/db.ts'
import { t } from '../../core/texts/text.ts'
import { ApiError, firstMessage } from '../../core/errors/errors.ts'
import { performerIn } from '../../core/operations/perform.ts'
import { parseTap } from '../../features/whatsapp/buttons.ts'
import { MAX_COMMAND, readText } from '../../features/whatsapp/message.ts'
import { parseChoice, type Choice, type Command } from './choose-product.ts'
import { commandsFor, type OwnerCommand } from '../../features/whatsapp/owner-commands.ts'
import {
  reject,
  SILENCE,
  tell,
  type Conversation,
  type OwnerConversation,
  type Reply,
} from './conversation.ts'
import { help } from './help.ts'
import { readAnswer, readCommand } from './words.ts'
import { sentenceOf } from './sentence-of.ts'
import { orderCommandIn, type OrderCommand, withoutDecoration } from './written.ts'
import { replyToBatchTap, replyToOrderTap } from './order-taps.ts'
import { answerProposal, applyProposal, dropProposal, undo, undoLast } from './proposals.ts'
import { inStock, setPrice, soldOut, tellStock } from './product-commands.ts'
import { openOrders, ordersToConfirm, report, today } from './read-commands.ts'
import { closeUntil, open, pause } from './store-commands.ts'

type Owner = Pick<OwnerConversation, 'store' | 'stores' | 'caller'>

/** Replies to a store's number: a tap on a button of ours, or a command. What the API rejects is said, and changes nothing. */
export async function replyToOwner(conversation: Conversation, owner: Owner): Promise<Reply> {
  const { service, message } = conversation
  try {
    return await savepoint(conversation.tx, (tx) => {
      const inside = { ...conversation, ...owner, tx, performIn: performerIn(service, owner.caller, tx) }
      return message.kind === 'tap' ? replyToTap(inside) : replyToText(inside, message.text, message.n, null)
    })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      const isForbidden = error.body.code === 'FORBIDDEN' // its words are about a key
      return reject({ text: isForbidden ? NOT_ALLOWED : sentenceOf(firstMessage(error)) })
    }
    throw error
  }
}

async function replyToTap(conversation: OwnerConversation): Promise<Reply> {
  const tap = parseTap(conversation.message.payload ?? '')
  switch (tap?.verb) {
    case 'order':
      return replyToOrderTap(conversation, tap)
    case 'batch':
      return replyToBatchTap(conversation, tap)
    case 'apply':
      return applyProposal(conversation, tap.n)
    case 'drop':
      return dropProposal(conversation, tap.n)
    case 'undo':
      return undo(conversation, tap.changeId)
    case 'choose':
      return replyAgain(conversation, tap.n, parseChoice(tap.choice))
    case 'store':
      return replyAgain(conversation, tap.n, null)
    case undefined:
      return SILENCE
  }
}

async function replyAgain(conversation: OwnerConversation, n: string, choice: Choice | null): Promise<Reply> {
  const text = await readText(conversation.tx, { n, phone: conversation.message.phone })
  return text === undefined ? SILENCE : replyToText(conversation, text, n, choice)
}

/** @param textOf the message that the text is of: taps on lists refer to it */
async function replyToText(
  conversation: OwnerConversation,
  text: string,
  textOf: number | string,
  choice: Choice | null,
): Promise<Reply> {
  const command = { ...conversation, textOf, choice }
  const order = orderCommandIn(text)
  if (order) return replyToOrder(conversation, order)
  if (text.length > MAX_COMMAND) return help(command)
  const written = withoutDecoration(text)
  const answered = text.includes('?') ? undefined : await replyToAnswer(conversation, written)
  if (answered) return answered
  const found = readCommand(written)
  if (!found) return help(command)
  if (!commandsFor(command.caller).includes(found.known)) return reject({ text: NOT_ALLOWED })
  return replies[found.known.id]({ ...command, rest: found.rest })
}

/** Thanks get a line, an emoji or an `ok` nothing; a question mark alone is a question. */
async function replyToAnswer(conversation: OwnerConversation, text: string): Promise<Reply | undefined> {
  if (text === '') return SILENCE
  const answer = readAnswer(text)
  switch (answer) {
    case 'yes':
    case 'no':
      return answerProposal(conversation, answer)
    case 'thanks':
      return tell({ text: t('Con gusto.') })
    case 'fine':
      return SILENCE
    case undefined:
      return undefined
  }
}

const NOT_ALLOWED = t('Tu papel en la tienda no permite eso.')

async function replyToOrder(conversation: OwnerConversation, { number, step }: OrderCommand): Promise<Reply> {
  const { tx, store } = conversation
  const [order] = await tx<{ id: string }[]>`
    select id from orders where store_id = ${store.id} and order_number = ${number}`
  if (!order) return reject({ text: t('No encontré el pedido {number}.', { number }) })
  return replyToOrderTap(conversation, { orderId: order.id, step, at: null })
}

const replies: Record<OwnerCommand['id'], (command: Command) => Reply | Promise<Reply>> = {
  today,
  orders: openOrders,
  confirm: ordersToConfirm,
  report,
  pause,
  closeUntil,
  open,
  soldOut,
  stock: tellStock,
  inStock,
  price: setPrice,
  undo: undoLast,
  help,
}
