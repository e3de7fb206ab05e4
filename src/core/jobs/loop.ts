import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../process/with-timeout.ts'
import type { Log } from '../process/log.ts'

export type Loop = {
  /** There may be something to do: look now rather than at the next beat. */
  nudge: () => void
  /** Ends the loop after the turn under way, or without it when it takes too long. */
  stop: () => Promise<void>
}

type Options = {
  name: string
  log: Log
  turn: () => Promise<unknown>
  /** ms between two turns when nobody nudges. */
  every?: number
}

/** Nudges within this time are one. */
const DEBOUNCE = 10
const MAX_TURN = 60_000
const MAX_REST = 10_000
const MAX_STOP = 3_000

/** Does a turn now, at each beat and after each nudge, one at a time. A turn that fails is tried again, ever later. */
export function startLoop({ name, log, turn, every = 500 }: Options): Loop {
  let stopped = false
  let nudged = false
  let failures = 0
  /** Ends the pause under way; `wake` does where a nudge may. */
  let end = () => {}
  let wake = () => {}
  const ended = run()

  return {
    nudge() {
      nudged = true
      wake()
    },
    async stop() {
      stopped = true
      end()
      await Promise.race([ended, sleep(MAX_STOP, undefined, { ref: false })])
    },
  }

  async function run() {
    for (;;) {
      if (stopped) return
      nudged = false
      const failed = await attempt()
      if (failed) await pause(Math.min(every * 2 ** (failures - 1), MAX_REST))
      else if (!nudged) await rest()
      await pause(DEBOUNCE)
    }
  }

  async function attempt(): Promise<boolean> {
    try {
      // A database that hangs answers never.
      await withTimeout(turn(), MAX_TURN, () => new Error('The turn took too long'))
      failures = 0
      return false
    } catch (err) {
      failures++
      if (!stopped) log.warn({ err, task: name, failures }, 'task failed, will be tried again')
      return true
    }
  }

  /** Until the next beat, a nudge, or the end. */
  async function rest() {
    const over = pause(every)
    wake = end
    await over
    wake = () => {}
  }

  // Loops are nudged often: an AbortSignal would cost more than the turn.
  function pause(ms: number): Promise<void> {
    return new Promise((over) => {
      if (stopped) return over()
      const timer = setTimeout(over, ms)
      end = () => {
        clearTimeout(timer)
        over()
      }
    })
  }
}
