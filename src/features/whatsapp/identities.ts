import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { lockTextsShared } from '../../core/database/advisory-locks.ts'
import { isSamePhone, phoneForms, phoneKey } from '../../core/values/phone.ts'

/** Whether a sender is a business-scoped id, by which Meta names people who hide their number: it is a phone in E.164 otherwise. */
export const isUserId = (sender: string): boolean => /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(sender)

/** An id and a phone that came in one callback: they are one person's. */
export type Tie = { userId: string; phone: string }

/** Ties ids to phones: what is kept of an id becomes the phone's. Of two phones of one id the last counts. */
export async function tieAll(sql: Db, ties: Tie[]): Promise<void> {
  const phones = new Map(ties.map(({ userId, phone }) => [userId, phone]))
  if (phones.size === 0) return
  const known = await sql<Tie[]>`
    select user_id, phone
    from whatsapp_identities
    where user_id = any(${[...phones.keys()]}::text[]) and seen_at > statement_timestamp() - interval '1 day'`
  for (const { userId, phone } of known) if (isSamePhone(phones.get(userId)!, phone)) phones.delete(userId)
  for (const [userId, phone] of phones)
    await sql`select tie_identity(${userId}, ${phone}, ${phoneKey(phone)}, ${phoneForms(phone)}::text[])`
}

/** The phone of a person, where their id is tied to one; else the sender as it is. */
export async function phoneOf(sql: Sql, sender: string): Promise<string> {
  return isUserId(sender) ? ((await phonesOf(sql, [sender])).get(sender) ?? sender) : sender
}

/** The phones of the ids among the senders that are tied. Until the transaction ends none of them is tied anew. */
export async function lockPhonesOf(tx: Tx, senders: string[]): Promise<Map<string, string>> {
  const ids = [...new Set(senders.filter(isUserId))]
  if (ids.length === 0) return new Map()
  await lockTextsShared(tx, 'identities', ids)
  return phonesOf(tx, ids)
}

async function phonesOf(sql: Sql, ids: string[]): Promise<Map<string, string>> {
  const rows = await sql<Tie[]>`
    select user_id, phone from whatsapp_identities where user_id = any(${ids}::text[])`
  return new Map(rows.map(({ userId, phone }) => [userId, phone]))
}

/** What a phone may be kept under: its key, and the ids that are tied to it. */
export async function recipientsOf(sql: Sql, phone: string): Promise<string[]> {
  const ids = await sql<{ userId: string }[]>`
    select user_id from whatsapp_identities where phone_key = ${phoneKey(phone)}`
  return [phoneKey(phone), ...ids.map(({ userId }) => userId)]
}
