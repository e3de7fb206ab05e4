/**
 * Starts tasks in order of arrival while fewer than `max` hold a slot. A task that takes longer than `slotMs` runs on without its
 * slot: fast tasks share few warm connections, and slow ones block nobody. Without it a burst of webhooks arrives later
 * (`bench/in-turns.ts`).
 */
export function concurrencyLimiter(max: number, slotMs: number) {
  const waiting: (() => void)[] = []
  let taken = 0

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (taken < max) taken++
    else await new Promise<void>((enter) => waiting.push(enter))

    const timer = setTimeout(release, slotMs)
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
