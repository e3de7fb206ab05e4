import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from '../jobs/loop.ts'

type Options<T> = {
  name: string
  log: Log
  /** The maximum of concurrent deliveries in this process. */
  most: number
  /** Claims at most `room` deliveries. */
  claim: (room: number) => Promise<T[]>
  /** Makes one attempt and records its outcome; aborts when `signal` does. */
  deliver: (claimed: T, signal: AbortSignal) => Promise<unknown>
}

/** While more of the room than this is claimed there is no hurry: a few large claims cost less than many small ones. */
const PLENTY = 0.75
const CALM = 20

/** On stop: ms for running deliveries to finish, and then for aborted ones to be recorded. */
const GRACE = 3_000
const GIVING_UP = 2_000

/** Claims due deliveries and runs them concurrently, so that a slow recipient delays only itself. */
export function startDeliveryLoop<T>({ name, log, most, claim, deliver }: Options<T>): Loop {
  const underWay = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const loop = startLoop({ name, log, turn })
  return { nudge: loop.nudge, stop }

  async function turn() {
    if (underWay.size > most * PLENTY) await sleep(CALM)
    const room = most - underWay.size
    if (room === 0) return
    for (const claimed of await claim(room)) start(claimed)
  }

  function start(claimed: T) {
    if (stopping.signal.aborted) return
    // A delivery whose outcome could not be recorded is claimed again when its lease ends.
    const work = deliver(claimed, stopping.signal)
      .catch((err: unknown) => log.warn({ err, task: name }, 'delivery not recorded, will be made again'))
      .finally(() => {
        underWay.delete(work)
        loop.nudge()
      })
    underWay.add(work)
  }

  async function stop() {
    await loop.stop()
    await settled(GRACE)
    stopping.abort()
    await settled(GIVING_UP)
  }

  async function settled(patience: number) {
    if (underWay.size === 0) return
    const over = new AbortController()
    const late = sleep(patience, undefined, { signal: over.signal }).catch(() => {})
    await Promise.race([Promise.all(underWay), late])
    over.abort()
  }
}
