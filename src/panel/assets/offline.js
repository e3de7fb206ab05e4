import { isBusy, load } from './page.js'

const WORKER = '/panel/worker.js'
/** ms between two tries to replace a cached page by the present one. */
const RETRY = 10_000

/** Registers the worker, which shows the pages read last when there is no connection; they give way to the present ones. */
export function keepPages() {
  const policy = window.trustedTypes?.createPolicy('panel-worker', { createScriptURL: () => WORKER })
  const options = { scope: '/panel', updateViaCache: 'none' }
  // Private windows have none.
  navigator.serviceWorker?.register(policy?.createScriptURL('') ?? WORKER, options).catch(() => {})
  addEventListener('online', () => void refresh())
  setInterval(refresh, RETRY) // a browser may say that it is online before anything can be reached
}

let isTrying = false

async function refresh() {
  if (isTrying || !document.getElementById('offline') || !navigator.onLine || isBusy()) return
  isTrying = true
  const answer = await load(location.href)
  isTrying = false
  if (answer && !isBusy()) location.reload()
}
