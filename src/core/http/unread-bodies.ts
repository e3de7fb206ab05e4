import type { FastifyReply } from 'fastify'
import { tooBusy } from '../errors/errors.ts'
import { memoryBudget } from '../concurrency/memory-budget.ts'
import { memoryBudgets } from '../concurrency/fairness.ts'
import type { App } from './app.ts'

const KiB = 1024
const MiB = 1024 * KiB
/** Smaller bodies fit in the socket's buffer. */
const MIN_COUNTED = 64 * KiB
/** What a file that is streamed may hold: its rows in the making, in the stream and in the socket. */
const STREAMED_FILE = 16 * MiB
const unread = memoryBudget(memoryBudgets.unreadBodies)

/** Further GETs are 503. Responses to writes are always sent, because the write is done. */
export function limitUnreadBodies(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { key, method, mayHaveWritten, routeOptions } = request
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    const isRead = method === 'GET' || (routeOptions.config.relay && !mayHaveWritten)
    if (bytes < MIN_COUNTED || !isRead) return done(null, payload)
    // A Buffer is a body of the cache, which all of its readers share.
    const isHeld = hold(reply, key.accountId, bytes, Buffer.isBuffer(payload) ? payload : {})
    if (!isHeld) return done(tooBusy())
    done(null, payload)
  })
}

/** Counts a file that is streamed among the account's unread bodies. @throws 503 */
export function holdStreamedFile(reply: FastifyReply, accountId: string): void {
  if (!hold(reply, accountId, STREAMED_FILE, {})) throw tooBusy()
}

const held = new Map<object, { accountId: string; readers: number }>()

/** Counts the memory once, for the account of its first reader, until the last one has read it or left. False past a bound. */
function hold({ raw }: FastifyReply, accountId: string, bytes: number, memory: object): boolean {
  if (raw.destroyed) return true // its `close` is over
  const holding = held.get(memory) ?? { accountId, readers: 0 }
  if (holding.readers === 0 && !unread.reserve(accountId, bytes)) return false
  holding.readers++
  held.set(memory, holding)
  raw.once('close', () => {
    if (--holding.readers > 0) return
    held.delete(memory)
    unread.release(holding.accountId, bytes)
  })
  return true
}
