import { savepoint } from '../../core/database/db.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { performerIn } from '../../core/operations/perform.ts'
import { fold } from '../../core/values/text.ts'
import { listOrders } from '../../features/orders/list.ts'
import { parseTap } from '../../features/whatsapp/buttons.ts'
import { MAX_COMMAND, readText } from '../../features/whatsapp/message.ts'
import { parseChoice, type Choice } from './choose-product.ts'
import { commandsFor, ownerCommands } from '../../features/whatsapp/owner-commands.ts'
import { replies } from './commands.ts'
import { reject, SILENCE, type Conversation, type OwnerConversation, type Reply } from './conversation.ts'
import { orderNumberIn } from './find-stores.ts'
import { help } from './help.ts'
import { replyToBatchTap, replyToOrderTap } from './order-taps.ts'
import { applyProposal, dropProposal, undo } from './proposals.ts'

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
      return reject({ text: isForbidden ? NOT_ALLOWED : `${error.body.error}.` })
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

/** A row of a list says what an earlier message left open. */
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
  const words = text.trim().split(/\s+/)
  const command = { ...conversation, textOf, choice }
  const number = orderNumberIn(text)
  if (number !== null) return showOrder(conversation, number)
  if (text.length > MAX_COMMAND) return help(command)
  for (const known of ownerCommands) {
    const length = known.words.split(' ').length
    const rest = words.slice(length).join(' ')
    if (fold(words.slice(0, length).join(' ')) === known.words && (rest === '') === (known.rest === '')) {
      if (!commandsFor(command.caller).includes(known)) return reject({ text: NOT_ALLOWED })
      return replies[known.words]({ ...command, rest })
    }
  }
  return help(command)
}

const NOT_ALLOWED = 'Tu papel en la tienda no permite eso.'

async function showOrder(conversation: OwnerConversation, number: string): Promise<Reply> {
  const { data } = await conversation.performIn(listOrders, { query: { search: number } })
  const [order] = data
  if (!order) return reject({ text: `No encontré el pedido ${number}.` })
  return replyToOrderTap(conversation, { orderId: order.id, step: 'show', at: null })
}
