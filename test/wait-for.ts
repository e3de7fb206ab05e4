import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `holds` returns true. Fails after `seconds`. */
export async function waitFor(condition: () => boolean | Promise<boolean>, seconds = 60) {
  for (const end = Date.now() + seconds * 1000; !(await condition()); await sleep(20)) {
    if (Date.now() > end) throw new Error(`Did not happen within ${seconds} s`)
  }
}
