import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `holds` says so, looking every few milliseconds. Fails after `seconds`. */
export async function waitFor(holds: () => boolean | Promise<boolean>, seconds = 60) {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await sleep(20)) {
    if (Date.now() > end) throw new Error(`Did not happen within ${seconds} s`)
  }
}
