/**
 * Begins each work when fewer than `most` are fresh, in the order of their coming. One that takes longer than `patience`
 * (ms) goes on, and makes room: whoever is fast is served over few connections that stay warm, and the slow hold nobody up.
 */
export function concurrencyLimiter(most: number, patience: number) {
  const waiting: (() => void)[] = []
  let fresh = 0

  return async function begin<T>(work: () => Promise<T>): Promise<T> {
    if (fresh < most) fresh++
    else await new Promise<void>((enter) => waiting.push(enter))

    const late = setTimeout(leave, patience)
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
