import type { Sql } from '../../core/database/db.ts'
import { phoneForms } from '../../core/values/phone.ts'
import { shopUrl, type Addressed } from '../../features/stores/address.ts'
import { DAY } from '../../features/whatsapp/message.ts'
import { SILENCE, type Conversation, type Reply } from './conversation.ts'

/** Replies to somebody who has no store: once in 24 h with a link, and with nothing more. */
export async function replyToUnknownSender({ service, tx, message }: Conversation): Promise<Reply> {
  if (message.kind !== 'text' || (await hadLink(tx, message.phone, message.sentAt))) return SILENCE
  const shop = await findLastShop(tx, message.phone)
  const text = shop
    ? `Hola. Este número no lo atiende una persona. La tienda ${shop.name} está aquí: ${shopUrl(service, shop)}`
    : `Hola. Este número no lo atiende una persona. Conoce Vitrina aquí: ${service.publicUrl}`
  return { send: { text }, outcome: 'link' }
}

async function hadLink(sql: Sql, phone: string, sentAt: string): Promise<boolean> {
  const since = new Date(Date.parse(sentAt) - DAY).toISOString()
  const [link] = await sql`
    select 1 from whatsapp_messages where phone = ${phone} and outcome = 'link' and sent_at > ${since} limit 1`
  return Boolean(link)
}

type Shop = Addressed & { name: string }

/** The shop that a phone ordered from last, where it is open to shoppers. Two statements, because stores stay on one server. */
async function findLastShop(sql: Sql, phone: string): Promise<Shop | undefined> {
  const [last] = await sql<{ storeId: string }[]>`
    select store_id
    from customers
    where phone = any(${phoneForms(phone)}::text[]) and order_count > 0
    order by last_order_at desc
    limit 1`
  if (!last) return undefined
  const [shop] = await sql<Shop[]>`
    select name, slug, domain
    from stores
    where id = ${last.storeId} and deleted_at is null and billing_state = 'active'`
  return shop
}
