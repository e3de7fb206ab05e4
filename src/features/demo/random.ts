export type Random = ReturnType<typeof seededRandom>

export function seededRandom(seed: number) {
  let state = seed

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!

  function weighted<T>(from: readonly T[], weight: (item: T) => number): T {
    let rest = next() * from.reduce((sum, item) => sum + weight(item), 0)
    return from.find((item) => (rest -= weight(item)) < 0) ?? from.at(-1)!
  }

  return { next, below, pick, weighted }
}
