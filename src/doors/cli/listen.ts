import { setTimeout as sleep } from 'node:timers/promises'
import { isTransientError } from '../../core/database/db.ts'
import { deleteDelivery } from '../../core/outbox/queue.ts'
import { childOf } from '../../core/process/trace.ts'
import { createHttpClient, NoReply, type HttpClient } from '../../core/outgoing/outgoing.ts'
import {
  endListener,
  listPendingEvents,
  newListener,
  renewListener,
  type Listener,
} from '../../features/webhooks/listener.ts'
import { bodyOf } from '../../features/webhooks/message.ts'
import { checkSecret, newWebhookSecret, signatureOf, signingKey } from '../../features/webhooks/secret.ts'
import { onStore, UsageError, type Call, type Command, type StoreCall } from './command.ts'

export const listenCommands: Record<string, Command> = {
  listen: {
    flags: '--store S --forward URL [--secret whsec_…]',
    does: 'Forwards new events of a store, signed, to a local URL, and prints a line for each, until Ctrl+C',
    run: onStore(listen),
    unrecorded: true,
  },
}

const POLL_MS = 500
const RENEW_MS = 10_000
const FORWARD_TIMEOUT = 10_000

type Target = { url: string; secret: string }
type PendingEvent = Awaited<ReturnType<typeof listPendingEvents>>[number]

async function listen({ sql, flags, print, store }: StoreCall): Promise<null> {
  const target = { url: addressOf(flags['forward']!), secret: flags['secret'] ?? newWebhookSecret() }
  checkSecret(target.secret)
  const listener = newListener(store.id)
  const httpClient = createHttpClient({ publicOnly: false, timeout: FORWARD_TIMEOUT })
  const end = new AbortController()
  const stop = () => end.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  try {
    await renewListener(sql, listener)
    printLine(`Events of ${store.slug} go to ${target.url}, signed with ${target.secret} (Ctrl+C ends it)`)
    await forwardAll({ sql, print }, listener, (event) => forward(httpClient, target, event), end.signal)
  } finally {
    await endListener(sql, listener).catch(() => {}) // without the database its lease ends by itself
    httpClient.close()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
  return null
}

/** @throws UsageError */
function addressOf(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.href
  throw new UsageError(`--forward is "${text}", but must be an address like http://localhost:4000/hook`)
}

const printLine = (text: string) => void process.stderr.write(`${text}\n`)

type Forward = (event: PendingEvent) => Promise<Record<string, unknown>>

async function forwardAll(
  { sql, print }: Pick<Call, 'sql' | 'print'>,
  listener: Listener,
  forward: Forward,
  signal: AbortSignal,
) {
  let renewAt = 0
  let isLost = false
  let lastId = ''
  while (!signal.aborted) {
    try {
      if (performance.now() >= renewAt) {
        await renewListener(sql, listener)
        renewAt = performance.now() + RENEW_MS
      }
      for (const event of await listPendingEvents(sql, listener)) {
        if (signal.aborted) return
        if (event.id !== lastId) print(await forward(event))
        lastId = event.id // not sent twice when the database is lost before it is dropped
        await deleteDelivery(sql, event)
      }
      if (isLost) printLine('The database is back')
      isLost = false
    } catch (error) {
      if (!isTransientError(error)) throw error
      if (!isLost) printLine('The database is lost; trying again')
      isLost = true
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
}

async function forward(httpClient: HttpClient, { url, secret }: Target, event: PendingEvent) {
  const body = bodyOf(event)
  const seconds = Math.floor(Date.now() / 1000)
  const line = { at: event.createdAt, event: event.event, id: event.id }
  try {
    const { status, duration } = await httpClient.post({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Vitrina-Webhooks/1.0',
        'webhook-id': event.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf([signingKey(secret)], event.id, seconds, body),
        traceparent: childOf(event.traceparent),
      },
      body,
    })
    return { ...line, status, duration }
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    return { ...line, status: error.why, duration: error.duration }
  }
}
