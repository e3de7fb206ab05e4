import type { Language } from '../../core/texts/language.ts'
import { t, type Wording } from '../../core/texts/text.ts'
import { askForPhone, verifyPhone } from '../../features/orders/verify-phone.ts'
import { requestRestock } from '../../features/restock/request.ts'
import { deleteRequestsOf } from '../../features/restock/requests.ts'
import { isUserId } from '../../features/whatsapp/identities.ts'
import { closeQuestion, findQuestion, DAY } from '../../features/whatsapp/message.ts'
import { changeOptOut, readOptOut } from '../../features/whatsapp/opt-outs.ts'
import { SILENCE, tell, type Conversation, type Reply } from './conversation.ts'
import type { Sql } from '../../core/database/db.ts'
import { phoneForms } from '../../core/values/phone.ts'
import { shopUrl, type Addressed } from '../../features/stores/address.ts'

/** `baja` and `alta`, codes of products and of orders, the contact that we asked for. @returns undefined where it is none of it */
export async function replyToAnybody(conversation: Conversation): Promise<Reply | undefined> {
  const { kind } = conversation.message
  if (kind === 'contact') return replyToContact(conversation)
  if (kind !== 'text') return undefined
  return (
    (await changeOwnOptOut(conversation)) ??
    told(await requestRestock({ ...conversation, ...conversation.message })) ??
    (await replyToCode(conversation))
  )
}

const told = (text: Wording | null): Reply | undefined => (text === null ? undefined : tell({ text }))

/** Where nothing changes, nothing is sent. */
export async function changeOwnOptOut({ tx, message }: Conversation): Promise<Reply | undefined> {
  const text = await changeOptOut(tx, message.phone, message.text)
  if (readOptOut(message.text) === 'out') await deleteRequestsOf(tx, message.phone)
  if (text === null) return undefined
  return text === '' ? SILENCE : tell({ text })
}

/** Who hides the number is asked for the contact, by which the order's phone is confirmed. */
async function replyToCode({ tx, message: { phone, text } }: Conversation): Promise<Reply | undefined> {
  if (!isUserId(phone)) return told(await verifyPhone(tx, phone, text))
  const asked = await askForPhone(tx, text)
  return asked?.asksContact ? { send: asked, outcome: 'asked' } : told(asked?.text ?? null)
}

/** Confirms the phone of the order whose code this person has sent before. It says nothing of whose phone theirs is. */
async function replyToContact({ tx, message, countUnhandled }: Conversation): Promise<Reply> {
  const question = await findQuestion(tx, message)
  if (question) await closeQuestion(tx, question.n)
  const text = question ? await verifyPhone(tx, message.payload!, question.text) : null
  if (text === null) countUnhandled([message.text])
  return told(text) ?? SILENCE
}

/** Replies to somebody who has no store: once in 24 h with a link, and with nothing more. */
export async function replyToUnknownSender({ service, tx, message }: Conversation): Promise<Reply> {
  if (message.kind !== 'text' || (await hadLink(tx, message.phone, message.sentAt))) return SILENCE
  const shop = await findLastShop(tx, message.phone)
  const text = shop
    ? t('Hola. Este número no lo atiende una persona. La tienda {name} está aquí: {url}', {
        name: shop.name,
        url: shopUrl(service, shop),
      })
    : t('Hola. Este número no lo atiende una persona. Conoce Vitrina aquí: {url}', { url: service.publicUrl })
  return { send: { text }, outcome: 'link' }
}

async function hadLink(sql: Sql, phone: string, sentAt: string): Promise<boolean> {
  const since = new Date(Date.parse(sentAt) - DAY).toISOString()
  const [link] = await sql`
    select 1 from whatsapp_messages where phone = ${phone} and outcome = 'link' and sent_at > ${since} limit 1`
  return Boolean(link)
}

type Shop = Addressed & { name: string; language: Language }

/** The shop that a phone ordered from last, where it is open to shoppers. Two statements, because stores stay on one server. */
export async function findLastShop(sql: Sql, phone: string): Promise<Shop | undefined> {
  const [last] = await sql<{ storeId: string }[]>`
    select store_id
    from customers
    where phone = any(${phoneForms(phone)}::text[]) and order_count > 0
    order by last_order_at desc
    limit 1`
  if (!last) return undefined
  const [shop] = await sql<Shop[]>`
    select name, slug, domain, language
    from stores
    where id = ${last.storeId} and deleted_at is null and billing_state = 'active'`
  return shop
}
