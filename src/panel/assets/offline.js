import { isBusy } from './page.js'

const WORKER = '/panel/worker.js'

/** Registers the worker, which shows the pages read last when there is no connection; they give way to the present ones. */
export function keepPages() {
  const policy = window.trustedTypes?.createPolicy('panel-worker', { createScriptURL: () => WORKER })
  const options = { scope: '/panel', updateViaCache: 'none' }
  // Private windows have none.
  navigator.serviceWorker?.register(policy?.createScriptURL('') ?? WORKER, options).catch(() => {})
  addEventListener('online', () => {
    if (document.getElementById('offline') && !isBusy()) location.reload()
  })
}
