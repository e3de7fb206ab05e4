import type { Db } from '../../core/database/db.ts'
import { MAX_ROWS } from '../../core/database/purge-rows.ts'
import { newSecret } from '../../core/values/id.ts'

/**
 * Replaces the senders of messages about no store by a hash, a day after they arrived. Its key is drawn for each run and not kept: numbers
 * are few enough to try all of them.
 */
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
