import { tooBusy } from '../errors/errors.ts'

/**
 * Begins each work when fewer than `most` are fresh, in the order of their coming. One that takes longer than `patience`
 * (ms, or endless) goes on, and makes room: whoever is fast is served over few connections that stay warm, and the slow
 * hold nobody up.
 */
export function concurrencyLimiter(max: number, patience: number) {
  const waiting: (() => void)[] = []
  let fresh = 0

  return async function begin<T>(work: () => Promise<T>): Promise<T> {
    if (fresh < max) fresh++
    else await new Promise<void>((enter) => waiting.push(enter))

    const late = Number.isFinite(patience) ? setTimeout(leave, patience) : undefined
    let isFresh = true
    try {
      return await work()
    } finally {
      clearTimeout(late)
      leave()
    }

    function leave() {
      if (!isFresh) return
      isFresh = false
      const next = waiting.shift()
      if (next) next()
      else fresh--
    }
  }
}

/** Runs at most `running` works at once; as many as `waiting` wait their turn, and who comes then is refused. @throws 503 */
export function boundedConcurrency({ running, waiting }: { running: number; waiting: number }) {
  const begin = concurrencyLimiter(running, Number.POSITIVE_INFINITY)
  let inside = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (inside >= running + waiting) throw tooBusy()
    inside++
    try {
      return await begin(work)
    } finally {
      inside--
    }
  }
}
