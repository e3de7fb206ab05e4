import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { createLog } from '../src/core/process/log.ts'
import { startWorker } from '../src/process/worker.ts'
import { aPhone, aStore } from './factories.ts'
import type { startMeta } from './meta.ts'
import { callbackOf, signatureOf } from './meta-callback.ts'
import type { Service } from './service.ts'
import { waitFor } from './wait-for.ts'

type Meta = Awaited<ReturnType<typeof startMeta>>

type Incoming = {
  id?: string
  /** The sender's phone, or the id where the number is hidden; `userId` where both come. */
  from: string
  userId?: string
  at?: number
  text?: string
  /** Of a quick reply of a template. */
  button?: { payload: string; text: string }
  /** Of a button or a row of an interactive message. */
  reply?: { id: string; title: string }
  type?: string
  /** A contact that is shared: because it was asked for, or not. */
  contact?: { phone: string; isAsked?: boolean }
}

const isPhone = (sender: string) => sender.startsWith('+')

/** What a callback says of a sender. */
const namesOf = (
  { from, userId = isPhone(from) ? undefined : from }: Incoming,
  phone: string,
  id: string,
) => ({
  ...(isPhone(from) && { [phone]: from.slice(1) }),
  ...(userId && { [id]: userId }),
})

/** A callback with messages, as Meta sends it. */
export const callbackWith = (...messages: Incoming[]) =>
  callbackOf({
    contacts: messages.map((message) => ({
      profile: { name: 'Ana' },
      ...namesOf(message, 'wa_id', 'user_id'),
    })),
    messages: messages.map(toMessage),
  })

function toMessage(message: Incoming) {
  const { id = `wamid.${randomUUID()}`, at = Date.now(), text, button, reply, type, contact } = message
  const head = {
    ...namesOf(message, 'from', 'from_user_id'),
    id,
    timestamp: String(Math.floor(at / 1000)),
  }
  if (button) return { ...head, type: 'button', button }
  if (reply)
    return { ...head, type: 'interactive', interactive: { type: 'button_reply', button_reply: reply } }
  if (contact) return { ...head, type: 'contacts', contacts: [toContact(contact)] }
  if (text !== undefined) return { ...head, type: 'text', text: { body: text } }
  return { ...head, type }
}

const toContact = ({ phone, isAsked = true }: NonNullable<Incoming['contact']>) => ({
  ...(isAsked && { origin: 'contact_request' }),
  phones: [{ phone, wa_id: phone.slice(1) }],
})

/** An id, by which WhatsApp names somebody who hides the number. */
export const aUserId = () => `CO.${randomUUID().replaceAll('-', '')}`

/** Sends a signed callback. */
export function sendCallback(service: Pick<Service, 'post'>, meta: Meta, body: object) {
  const text = JSON.stringify(body)
  const headers = signatureOf(text, meta.env.WHATSAPP_APP_SECRET)
  return service.post('/api/whatsapp/callback', { body: text, headers })
}

/** A worker in the test's process. */
export function startChatWorker(service: Service) {
  const { app, sql } = service
  const worker = startWorker({
    config: app.config,
    sql,
    log: createLog('silent'),
    afterWrite: app.afterWrite,
  })
  after(() => worker.stop())
  return worker
}

/** Somebody with WhatsApp, who writes, taps, and reads what comes back. @param phone or an id, where the number is hidden */
export function aPerson(service: Service, meta: Meta, phone = aPhone()) {
  const received = () => meta.to(phone).filter(({ template }) => template.name === undefined)
  const send = (message: Omit<Incoming, 'from'>) =>
    sendCallback(service, meta, callbackWith({ from: phone, ...message }))

  /** Sends a message; resolves with what is answered to it, once everything that this person wrote was handled. */
  async function answered(message: Omit<Incoming, 'from'>) {
    const before = received().length
    const { status, text } = await send(message)
    assert.equal(status, 200, text)
    for (const wake of service.app.afterWrite) wake() // the worker would look in 200 ms
    await waitFor(async () => (await unhandled()) === 0)
    return received().slice(before)
  }
  async function unhandled() {
    const [{ count }] = await service.sql<[{ count: number }]>`
      select
        (select count(*) from whatsapp_messages where phone = ${phone} and handled_at is null) + (
          select count(*) from deliveries where kind = 'answer' and recipient = ${phone} and state = 'waiting'
        ) as count`
    return count
  }
  async function write(text: string, at?: number) {
    const [answer] = await answered({ text, ...(at && { at }) })
    return answer
  }
  /** Taps the choice with this title of the last message that has one. */
  async function tap(title: string, at?: number) {
    const choice = received()
      .toReversed()
      .flatMap(({ choices }) => choices)
      .find((one) => one.title === title)
    if (!choice) throw new Error(`Nothing to tap says ${title}`)
    const [answer] = await answered({ reply: { id: choice.id, title }, ...(at && { at }) })
    return answer
  }
  return { phone, received, send, answered, write, tap }
}

/** An owner with a shop whose confirmed number is hers. */
export async function anOwner(service: Service, meta: Meta, overrides: Parameters<typeof aStore>[1] = {}) {
  const person = aPerson(service, meta)
  const store = await aStore(service, { whatsappNumber: person.phone, ...overrides })
  return { ...person, store }
}
