/** There is no room to wait. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

type Bounds = {
  /** How many works run at the same time, of all owners and of each. */
  running: number
  runningPerOwner: number
  /** How many wait, of all owners and of each. */
  waiting: number
  waitingPerOwner: number
}

/**
 * A bounded queue in which owners take turns: one with much to do delays nobody else by more than one work.
 * The function it returns throws QueueFull where there is no room.
 */
export function fairQueue({ running, runningPerOwner, waiting, waitingPerOwner }: Bounds) {
  const lines = new Map<string, (() => void)[]>()
  const runningOf = new Map<string, number>()
  let runningNow = 0
  let waitingNow = 0

  return async function enter<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (mayRun(owner)) start(owner)
    else await turn(owner)
    try {
      return await work()
    } finally {
      end(owner)
    }
  }

  function mayRun(owner: string): boolean {
    return runningNow < running && (runningOf.get(owner) ?? 0) < runningPerOwner
  }

  function turn(owner: string): Promise<void> {
    const line = lines.get(owner) ?? []
    if (waitingNow >= waiting || line.length >= waitingPerOwner) throw new QueueFull()
    waitingNow++
    lines.set(owner, line)
    return new Promise((enter) => line.push(enter))
  }

  function start(owner: string): void {
    runningNow++
    runningOf.set(owner, (runningOf.get(owner) ?? 0) + 1)
  }

  function end(owner: string): void {
    runningNow--
    const left = runningOf.get(owner)! - 1
    if (left > 0) runningOf.set(owner, left)
    else runningOf.delete(owner)
    const next = lines.keys().find(mayRun)
    if (next !== undefined) admit(next)
  }

  /** Whoever waits longest of this owner; the owner's next turn is after everyone else's. */
  function admit(owner: string): void {
    const line = lines.get(owner)!
    lines.delete(owner)
    const enter = line.shift()!
    if (line.length > 0) lines.set(owner, line)
    waitingNow--
    start(owner)
    enter()
  }
}
