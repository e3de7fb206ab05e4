/** The queue is full. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

type Bounds = {
  /** The maximum of running tasks, in all and of one owner. */
  running: number
  runningPerOwner: number
  /** The maximum of waiting tasks, in all and of one owner. */
  waiting: number
  waitingPerOwner: number
}

export type FairQueue = ReturnType<typeof fairQueue>

/**
 * A bounded queue, round-robin over owners: an owner with many tasks delays another by one task at most. Without it the pages of
 * all shops wait while one shop is flooded.
 * The function it returns throws QueueFull beyond a bound.
 */
export function fairQueue({ running, runningPerOwner, waiting, waitingPerOwner }: Bounds) {
  const lines = new Map<string, (() => void)[]>()
  const runningOf = new Map<string, number>()
  let runningNow = 0
  let waitingNow = 0

  return async function run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (mayRun(owner)) start(owner)
    else await waitForTurn(owner)
    try {
      return await task()
    } finally {
      end(owner)
    }
  }

  function mayRun(owner: string): boolean {
    return runningNow < running && (runningOf.get(owner) ?? 0) < runningPerOwner
  }

  function waitForTurn(owner: string): Promise<void> {
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
    if (next !== undefined) startNext(next)
  }

  /** Starts the owner's oldest waiting task, and moves the owner to the end of the queue. */
  function startNext(owner: string): void {
    const line = lines.get(owner)!
    lines.delete(owner)
    const enter = line.shift()!
    if (line.length > 0) lines.set(owner, line)
    waitingNow--
    start(owner)
    enter()
  }
}
