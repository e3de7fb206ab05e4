import { catalogVersion } from '../../core/auth/catalog-version.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { RequestStore } from '../../core/auth/key-lookup.ts'
import { ROLE_PERMISSIONS, type Role } from '../../core/auth/roles.ts'
import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { phoneForms } from '../../core/values/phone.ts'
import { newId } from '../../core/values/id.ts'
import { zoneOf } from '../../features/hours/hours.ts'
import { numberMember } from '../../features/stores/number-member.ts'
import { parseTap } from '../../features/whatsapp/buttons.ts'
import type { Message } from '../../features/whatsapp/message.ts'
import { orderCommandIn } from './written.ts'

/** A store that a number may write for, with the member whose number it is. */
export type ChatStore = RequestStore & {
  name: string
  timeZone: string
  /** Of its shoppers. */
  language: Language
  accountId: string
  role: Role
  memberLanguage: Language
}

type Row = Omit<ChatStore, 'timeZone'> & { timeZone: string | null }

/** The most stores of a number: as many as fit in a list. */
const MAX_STORES = 10

/** None that was deleted or suspended, whose number is another by now, or whose team the confirming member has left. */
export async function findStores(sql: Sql, phone: string): Promise<ChatStore[]> {
  const rows = await sql<Row[]>`
    select
      stores.id, stores.name, stores.slug, stores.domain, stores.currency, stores.currency_digits, stores.time_zone,
      stores.plan, stores.billing_state, ${catalogVersion(sql)} as catalog_version, member.account_id, member.role,
      stores.language, coalesce(accounts.language, stores.language) as member_language
    from stores
    cross join lateral (${numberMember(sql)}) as member
    join accounts on accounts.id = member.account_id
    where stores.whatsapp_number = any(${phoneForms(phone)}::text[])
    and stores.confirmed_number = stores.whatsapp_number
    and stores.deleted_at is null
    and stores.billing_state = 'active'
    order by stores.created_at, stores.id
    limit ${MAX_STORES}`
  return rows.map((row) => ({
    ...row,
    timeZone: zoneOf({ timeZone: row.timeZone, currency: row.currency }),
  }))
}

/**
 * The one of these stores that a message is about: the one that its button or its order number names, else the one that the
 * last message was about. Undefined where that is not known; null where it names a store that is none of these.
 */
export async function selectStore(
  sql: Sql,
  stores: ChatStore[],
  message: Message,
): Promise<ChatStore | null | undefined> {
  const named = await namedStore(sql, stores, message)
  if (named !== undefined) return stores.find(({ id }) => id === named) ?? null
  if (stores.length === 1) return stores[0]
  const [last] = await sql<{ storeId: string }[]>`
    select store_id
    from whatsapp_messages
    where phone = ${message.phone} and n < ${message.n} and store_id = any(${stores.map(({ id }) => id)})
    order by n desc
    limit 1`
  return stores.find(({ id }) => id === last?.storeId)
}

async function namedStore(sql: Sql, stores: ChatStore[], message: Message): Promise<string | undefined> {
  const tap = message.payload === null ? undefined : parseTap(message.payload)
  if (tap && 'storeId' in tap) return tap.storeId
  if (tap) {
    const [earlier] = await sql<{ storeId: string }[]>`
      select coalesce(store_id, '') as store_id
      from whatsapp_messages
      where n = ${tap.n} and phone = ${message.phone}`
    return earlier?.storeId
  }
  const order = orderCommandIn(message.text)
  if (!order) return undefined
  for (const { id } of stores) {
    const [found] = await sql`
      select 1 from orders where store_id = ${id} and order_number = ${order.number}`
    if (found) return id
  }
  return undefined
}

export function callerOf(store: ChatStore): Caller {
  const { accountId, role } = store
  return {
    by: 'whatsapp',
    key: {
      id: `whatsapp:${store.id}`,
      kind: 'STORE',
      accountId,
      isGrant: false,
      scopes: ROLE_PERMISSIONS[role],
    },
    store,
    changeId: newId(),
  }
}
