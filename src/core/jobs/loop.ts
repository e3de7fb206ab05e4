import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../process/with-timeout.ts'
import type { Log } from '../process/log.ts'

export type Loop = {
  /** Runs the next turn now instead of after `every`. */
  nudge: () => void
  /** Stops after the current turn, or after MAX_STOP when that takes longer. */
  stop: () => Promise<void>
}

type Options = {
  name: string
  log: Log
  turn: () => Promise<unknown>
  /** ms between two turns without a nudge. */
  every?: number | undefined
}

/** ms; nudges within it are merged. */
const DEBOUNCE = 10
const MAX_TURN = 60_000
const MAX_REST = 10_000
const MAX_STOP = 3_000

/** Runs `turn` now, every `every` ms and after each nudge, one at a time. Failing turns are retried with exponential backoff. */
export function startLoop({ name, log, turn, every = 500 }: Options): Loop {
  let stopped = false
  let nudged = false
  let failures = 0
  /** `end` ends the current pause; `wake` does so only where a nudge may. */
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
      // A query to a hung database never returns.
      await withTimeout(turn(), MAX_TURN, () => new Error('The turn took too long'))
      failures = 0
      return false
    } catch (err) {
      failures++
      if (!stopped) log.warn({ err, task: name, failures }, 'task failed, will be tried again')
      return true
    }
  }

  /** Waits for `every`, a nudge, or `stop`. */
  async function rest() {
    const pausing = pause(every)
    wake = end
    await pausing
    wake = () => {}
  }

  // Loops are nudged often: an AbortSignal per pause costs more than a turn.
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (stopped) return resolve()
      const timer = setTimeout(resolve, ms)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
