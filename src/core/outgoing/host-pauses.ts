import type { PauseBounds } from '../concurrency/fairness.ts'
import { NoReply } from './outgoing.ts'

const MAX_FAILURES = 3
const MAX_HOSTS = 10_000

/** By owner, because an owner can make requests to a host that others use fail. */
export function hostPauses({ slow, pause }: PauseBounds) {
  const failing = new Map<string, { count: number; until: number; why: NoReply['why'] }>()

  /** @throws NoReply */
  return async function viaHost<T>(owner: string, url: string, send: () => Promise<T>): Promise<T> {
    const key = `${owner} ${URL.parse(url)?.host}`
    const known = failing.get(key)
    if (known && known.until > performance.now())
      throw new NoReply(known.why, 0, new Error('The host is paused'))
    try {
      const reply = await send()
      failing.delete(key)
      return reply
    } catch (error) {
      if (error instanceof NoReply && error.duration >= slow) addFailure(key, error.why)
      throw error
    }
  }

  function addFailure(key: string, why: NoReply['why']): void {
    const count = (failing.get(key)?.count ?? 0) + 1
    failing.delete(key)
    failing.set(key, { count, why, until: count >= MAX_FAILURES ? performance.now() + pause : 0 })
    if (failing.size > MAX_HOSTS) failing.delete(failing.keys().next().value!)
  }
}
