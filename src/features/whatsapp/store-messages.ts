import { batchLoader } from '../../core/database/batch-loader.ts'
import type { Db } from '../../core/database/db.ts'
import { count } from '../../core/metrics/metrics.ts'
import { phoneForms } from '../../core/values/phone.ts'
import { field, isMessageId, listField } from './callback-fields.ts'
import { MAX_STORED, type Message } from './message.ts'

type NewMessage = Pick<Message, 'wamid' | 'phone' | 'kind' | 'text' | 'payload' | 'sentAt'>

/** Stores messages, each once for its id; those of all callbacks of one event loop turn in one statement. */
export function messageStore(sql: Db) {
  return batchLoader(async (callbacks: NewMessage[][]) => {
    await insertMessages(sql, callbacks.flat())
    count('inbound', { result: 'received' }, callbacks.flat().length)
    return callbacks.map(() => true)
  })
}

/**
 * `n` follows the given order. Rows are inserted by id, so that two statements with the same ids never deadlock. Who has
 * a store's number is looked up here, once for each message: the loop that handles them finds owners by an index.
 */
async function insertMessages(sql: Db, messages: NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const owners = await findOwners(sql, [...new Set(messages.map(({ phone }) => phone))])
  const rows = messages.map(({ wamid, phone, kind, text, payload, sentAt }, place) => ({
    place, wamid, phone, kind, text, payload, sent_at: sentAt, from_owner: owners.has(phone),
  })) // prettier-ignore
  await sql`
    insert into whatsapp_messages (wamid, n, phone, kind, text, payload, sent_at, from_owner)
    select wamid, n, phone, kind, text, payload, least(sent_at, statement_timestamp()), from_owner
    from (
      select *, nextval('whatsapp_arrivals') as n
      from (
        select *
        from jsonb_to_recordset(${sql.json(rows)}) as rows (
          place int, wamid text, phone text, kind text, text text, payload text, sent_at timestamptz,
          from_owner boolean
        )
        order by place
      ) as in_order
      offset 0 -- numbered before they are sorted
    ) as numbered
    order by wamid
    on conflict (wamid) do nothing`
}

/** Those of the phones that are a store's number, in whatever form. */
async function findOwners(sql: Db, phones: string[]): Promise<Set<string>> {
  const stores = await sql<{ number: string }[]>`
    select whatsapp_number as number from stores where whatsapp_number = any(${phones.flatMap(phoneForms)})`
  const numbers = new Set(stores.map(({ number }) => number))
  return new Set(phones.filter((phone) => phoneForms(phone).some((form) => numbers.has(form))))
}

/**
 * The messages of a callback to this number of ours, in the order of the provider's timestamps. One without a sender is nobody's.
 * Read field by field, so that fields and kinds that the provider adds later are no errors.
 */
export function readMessages(callback: unknown, phoneNumberId: string): NewMessage[] {
  return listField(callback, 'entry')
    .flatMap((entry) => listField(entry, 'changes'))
    .map((change) => field(change, 'value'))
    .filter(
      (value) => (field(field(value, 'metadata'), 'phone_number_id') ?? phoneNumberId) === phoneNumberId,
    )
    .flatMap((value) => listField(value, 'messages'))
    .flatMap(toMessage)
    .toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : a.sentAt > b.sentAt ? 1 : 0))
}

function toMessage(message: unknown): NewMessage[] {
  const [wamid, from, seconds] = [
    field(message, 'id'),
    field(message, 'from'),
    Number(field(message, 'timestamp')),
  ]
  if (!isMessageId(wamid) || typeof from !== 'string' || !/^\d{6,15}$/.test(from)) return []
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > MAX_SECONDS) return []
  const sentAt = new Date(seconds * 1000).toISOString()
  return [{ wamid, phone: `+${from}`, sentAt, ...contentOf(message) }]
}

/** 2200: an ISO string of a later year would not sort. */
const MAX_SECONDS = 7_258_118_400

function contentOf(message: unknown): Pick<NewMessage, 'kind' | 'text' | 'payload'> {
  const type = field(message, 'type')
  if (type === 'text')
    return { kind: 'text', text: textOf(field(field(message, 'text'), 'body')), payload: null }
  const tap =
    type === 'button' ? field(message, 'button') : type === 'interactive' ? replyOf(message) : undefined
  const payload = field(tap, 'payload') ?? field(tap, 'id')
  if (typeof payload !== 'string') return { kind: 'other', text: textOf(type), payload: null }
  return { kind: 'tap', text: textOf(field(tap, 'text') ?? field(tap, 'title')), payload: textOf(payload) }
}

function replyOf(message: unknown): unknown {
  const interactive = field(message, 'interactive')
  return field(interactive, 'button_reply') ?? field(interactive, 'list_reply')
}

/** The beginning of a text, without what the database rejects. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_STORED).replaceAll('\0', '').toWellFormed() : ''
