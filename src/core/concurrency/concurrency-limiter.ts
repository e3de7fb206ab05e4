import { tooBusy } from '../errors/errors.ts'

/**
 * Starts tasks in order of arrival while fewer than `max` hold a slot. A task that takes longer than `slotMs` (or never,
 * with Infinity) runs on without its slot: fast tasks share few warm connections, and slow ones block nobody. Without the slots a
 * webhook whose receiver hangs delays the deliveries of every other shop.
 */
export function concurrencyLimiter(max: number, slotMs: number) {
  const waiting: (() => void)[] = []
  let taken = 0

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (taken < max) taken++
    else await new Promise<void>((enter) => waiting.push(enter))

    const timer = Number.isFinite(slotMs) ? setTimeout(release, slotMs) : undefined
    let hasSlot = true
    try {
      return await task()
    } finally {
      clearTimeout(timer)
      release()
    }

    function release() {
      if (!hasSlot) return
      hasSlot = false
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}

/** Runs at most `running` tasks at once and queues at most `waiting`; further ones are refused. @throws 503 */
export function boundedConcurrency({ running, waiting }: { running: number; waiting: number }) {
  const limited = concurrencyLimiter(running, Number.POSITIVE_INFINITY)
  let admitted = 0

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (admitted >= running + waiting) throw tooBusy()
    admitted++
    try {
      return await limited(task)
    } finally {
      admitted--
    }
  }
}
