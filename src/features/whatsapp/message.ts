import type { Sql, Tx } from '../../core/database/db.ts'

export type Message = {
  wamid: string
  /** In the order of arrival. */
  n: number
  /** Of who wrote it: as WhatsApp writes it, of one number there may be other forms in E.164; or an id, where the number is hidden. */
  phone: string
  /** `contact`: one that was shared because we asked for it. */
  kind: 'text' | 'tap' | 'contact' | 'other'
  /** The beginning of the text; of a tap, what the button says; of others, their type. */
  text: string
  /** Of a tap: the button's id; of a contact: its phone, until it was handled. */
  payload: string | null
  sentAt: string
  attempts: number
}

/** Characters of a text that are stored: enough to see that it is longer than a command may be. */
export const MAX_COMMAND = 300
export const MAX_STORED = MAX_COMMAND + 1

/** How long after a person's message replies to it may be sent, and buttons of ours work; in ms. */
export const DAY = 24 * 3600 * 1000

export type Handled = {
  storeId: string | null
  outcome: Outcome
  /** For the store's own people, in the language of who wrote. */
  summary?: string | null
  proposal?: object | null
}

/**
 * `answered`: with something to read; `proposed`: a change was shown; `applied`: something was changed; `rejected`: what was wanted is
 * not possible; `link`: an unknown sender got a link; `asked`: for the phone of an order; `silent`: nothing was sent; `late`: it was older
 * than a day; `failed`: by an error.
 */
type Outcome =
  | 'answered'
  | 'proposed'
  | 'applied'
  | 'rejected'
  | 'link'
  | 'asked'
  | 'silent'
  | 'late'
  | 'failed'

export const messageColumns = (sql: Sql) => sql`wamid, n, phone, kind, text, payload, sent_at, attempts`

/**
 * Locks a message that is to be handled in this transaction. @returns false where another worker has it, has handled it, an earlier one of
 * the conversation still waits, or its sender's id was tied to a phone meanwhile
 */
export async function lockMessage(tx: Tx, { wamid, phone, n }: Message): Promise<boolean> {
  const [locked] = await tx`
    select 1
    from whatsapp_messages
    where wamid = ${wamid}
    and phone = ${phone}
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
      proposal = ${proposal && tx.json(proposal)}, payload = case when kind <> 'contact' then payload end
    where wamid = ${wamid}`
}

/** A message of this number about a store, by its place in the order of arrival. */
type Key = { n: string; phone: string; storeId: string }

export async function readText(tx: Tx, { n, phone }: Omit<Key, 'storeId'>): Promise<string | undefined> {
  const [row] = await tx<{ text: string }[]>`
    select text from whatsapp_messages where n = ${n} and phone = ${phone} and kind = 'text'`
  return row?.text
}

/** The last message of a sender within a day that we answered with a question, by which a contact that is shared is understood. */
export async function findQuestion(
  tx: Tx,
  { phone, sentAt }: Message,
): Promise<{ n: number; text: string } | undefined> {
  const since = new Date(Date.parse(sentAt) - DAY).toISOString()
  const [question] = await tx<{ n: number; text: string }[]>`
    select n, text
    from whatsapp_messages
    where phone = ${phone} and outcome = 'asked' and sent_at > ${since}
    order by n desc
    limit 1`
  return question
}

export async function closeQuestion(tx: Tx, n: number): Promise<void> {
  await tx`update whatsapp_messages set outcome = 'answered' where n = ${n}`
}

type Mark = { state: 'applied'; changeId: string } | { state: 'dropped' }
type Shown<P> = { proposal: P; state: Mark['state'] | 'undone' | null; sentAt: string }

export async function readProposal<P>(tx: Tx, { n, phone, storeId }: Key): Promise<Shown<P> | undefined> {
  const [row] = await tx<Shown<P>[]>`
    select
      proposal,
      case
        when exists (
          select from changes
          where changes.store_id = ${storeId} and changes.id = proposal ->> 'changeId' and undone_by is not null
        ) then 'undone'
        else proposal ->> 'state'
      end as state,
      sent_at
    from whatsapp_messages
    where n = ${n} and phone = ${phone} and store_id = ${storeId} and proposal is not null`
  return row
}

/** The change that was shown to a sender in the last message that got a reply. */
export async function findOpenProposal(
  tx: Tx,
  { phone, n }: Message,
  storeId: string,
): Promise<string | undefined> {
  const [last] = await tx<{ n: number; isOpen: boolean }[]>`
    select n, outcome = 'proposed' and store_id = ${storeId} as is_open
    from whatsapp_messages
    where phone = ${phone} and n < ${n} and outcome not in ('silent', 'late')
    order by n desc
    limit 1`
  return last?.isOpen ? String(last.n) : undefined
}

/** A change is applied once: messages of one number are handled one after the other. */
export async function markProposal(tx: Tx, n: string, mark: Mark): Promise<void> {
  await tx`
    update whatsapp_messages
    set proposal = proposal || ${tx.json(mark)}
    where n = ${n}`
}

const SHOWN = 50

export type ShownMessage = Pick<Message, 'kind' | 'text'> & {
  receivedAt: string
  /** Null until it was handled. */
  outcome: Outcome | null
  summary: string | null
}

export const listMessages = (sql: Sql, storeId: string) => sql<ShownMessage[]>`
  select kind, text, received_at, outcome, summary
  from whatsapp_messages
  where store_id = ${storeId}
  order by n desc
  limit ${SHOWN}`
