import { isBusy, load } from './page.js'

const WORKER = '/panel/worker.js'
/** ms between two tries to replace a cached page by the present one. */
const RETRY = 10_000

/** Registers the service worker, which shows cached pages offline; those are reloaded once the connection is back. */
export function registerWorker() {
  const policy = window.trustedTypes?.createPolicy('panel-worker', { createScriptURL: () => WORKER })
  const options = { scope: '/panel', updateViaCache: 'none' }
  // Not available in private windows.
  navigator.serviceWorker?.register(policy?.createScriptURL('') ?? WORKER, options).catch(() => {})
  addEventListener('online', () => void refresh())
  setInterval(refresh, RETRY) // `online` may fire before the server is reachable
}

let isTrying = false

async function refresh() {
  if (isTrying || !document.getElementById('offline') || !navigator.onLine || isBusy()) return
  isTrying = true
  const response = await load(location.href)
  isTrying = false
  if (response && !isBusy()) location.reload()
}
