import { field, isMessageId, listField } from './callback-fields.ts'
import { isUserId, type Tie } from './identities.ts'
import { MAX_STORED, type Message } from './message.ts'

export type NewMessage = Pick<Message, 'wamid' | 'phone' | 'kind' | 'text' | 'payload' | 'sentAt'>

/** What people wrote, in the order of the provider's timestamps; and the types of what is not understood. */
type Read = { messages: NewMessage[]; ties: Tie[]; unhandled: string[] }

/** To another number, or of nobody, is not understood. Field by field, so that what the provider adds later is no error. */
export function readMessages(value: unknown, phoneNumberId: string | null): Read {
  const messages = listField(value, 'messages')
  const types = messages.map((message) => wordOf(field(message, 'type')))
  const to = field(field(value, 'metadata'), 'phone_number_id') ?? phoneNumberId
  if (phoneNumberId === null || to !== phoneNumberId) return { messages: [], ties: [], unhandled: types }
  const contacts = listField(value, 'contacts')
  const read = messages.map((message) => toMessage(message, contacts))
  return {
    messages: read.filter((message) => message !== undefined),
    ties: [
      ...contacts.flatMap((contact) => tieOf(field(contact, 'user_id'), field(contact, 'wa_id'))),
      ...messages.flatMap((message) => tieOf(field(message, 'from_user_id'), field(message, 'from'))),
    ],
    unhandled: types.filter((_, i) => read[i] === undefined || read[i].kind === 'other'),
  }
}

/** None where the phone is missing or the id is not one. */
export function tieOf(userId: unknown, number: unknown): Tie[] {
  const phone = phoneFrom(number)
  return phone !== null && typeof userId === 'string' && isUserId(userId) ? [{ userId, phone }] : []
}

const phoneFrom = (number: unknown): string | null =>
  typeof number === 'string' && /^\d{6,15}$/.test(number) ? `+${number}` : null

/** Who wrote a message: the phone where one comes, else the id. */
function senderOf(message: unknown, contacts: unknown[]): string | null {
  const userId = field(message, 'from_user_id')
  const contact = contacts.find((one) => userId !== undefined && field(one, 'user_id') === userId)
  const phone = phoneFrom(field(message, 'from')) ?? phoneFrom(field(contact, 'wa_id'))
  return phone ?? (typeof userId === 'string' && isUserId(userId) ? userId : null)
}

const EVENTS = new Set<unknown>(['edit', 'reaction', 'revoke', 'system'])

function toMessage(message: unknown, contacts: unknown[]): NewMessage | undefined {
  const [wamid, phone, seconds] = [
    field(message, 'id'),
    senderOf(message, contacts),
    Number(field(message, 'timestamp')),
  ]
  if (!isMessageId(wamid) || phone === null || EVENTS.has(field(message, 'type'))) return undefined
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > MAX_SECONDS) return undefined
  const sentAt = new Date(seconds * 1000).toISOString()
  return { wamid, phone, sentAt, ...contentOf(message) }
}

/** 2200: an ISO string of a later year would not sort. */
const MAX_SECONDS = 7_258_118_400

type Content = Pick<NewMessage, 'kind' | 'text' | 'payload'>

function contentOf(message: unknown): Content {
  const type = field(message, 'type')
  if (type === 'text')
    return { kind: 'text', text: textOf(field(field(message, 'text'), 'body')), payload: null }
  const shared = type === 'contacts' ? sharedPhone(message) : null
  if (shared !== null) return { kind: 'contact', text: textOf(type), payload: shared }
  const tap =
    type === 'button' ? field(message, 'button') : type === 'interactive' ? replyOf(message) : undefined
  const payload = field(tap, 'payload') ?? field(tap, 'id')
  if (typeof payload !== 'string') return { kind: 'other', text: textOf(type), payload: null }
  return { kind: 'tap', text: textOf(field(tap, 'text') ?? field(tap, 'title')), payload: textOf(payload) }
}

/** The phone of the one contact that was shared because we asked for it. Only `wa_id` is the provider's word. */
function sharedPhone(message: unknown): string | null {
  const asked = listField(message, 'contacts').filter((one) => field(one, 'origin') === 'contact_request')
  const phones = asked
    .flatMap((contact) => listField(contact, 'phones'))
    .flatMap((phone) => phoneFrom(field(phone, 'wa_id')) ?? [])
  const [phone, ...others] = new Set(phones)
  return phone !== undefined && others.length === 0 ? phone : null
}

function replyOf(message: unknown): unknown {
  const interactive = field(message, 'interactive')
  return field(interactive, 'button_reply') ?? field(interactive, 'list_reply')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_STORED).replaceAll('\0', '').toWellFormed() : ''

export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')
