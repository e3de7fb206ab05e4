// Caches the panel's files and the pages that were read last, for when there is no connection, and shows pushed notices.
// The server writes `self.panel` above: the version and the addresses of the files.

const { version, files, language } = self.panel
const FILES = `panel files ${version}`
/** The cache's name ends with the session; only one session's pages are cached at a time. */
const PAGES = 'panel pages '
const MAX_PAGES = 40
const OFFLINE = '/panel/sin-conexion'
/** ms after which a cached page is shown, if there is one. */
const NETWORK_TIMEOUT = 8000

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('fetch', onFetch)
addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

async function install() {
  const cache = await caches.open(FILES)
  await cache.addAll([...files, new Request(OFFLINE, { credentials: 'omit', cache: 'reload' })])
  await skipWaiting()
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith('panel files') && name !== FILES)
  await Promise.all(old.map((name) => caches.delete(name)))
  await registration.navigationPreload?.enable()
  await clients.claim()
}

/** The scope matches by prefix: `/panel` would include a shop called `panel-de-abejas`. */
const isPanel = (path) => path === '/panel' || path.startsWith('/panel/')
const ofStore = (path) => path.match(/^\/panel\/t\/[^/]+/)?.[0]

function onFetch(event) {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || !isPanel(pathname)) return
  const isSigning = /^\/panel\/(salir|entrar|crear-cuenta|recuperar|invitacion)(\/|$)/.test(pathname)
  if (request.method === 'POST' && isSigning) event.waitUntil(deletePages(() => true))
  if (request.method !== 'GET' || pathname.endsWith('/eventos')) return
  if (pathname.startsWith('/panel/assets/')) event.respondWith(fetchFile(request))
  else if (request.mode === 'navigate' || ofStore(pathname)) event.respondWith(fetchPage(event))
}

async function fetchFile(request) {
  const cache = await caches.open(FILES)
  const cached = await cache.match(request, { ignoreVary: true })
  if (cached) return cached
  try {
    return await fetch(request)
  } catch (error) {
    // A cached page may be of an older version.
    const ours = request.url.replace(/assets\/[\w-]+/, `assets/${version}`)
    const file = await cache.match(ours, { ignoreVary: true })
    if (!file) throw error
    return file
  }
}

async function fetchPage(event) {
  const { request } = event
  const began = deletions
  const fresh = load(event).then((response) => {
    event.waitUntil(cachePage(request.url, response.clone(), began))
    return response
  })
  if (request.mode !== 'navigate') return fresh
  const late = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT))
  const inTime = await Promise.race([fresh.catch(() => {}), late])
  return inTime ?? (await findCached(request.url)) ?? fresh.catch(() => caches.match(OFFLINE))
}

const load = async ({ preloadResponse, request }) => (await preloadResponse) ?? fetch(request)

/** Counts deletions of cached pages: responses to requests from before a deletion are not cached. */
let deletions = 0
let queue = Promise.resolve()
const inTurn = (work) => (queue = queue.then(work, work))

/** Caches a page that names its session in a header; `none` there means that nobody is signed in. */
function cachePage(url, response, began) {
  const session = response.headers.get('vitrina-session')
  const store = ofStore(new URL(url).pathname)
  if (session === 'none') return deletePages(() => true)
  if (store && [402, 403, 404].includes(response.status)) {
    return deletePages((page) => ofStore(new URL(page).pathname) === store)
  }
  if (!session || response.redirected) return
  return inTurn(async () => {
    // Read completely before the old page is deleted: the connection may break off.
    const page = new Response(await response.arrayBuffer(), response)
    if (deletions !== began) return
    for (const name of await pageCaches()) if (name !== PAGES + session) await caches.delete(name)
    const cache = await caches.open(PAGES + session)
    await cache.delete(url, { ignoreVary: true })
    await cache.put(url, page)
    for (const old of (await cache.keys()).slice(0, -MAX_PAGES)) await cache.delete(old, { ignoreVary: true })
  })
}

function deletePages(shouldDelete) {
  deletions++
  return inTurn(async () => {
    for (const name of await pageCaches()) {
      const cache = await caches.open(name)
      for (const page of await cache.keys())
        if (shouldDelete(page.url)) await cache.delete(page, { ignoreVary: true })
    }
  })
}

const pageCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PAGES))

async function findCached(url) {
  const [name] = await pageCaches()
  if (!name) return
  const cache = await caches.open(name)
  const page = await cache.match(url, { ignoreVary: true })
  if (page) return withTime(page)
  if (ofStore(new URL(url).pathname)) return
  // An address without a store leads to the store that was opened last.
  const last = (await cache.keys()).findLast((cached) => withoutStore(cached.url) === withoutStore(url))
  return last && Response.redirect(last.url)
}

const withoutStore = (url) => url.replace(/\/panel(\/t\/[^/?]+)?/, '')

/** The cached page with a note of its time, and new form keys, because the old ones may have been used. */
async function withTime(page) {
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const date = new Date(headers.get('date'))
  const isToday = date.toDateString() === new Date().toDateString()
  const time = date.toLocaleString(language, {
    timeStyle: 'short',
    dateStyle: isToday ? undefined : 'medium',
  })
  const words = isToday
    ? t('Sin conexión. Datos de {time}.', { time })
    : t('Sin conexión. Datos del {time}.', { time })
  const text = (await page.text())
    .replace('<div id="status" role="status">', `$&<p id="offline" class="notice">${words}</p>`)
    .replace(/(name="_key" value=")\w+/g, (_, start) => start + crypto.randomUUID().replaceAll('-', ''))
  return new Response(text, { headers })
}

const show = ({ title, body, tag, url }) =>
  registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    lang: language,
    data: url,
    icon: files.find((file) => file.endsWith('/icon-192.png')),
    badge: files.find((file) => file.endsWith('/badge.png')),
  })

async function open(url) {
  const windows = await clients.matchAll({ type: 'window' })
  const shown = windows.find((window) => new URL(window.url).pathname === url)
  return shown ? shown.focus() : clients.openWindow(url)
}
