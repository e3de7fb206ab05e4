export class QueueFull extends Error {
  override name = 'QueueFull'
}

export type QueueBounds = {
  running: number
  runningPerOwner: number
  waiting: number
  waitingPerOwner: number
  /** Slots that only small tasks may take, of owners whose tasks of late took little time each. */
  runningSmall?: number
}

/** The owner is the account whose place a task takes. `isLarge`: it is known to take long. */
type Turn = { owner: string; isLarge: boolean }

export type FairQueue = ReturnType<typeof fairQueue>

/** ms that the tasks of an owner may take on average; past it the next ones count as large, until most of it is forgotten. */
const SLOW = 1_000
/** ms in which half of what an owner used is forgotten. */
const HALF_LIFE = 10_000

/**
 * A bounded queue of slots that don't wait for each other, round-robin over owners: an owner with many tasks delays another by one
 * task at most. With `runningSmall`, owners wait by the time that they used, and small tasks have slots that no large one takes.
 * Without it two accounts with slow pictures delay every shop's photos, and one with a dead site every shop's imports.
 * The function it returns throws QueueFull beyond a bound.
 */
export function fairQueue({
  running,
  runningPerOwner,
  waiting,
  waitingPerOwner,
  runningSmall = 0,
}: QueueBounds) {
  const lines = new Map<string, { turn: Turn; waiting: ((countsAsLarge: boolean) => void)[] }>()
  const runningOf = new Map<string, number>()
  const used = new Map<string, { ms: number; tasks: number; at: number }>()
  let runningNow = 0
  let largeNow = 0
  let waitingNow = 0

  return Object.assign(run, { free: (owner: string) => free({ owner, isLarge: false }) })

  async function run<T>(of: string | Turn, task: () => Promise<T>): Promise<T> {
    const turn = typeof of === 'string' ? { owner: of, isLarge: false } : of
    const countsAsLarge = free(turn) > 0 ? start(turn) : await waitForTurn(turn)
    const began = performance.now()
    try {
      return await task()
    } finally {
      if (runningSmall > 0) addUsed(turn.owner, performance.now() - began)
      end(turn.owner, countsAsLarge)
    }
  }

  function free(turn: Turn): number {
    const slots = Math.min(running - runningNow, runningPerOwner - (runningOf.get(turn.owner) ?? 0))
    return isLarge(turn) ? Math.min(slots, running - runningSmall - largeNow) : slots
  }

  function isLarge(turn: Turn): boolean {
    if (turn.isLarge) return true
    const { ms, tasks } = usedBy(turn.owner)
    return ms > SLOW && ms / tasks > SLOW
  }

  function waitForTurn(turn: Turn): Promise<boolean> {
    const key = `${turn.isLarge} ${turn.owner}`
    const line = lines.get(key) ?? { turn, waiting: [] }
    if (waitingNow >= waiting || line.waiting.length >= waitingPerOwner) throw new QueueFull()
    waitingNow++
    lines.set(key, line)
    return new Promise((enter) => line.waiting.push(enter))
  }

  function start(turn: Turn): boolean {
    const countsAsLarge = isLarge(turn)
    runningNow++
    if (countsAsLarge) largeNow++
    runningOf.set(turn.owner, (runningOf.get(turn.owner) ?? 0) + 1)
    return countsAsLarge
  }

  function end(owner: string, countedAsLarge: boolean): void {
    runningNow--
    if (countedAsLarge) largeNow--
    const left = runningOf.get(owner)! - 1
    if (left > 0) runningOf.set(owner, left)
    else runningOf.delete(owner)
    for (let next = nextLine(); next !== undefined; next = nextLine()) startNext(next)
  }

  /** Of those that may run: the first, or with `runningSmall` small ones first, the one whose owner used the least. */
  function nextLine(): string | undefined {
    let best: { key: string; rank: number } | undefined
    for (const [key, { turn }] of lines) {
      if (free(turn) <= 0) continue
      if (runningSmall === 0) return key
      const rank = usedBy(turn.owner).ms + (isLarge(turn) ? HALF_LIFE : 0)
      if (!best || rank < best.rank) best = { key, rank }
    }
    return best?.key
  }

  function startNext(key: string): void {
    const line = lines.get(key)!
    lines.delete(key)
    const enter = line.waiting.shift()!
    if (line.waiting.length > 0) lines.set(key, line)
    waitingNow--
    enter(start(line.turn))
  }

  function usedBy(owner: string) {
    const { ms, tasks, at } = used.get(owner) ?? { ms: 0, tasks: 0, at: 0 }
    const left = ms && 2 ** ((at - performance.now()) / HALF_LIFE)
    return { ms: ms * left, tasks: tasks * left }
  }

  function addUsed(owner: string, taken: number): void {
    const { ms, tasks } = usedBy(owner)
    used.set(owner, { ms: ms + taken, tasks: tasks + 1, at: performance.now() })
    if (used.size > 1_000) for (const one of used.keys()) if (usedBy(one).ms < 10) used.delete(one)
  }
}
