import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../process/with-timeout.ts'
import type { Log } from '../process/log.ts'

export type Loop = {
  trigger: () => void
  /** Stops after the current run, or after MAX_STOP when that takes longer. */
  stop: () => Promise<void>
}

type Options = {
  name: string
  log: Log
  runOnce: () => Promise<unknown>
  /** ms between two runs without a trigger. */
  intervalMs?: number | undefined
  /** ms after which a run counts as hung: a query to a hung database never returns. */
  maxRunMs?: number
}

/** ms; triggers within it are merged. */
const DEBOUNCE = 10
const MAX_RUN = 60_000
const MAX_BACKOFF = 10_000
const MAX_STOP = 3_000

/** Calls `runOnce` now, every `intervalMs` and after each trigger, one at a time. Failed runs are retried with exponential backoff. */
export function startLoop({ name, log, runOnce, intervalMs = 500, maxRunMs = MAX_RUN }: Options): Loop {
  let stopped = false
  let triggered = false
  let failures = 0
  /** `endPause` ends any pause; `wake` only the wait for the next run, not a backoff. */
  let endPause = () => {}
  let wake = () => {}
  const ended = run()

  return {
    trigger() {
      triggered = true
      wake()
    },
    async stop() {
      stopped = true
      endPause()
      await Promise.race([ended, sleep(MAX_STOP, undefined, { ref: false })])
    },
  }

  async function run() {
    for (;;) {
      if (stopped) return
      triggered = false
      const failed = await attempt()
      if (failed) await pause(Math.min(intervalMs * 2 ** (failures - 1), MAX_BACKOFF))
      else if (!triggered) await waitForNext()
      await pause(DEBOUNCE)
    }
  }

  async function attempt(): Promise<boolean> {
    try {
      await withTimeout(runOnce(), maxRunMs, () => new Error('The run took too long'))
      failures = 0
      return false
    } catch (err) {
      failures++
      if (!stopped) log.warn({ err, task: name, failures }, 'task failed, will be tried again')
      return true
    }
  }

  async function waitForNext() {
    const pausing = pause(intervalMs)
    wake = endPause
    await pausing
    wake = () => {}
  }

  // Loops are triggered often: an AbortSignal per pause costs more than a run.
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (stopped) return resolve()
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
