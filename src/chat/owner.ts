import { savepoint } from '../core/database/db.ts'
import { ApiError } from '../core/errors/errors.ts'
import { performerIn } from '../core/operations/perform.ts'
import { parseTap } from '../whatsapp/buttons.ts'
import { reject, SILENCE, tell, type OwnerConversation, type Reply } from './conversation.ts'
import { replyToOrderTap } from './order-taps.ts'

/** Answers the owner of a store: a tap on a button of ours, or a command. What the API rejects is said, and changes nothing. */
export async function replyToOwner(conversation: OwnerConversation): Promise<Reply> {
  const { tx, service, caller } = conversation
  try {
    return await savepoint(tx, (inner) =>
      replyInside({ ...conversation, tx: inner, performIn: performerIn(service, caller, inner) }),
    )
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return reject({ text: error.body.error })
    throw error
  }
}

async function replyInside(conversation: OwnerConversation): Promise<Reply> {
  const { message } = conversation
  if (message.kind === 'tap') return replyToTap(conversation)
  return tell({ text: 'Escribe *ayuda*.' })
}

async function replyToTap(conversation: OwnerConversation): Promise<Reply> {
  const tap = parseTap(conversation.message.payload ?? '')
  switch (tap?.verb) {
    case 'order':
      return replyToOrderTap(conversation, tap)
    case 'batch':
    case 'apply':
    case 'drop':
    case 'undo':
    case 'choose':
    case 'store':
    case undefined:
      return SILENCE
  }
}
