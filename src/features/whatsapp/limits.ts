import type { Sql, Tx } from '../../core/database/db.ts'
import type { HitCounter, Limit } from '../../core/limits/rate-limit.ts'
import { phoneKey } from '../../core/values/phone.ts'
import type { Plan } from '../stores/store.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { stored } from './errors.ts'
import { hasOptedOut } from './opt-outs.ts'
import type { SendResult } from './send.ts'

type Cap = { limit: Limit; who: string; reason: string }

const daily = (name: string, max: number): Limit => ({ name, max, seconds: 86_400 })

export type Unrequested = {
  /** What the sender reads where the recipient wants no messages. */
  optedOut: string
  caps: Cap[]
}

/** Unless its recipient opted out or a cap is reached. Only one that WhatsApp accepted counts. */
export async function sendIfAllowed(
  { sql, hits }: { sql: Sql; hits: HitCounter },
  { to, optedOut, caps }: Unrequested & { to: string },
  send: () => Promise<SendResult>,
): Promise<SendResult> {
  if (await hasOptedOut(sql, to)) return { outcome: 'opted-out', reason: optedOut }
  for (const { limit, who, reason } of caps) {
    if ((await hits.count(limit, who)).hitNumber > limit.max) return { outcome: 'limited', reason }
  }
  const sent = await send()
  if (sent.outcome !== 'accepted') await Promise.all(caps.map(({ limit, who }) => hits.refund(limit, who)))
  return sent
}

const OWNER = { free: 300, paid: 3_000, recipient: 1_000 }
const CUSTOMER = { free: 100, paid: 2_000, recipient: 20 }
const RESTOCK = { free: 100, paid: 1_000, recipient: 20 }
const CODE = { account: 10, recipient: 3 }

const reasons = {
  ofOwner: (max: number) =>
    t('Tus tiendas ya recibieron {max} avisos en un día: mira los siguientes pedidos en el panel', { max }),
  ofOwnersNumber: t(
    'Este número ya recibió {max} avisos en un día: mira los siguientes pedidos en el panel',
    {
      max: OWNER.recipient,
    },
  ),
  toCustomers: (max: number) =>
    t(
      'Tus tiendas ya enviaron {max} avisos a clientes en un día, el máximo del plan: escríbele tú desde el pedido',
      { max },
    ),
  toCustomer: t('Este número ya recibió {max} avisos en un día: escríbele tú desde el pedido', {
    max: CUSTOMER.recipient,
  }),
  restock: t('Este número ya recibió {max} avisos de productos en un día', { max: RESTOCK.recipient }),
  codesOfAccount: t('Ya pediste {max} códigos en un día: vuelve a intentarlo mañana', { max: CODE.account }),
  codesOfNumber: t('A este número ya le enviamos {max} códigos en un día: vuelve a intentarlo mañana', {
    max: CODE.recipient,
  }),
}

export const capReasons: Localized[] = Object.values({
  ...reasons,
  ofOwner: reasons.ofOwner(OWNER.free),
  ofPaid: reasons.ofOwner(OWNER.paid),
  toCustomers: reasons.toCustomers(CUSTOMER.free),
  toPaid: reasons.toCustomers(CUSTOMER.paid),
})

export async function ownerCaps(sql: Sql, storeId: string, number: string): Promise<Cap[]> {
  const { plan, account } = await findSender(sql, storeId)
  return [
    {
      limit: daily(`owner-notice-${plan}`, OWNER[plan]),
      who: account,
      reason: stored(reasons.ofOwner(OWNER[plan])),
    },
    {
      limit: daily('owner-notice-number', OWNER.recipient),
      who: phoneKey(number),
      reason: stored(reasons.ofOwnersNumber),
    },
  ]
}

/** Of the messages to customers. Each costs the operator, and orders can be made for anybody's number. */
export async function customerCaps(sql: Sql, storeId: string, number: string): Promise<Cap[]> {
  const { plan, account } = await findSender(sql, storeId)
  return [
    {
      limit: daily(`customer-notice-${plan}`, CUSTOMER[plan]),
      who: account,
      reason: stored(reasons.toCustomers(CUSTOMER[plan])),
    },
    {
      limit: daily('customer-notice-number', CUSTOMER.recipient),
      who: phoneKey(number),
      reason: stored(reasons.toCustomer),
    },
  ]
}

/**
 * Counts notices to people who wait for products of a store towards its day. Their cap is apart from that of the messages about orders,
 * which they never use up. @returns how many of `wanted` may be sent now, and the seconds until more may be
 */
export async function countRestockNotices(sql: Sql, hits: HitCounter, storeId: string, wanted: number) {
  const { plan, account } = await findSender(sql, storeId)
  const limit = daily(`restock-notice-${plan}`, RESTOCK[plan])
  const counted = await Promise.all(Array.from({ length: wanted }, () => hits.count(limit, account)))
  const allowed = counted.filter(({ hitNumber }) => hitNumber <= limit.max).length
  return { allowed, resetIn: Math.max(...counted.map(({ resetIn }) => resetIn)) }
}

export const restockCaps = (number: string): Cap[] => [
  {
    limit: daily('restock-notice-number', RESTOCK.recipient),
    who: phoneKey(number),
    reason: stored(reasons.restock),
  },
]

export const codeCaps = (account: string, number: string): Cap[] => [
  {
    limit: daily('number-code-account', CODE.account),
    who: account,
    reason: stored(reasons.codesOfAccount),
  },
  {
    limit: daily('number-code', CODE.recipient),
    who: phoneKey(number),
    reason: stored(reasons.codesOfNumber),
  },
]

/** The account of the store's first owner, over all of whose stores messages are counted. */
async function findSender(sql: Sql, storeId: string): Promise<{ plan: 'free' | 'paid'; account: string }> {
  const [store] = await sql<{ plan: Plan; account: string | null }[]>`
    select
      plan,
      (
        select account_id from members
        where store_id = ${storeId} and role = 'OWNER'
        order by created_at, id
        limit 1
      ) as account
    from stores
    where id = ${storeId}`
  return { plan: (store?.plan ?? 'free') === 'free' ? 'free' : 'paid', account: store?.account ?? storeId }
}

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
