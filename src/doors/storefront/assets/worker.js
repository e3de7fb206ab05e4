// The shop's service worker: shows the offline page when there is no connection.

const scope = new URL(registration.scope).pathname
const base = scope.replace(/\/$/, '') // empty on a domain of the shop's own
const OFFLINE = `${base}/sin-conexion`

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', onFetch)

async function install() {
  const cache = await caches.open(scope)
  const page = await fetch(OFFLINE, { credentials: 'omit', cache: 'reload' })
  if (!page.ok) throw new Error(`status ${page.status}`)
  const markup = await page.clone().text()
  const files = markup.matchAll(/"(\/assets\/[^"#]+\.(?:css|js|svg))/g).map(([, file]) => file)
  await cache.addAll([...new Set(files)])
  await cache.put(OFFLINE, page)
}

function onFetch(event) {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  // The scope matches by prefix: `/cafe` would include another shop's `/cafe-azul`.
  const isOurs = pathname === scope || pathname.startsWith(`${base}/`)
  if (request.mode === 'navigate' && isOurs) event.respondWith(fetchPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(fetchFile(request))
}

async function fetchPage({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function fetchFile(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error()
  }
}
