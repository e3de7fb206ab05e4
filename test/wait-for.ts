import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `condition` returns true. Fails after `seconds`, on a clock of `Date` that a test has stopped too. */
export async function waitFor(condition: () => boolean | Promise<boolean>, seconds = 60) {
  for (const end = performance.now() + seconds * 1000; !(await condition()); await sleep(20)) {
    if (performance.now() > end) throw new Error(`Did not happen within ${seconds} s`)
  }
}
