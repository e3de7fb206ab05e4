import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Key, RequestStore } from './key-lookup.ts'

/** Whom the service asks itself for: somebody who was identified and counted already, and the store that they are in. */
export type InternalCaller = {
  actor: 'panel'
  key: Key
  store: RequestStore | null
  /** What they ask for in one go is recorded as one change. */
  changeId: string
}

const callers = new AsyncLocalStorage<InternalCaller>()

/** No header, no cookie and no body makes a request internal: only what is injected inside `work` is. */
export const asCaller = <T>(caller: InternalCaller, work: () => Promise<T>) => callers.run(caller, work)

export const internalCaller = (request: IncomingMessage): InternalCaller | undefined =>
  'isLightMyRequest' in request ? callers.getStore() : undefined
