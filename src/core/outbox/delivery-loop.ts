import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { startLoop, type Loop } from '../jobs/loop.ts'
import { newId } from '../values/id.ts'
import { LEASE_SECONDS, undoClaim, type DeliveryKind } from './outbox.ts'
import { recorder, type Recorder } from './recorder.ts'

type Options<T> = {
  name: string
  sql: Db
  kind: DeliveryKind
  log: Log
  /** The maximum of concurrent deliveries in this process. */
  max: number
  leaseSeconds: number | undefined
  /** Claims at most `room` deliveries, under the id given. */
  claim: (room: number, id: string) => Promise<T[]>
  /** Makes one attempt, which aborts when `signal` does, and writes its outcome inside `record`. */
  deliver: (claimed: T, signal: AbortSignal, record: Recorder) => Promise<unknown>
}

/** While more of the room than this is claimed there is no hurry: a few large claims cost less than many small ones. */
const PLENTY = 0.75
const CALM = 20

/** On stop: ms for running deliveries to finish, and then for aborted ones to be recorded. */
const GRACE = 3_000
const GIVING_UP = 2_000

/** Claims due deliveries and runs them concurrently, so that a slow recipient delays only itself. */
export function startDeliveryLoop<T>(options: Options<T>): Loop {
  const { name, sql, kind, log, max, leaseSeconds = LEASE_SECONDS, claim, deliver } = options
  const underWay = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  /** A claim that failed; with a lost connection it may have been committed. */
  let failedClaim: string | null = null
  const loop = startLoop({ name, log, turn })
  return { nudge: loop.nudge, stop }

  async function turn() {
    if (failedClaim) await undoClaim(sql, kind, failedClaim)
    failedClaim = null
    if (underWay.size > max * PLENTY) await sleep(CALM)
    const room = max - underWay.size
    if (room === 0) return
    for (const claimed of await claimAs(newId(), room)) start(claimed)
  }

  async function claimAs(id: string, room: number): Promise<T[]> {
    try {
      return await claim(room, id)
    } catch (error) {
      failedClaim = id
      throw error
    }
  }

  function start(claimed: T) {
    if (stopping.signal.aborted) return
    const record = recorder(leaseSeconds, stopping.signal)
    // A delivery whose outcome could not be recorded is claimed again when its lease ends.
    const work = deliver(claimed, stopping.signal, record)
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
