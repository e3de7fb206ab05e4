import type { Tx } from '../../core/database/db.ts'
import { phoneKey } from '../../core/values/phone.ts'

/** Replies to one sender on a day (UTC), after which one says that there are no more. Templates are no replies. */
export const MAX_REPLIES = { owner: 300, other: 60 }

const WITHOUT_STORE = ''

export async function countReplies(tx: Tx, sender: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count from whatsapp_replies where sender = ${phoneKey(sender)} and day = ${today()}`
  return row?.count ?? 0
}

/** @param max of all people without a store together; null for an owner @returns whether it may be sent */
export async function admitReply(tx: Tx, sender: string, max: number | null): Promise<boolean> {
  if (max !== null && !(await addOne(tx, WITHOUT_STORE, max))) return false
  return addOne(tx, phoneKey(sender), Infinity)
}

async function addOne(tx: Tx, sender: string, max: number): Promise<boolean> {
  if (max < 1) return false
  const { count } = await tx`
    insert into whatsapp_replies (sender, day, count)
    values (${sender}, ${today()}, 1)
    on conflict (sender, day) do update
    set count = whatsapp_replies.count + 1
    where whatsapp_replies.count < ${Math.min(max, MOST)}`
  return count === 1
}

const MOST = 2_147_483_647

const today = () => new Date().toISOString().slice(0, 10)
