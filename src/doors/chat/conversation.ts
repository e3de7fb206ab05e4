import type { Caller } from '../../core/auth/caller.ts'
import type { Tx } from '../../core/database/db.ts'
import type { PerformIn } from '../../core/operations/perform.ts'
import type { Input, Service } from '../../core/operations/operation.ts'
import type { Language } from '../../core/texts/language.ts'
import type { Wording } from '../../core/texts/text.ts'
import type { Handled, Message } from '../../features/whatsapp/message.ts'
import type { SessionMessage } from '../../features/whatsapp/session-message.ts'
import type { CountUnhandled } from '../../features/whatsapp/unhandled.ts'
import type { ChatStore } from './find-stores.ts'

export type Conversation = {
  service: Service
  tx: Tx
  message: Message
  /** Of who writes. */
  language: Language
  countUnhandled: CountUnhandled
}

export type OwnerConversation = Conversation & {
  store: ChatStore
  stores: ChatStore[]
  caller: Caller
  performIn: PerformIn
}

/** A change that was shown, and what is said once it is applied. */
export type Proposal<Text = Wording> = {
  operation: 'updateProduct' | 'updateStore'
  input: Input
  done: Text
}

/** What comes of a message: something to send, or nothing; and what is recorded of it. Its texts are not in a language yet. */
export type Reply = {
  send: SessionMessage | null
  outcome: Handled['outcome']
  summary?: Wording
  proposal?: Proposal
}

export const SILENCE: Reply = { send: null, outcome: 'silent' }

export const tell = (send: SessionMessage): Reply => ({ send, outcome: 'answered' })

/** What was wanted is not possible. The summary is kept for 30 days, so it must not name a customer. */
export const reject = (send: SessionMessage, summary = send.text): Reply => ({
  send,
  outcome: 'rejected',
  summary,
})
