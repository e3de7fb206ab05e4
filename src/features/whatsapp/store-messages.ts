import { batchLoader } from '../../core/database/batch-loader.ts'
import type { Db, Sql } from '../../core/database/db.ts'
import { count } from '../../core/metrics/metrics.ts'
import { phoneForms } from '../../core/values/phone.ts'
import { isUserId, lockPhonesOf, tieAll, type Tie } from './identities.ts'
import type { NewMessage } from './read-messages.ts'
import { MAX_ROWS } from '../../core/database/purge-rows.ts'
import { newSecret } from '../../core/values/id.ts'

type Callback = { ties: Tie[]; messages: NewMessage[] }

/** Ties ids to phones, and stores messages, each once for its id; those of all callbacks of one event loop turn in one statement. */
export function messageStore(sql: Db) {
  return batchLoader(async (callbacks: Callback[]) => {
    await tieAll(
      sql,
      callbacks.flatMap(({ ties }) => ties),
    )
    const messages = callbacks.flatMap((callback) => callback.messages)
    await storeMessages(sql, messages)
    count('inbound', { result: 'received' }, messages.length)
    return callbacks.map(() => true)
  })
}

/** Those whose sender hides the number are stored under the phone, where that is known. */
async function storeMessages(sql: Db, messages: NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const senders = messages.map(({ phone }) => phone)
  if (!senders.some(isUserId)) return insertMessages(sql, messages)
  await sql.begin(async (tx) => {
    const phones = await lockPhonesOf(tx, senders)
    await insertMessages(
      tx,
      messages.map((message) => ({ ...message, phone: phones.get(message.phone) ?? message.phone })),
    )
  })
}

/**
 * `n` follows the given order. Rows are inserted by id, so that two statements with the same ids never deadlock. Who has
 * a store's number is looked up here, once for each message: the loop that handles them finds owners by an index.
 */
async function insertMessages(sql: Sql, messages: NewMessage[]): Promise<void> {
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

async function findOwners(sql: Sql, phones: string[]): Promise<Set<string>> {
  const stores = await sql<{ number: string }[]>`
    select whatsapp_number as number from stores where whatsapp_number = any(${phones.flatMap(phoneForms)})`
  const numbers = new Set(stores.map(({ number }) => number))
  return new Set(phones.filter((phone) => phoneForms(phone).some((form) => numbers.has(form))))
}

/** A day after they arrived. Its key is drawn for each run and not kept: numbers are few enough to try all of them. */
export async function hashUnknownSenders(sql: Db): Promise<boolean> {
  const { count } = await sql`
    update whatsapp_messages
    set phone = 'hash ' || left(encode(sha256(convert_to(${newSecret(40)} || phone, 'UTF8')), 'hex'), 32)
    where wamid in (
      select wamid
      from whatsapp_messages
      where received_at < now() - interval '1 day'
      and handled_at is not null
      and store_id is null
      and phone not like 'hash %'
      limit ${MAX_ROWS}
      for update skip locked
    )`
  return count === MAX_ROWS
}
