import type { Sql, Tx } from '../../core/database/db.ts'

/** A message that somebody wrote to the service's number. */
export type Message = {
  wamid: string
  /** In the order of arrival. */
  n: number
  /** As WhatsApp writes it: of one number there may be other forms in E.164. */
  phone: string
  kind: 'text' | 'tap' | 'other'
  /** The beginning of the text; of a tap, what the button says. */
  text: string
  /** Of a tap: the button's id. */
  payload: string | null
  /** By the provider. */
  sentAt: string
  attempts: number
}

/** Characters of a text that are stored: enough to see that it is longer than a command may be. */
export const MAX_COMMAND = 300
export const MAX_STORED = MAX_COMMAND + 1

/** How long after a person's message replies to it may be sent, and buttons of ours work; in ms. */
export const DAY = 24 * 3600 * 1000

/** What came of a message. */
export type Handled = {
  /** The store that it was about. */
  storeId: string | null
  outcome: Outcome
  /** In Spanish, for the store's own people. */
  summary?: string | null
  /** A change that was shown and waits for its button. */
  proposal?: object | null
}

/**
 * `answered`: with something to read; `proposed`: a change was shown; `applied`: something was changed; `rejected`: what was wanted is
 * not possible; `link`: an unknown sender got a link; `silent`: nothing was sent; `late`: it was older than a day; `failed`: by an error.
 */
export type Outcome = 'answered' | 'proposed' | 'applied' | 'rejected' | 'link' | 'silent' | 'late' | 'failed'

export const messageColumns = (sql: Sql) => sql`wamid, n, phone, kind, text, payload, sent_at, attempts`

/**
 * Locks a message that is to be handled in this transaction. @returns false where another worker has it, has handled it, or an earlier
 * one of the conversation still waits
 */
export async function lockMessage(tx: Tx, { wamid, phone, n }: Message): Promise<boolean> {
  const [locked] = await tx`
    select 1
    from whatsapp_messages
    where wamid = ${wamid}
    and handled_at is null
    and not exists (
      select from whatsapp_messages where phone = ${phone} and n < ${n} and handled_at is null
    )
    for update skip locked`
  return Boolean(locked)
}

/** Records that a message was handled, in the transaction of its effect: both commit, or neither does. */
export async function finishMessage(tx: Tx, { wamid }: Message, handled: Handled): Promise<void> {
  const { storeId, outcome, summary = null, proposal = null } = handled
  await tx`
    update whatsapp_messages
    set
      handled_at = statement_timestamp(), store_id = ${storeId}, outcome = ${outcome}, summary = ${summary},
      proposal = ${proposal && tx.json(proposal)}
    where wamid = ${wamid}`
}

/** A message of this number about a store, by its place in the order of arrival. */
type Key = { n: string; phone: string; storeId: string }

/** The text of an earlier message. */
export async function readText(tx: Tx, { n, phone }: Omit<Key, 'storeId'>): Promise<string | undefined> {
  const [row] = await tx<{ text: string }[]>`
    select text from whatsapp_messages where n = ${n} and phone = ${phone} and kind = 'text'`
  return row?.text
}

type Shown<P> = { proposal: P; state: 'applied' | 'dropped' | null; sentAt: string }

/** The change that was shown in reply to a message, and what became of it. */
export async function readProposal<P>(tx: Tx, { n, phone, storeId }: Key): Promise<Shown<P> | undefined> {
  const [row] = await tx<Shown<P>[]>`
    select proposal, proposal ->> 'state' as state, sent_at
    from whatsapp_messages
    where n = ${n} and phone = ${phone} and store_id = ${storeId} and proposal is not null`
  return row
}

/** A change is applied once: messages of one number are handled one after the other. */
export async function markProposal(tx: Tx, n: string, state: 'applied' | 'dropped'): Promise<void> {
  await tx`
    update whatsapp_messages
    set proposal = proposal || ${tx.json({ state })}
    where n = ${n}`
}
