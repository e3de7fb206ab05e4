import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Key, RequestStore } from './key-lookup.ts'

/** The caller of a request that the service sends to itself: authenticated and counted before, with the store it acts in. */
export type InternalCaller = {
  actor: 'panel'
  key: Key
  store: RequestStore | null
  /** All writes with this id are recorded as one change. */
  changeId: string
}

const callers = new AsyncLocalStorage<InternalCaller>()

/** Only requests that are injected inside `work` are internal; no header, cookie or body can make one so. */
export const runAsCaller = <T>(caller: InternalCaller, work: () => Promise<T>) => callers.run(caller, work)

export const internalCaller = (request: IncomingMessage): InternalCaller | undefined =>
  'isLightMyRequest' in request ? callers.getStore() : undefined
