import { AsyncLocalStorage } from 'node:async_hooks'
import { traceOf, traceparentOf, type Trace } from './trace.ts'

/** What a request waits for: its body, lookups that many requests share, a free connection, statements. */
type WaitKind = 'body' | 'lookups' | 'connection' | 'statements'

/** ms by kind; waits that overlap count in each of their kinds, and once in `total`. */
type Waits = Record<WaitKind, number> & {
  total: number
  /** How many waits are open, and when the first of these began. */
  open: number
  since: number
  statementCount: number
  longest: { ms: number; text: string } | null
}

/** The trace of an incoming request, its client's address and the times it waited. Internal requests that it causes share them. */
export type CurrentRequest = { trace: Trace; client: string; waits: Waits }

const requests = new AsyncLocalStorage<CurrentRequest | undefined>()

export const newRequest = (traceparent: string | undefined, client: string): CurrentRequest => ({
  trace: traceOf(traceparent),
  client,
  waits: noWaits(),
})

const currentRequest = (): CurrentRequest | undefined => requests.getStore()

export const runInRequest = <T>(current: CurrentRequest, work: () => T): T => requests.run(current, work)

/** Runs work for many requests outside of all of them, so that it is not attributed to the one that started it. */
export const runOutsideRequests = <T>(work: () => T): T => requests.run(undefined, work)

/** The `traceparent` of the request under way; outside of one, of a new trace. */
export const currentTraceparent = (): string => traceparentOf(currentRequest()?.trace ?? traceOf(undefined))

export const currentClient = (): string | null => currentRequest()?.client ?? null

const noWaits = (): Waits => ({
  body: 0, lookups: 0, connection: 0, statements: 0, total: 0, open: 0, since: 0, statementCount: 0, longest: null,
}) // prettier-ignore

/** Starts to time a wait of the current request. @returns the function that ends it, which takes the text of a statement */
export function startWait(kind: WaitKind): (text?: string) => void {
  const waits = currentRequest()?.waits
  if (!waits) return () => {}
  const since = performance.now()
  if (waits.open++ === 0) waits.since = since
  return (text) => {
    const now = performance.now()
    const ms = now - since
    waits[kind] += ms
    if (--waits.open === 0) waits.total += now - waits.since
    if (text === undefined) return
    waits.statementCount++
    if (ms > (waits.longest?.ms ?? 0)) waits.longest = { ms, text }
  }
}
