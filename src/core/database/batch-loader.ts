import { ApiError, unavailable } from '../errors/errors.ts'
import { runOutsideRequests, startWait } from '../process/current-request.ts'
import { withTimeout } from '../process/with-timeout.ts'
import { isTransientError } from './db.ts'

type Pending<Key, Value> = {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
  endWait: () => void
}

const MAX_BATCH_SIZE = 500
const MAX_CONCURRENT_BATCHES = 3
// While the database hangs, a batch releases its slot after SLOT_TIMEOUT (later requests get through once it is back) and its
// callers get an error after MAX_WAIT: before the request's deadline (MAX_HANDLER_MS), or the second of two errors at the same
// moment would replace the error page with JSON.
const SLOT_TIMEOUT = 1_000
const MAX_WAIT = 18_000

/**
 * A batch loader: the keys of one event loop turn go into one call of `loadBatch`, which returns their values in order. While
 * MAX_CONCURRENT_BATCHES calls run, further keys wait for the next batch. Nothing is cached between calls. Where a call fails,
 * its batch is split until only the keys at fault fail. Without it each request is a query of its own: docs/adr/0002 says why
 * that was too slow.
 */
export function batchLoader<Key, Value>(loadBatch: (keys: Key[]) => Promise<Value[]>) {
  let waiting: Pending<Key, Value>[] = []
  let running = 0
  let scheduled = false

  return function load(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject, endWait: startWait('lookups') })
      schedule()
    })
  }

  function schedule() {
    if (scheduled || waiting.length === 0 || running >= MAX_CONCURRENT_BATCHES) return
    scheduled = true
    setImmediate(() => void runOutsideRequests(loadWaiting))
  }

  async function loadWaiting() {
    const batch = waiting.slice(0, MAX_BATCH_SIZE)
    waiting = waiting.slice(MAX_BATCH_SIZE)
    scheduled = false
    const release = takeSlot()
    await loadOrSplit(batch).finally(release)
  }

  async function loadOrSplit(batch: Pending<Key, Value>[]): Promise<void> {
    try {
      const loaded = loadBatch(batch.map(({ key }) => key))
      const values = await withTimeout(loaded, MAX_WAIT, unavailable)
      batch.forEach(({ resolve, endWait }, i) => {
        endWait()
        resolve(values[i]!)
      })
    } catch (error) {
      const failsWholeBatch = isTransientError(error) || error instanceof ApiError
      if (batch.length === 1 || failsWholeBatch) return batch.forEach((one) => rejectOne(one, error))
      const half = Math.ceil(batch.length / 2)
      await loadOrSplit(batch.slice(0, half))
      await loadOrSplit(batch.slice(half))
    }
  }

  function rejectOne({ reject, endWait }: Pending<Key, Value>, error: unknown) {
    endWait()
    reject(error)
  }

  /** Takes one of the slots; the returned function or a timeout releases it, once. */
  function takeSlot(): () => void {
    running++
    const release = () => {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      running--
      schedule()
    }
    let timer: NodeJS.Timeout | null = setTimeout(release, SLOT_TIMEOUT)
    timer.unref()
    schedule()
    return release
  }
}
