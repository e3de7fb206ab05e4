// Analytics for the providers that the owner connected, of shoppers who consented. Before consent nothing is loaded from other
// hosts; shoppers who decline see no further notice, and can change their choice in the footer.
import * as cart from './cart.js'

const { shop, base } = document.body.dataset
const { google, meta, currency, page } = JSON.parse(
  document.querySelector('script[type="application/json"]').textContent,
)
const notice = document.querySelector('.consent')
const providers = [google && 'google', meta && 'meta'].filter(Boolean)
/** Stored as 'no', or as the providers consented to: one connected later needs a new consent. */
const choiceName = `vitrina:${shop}:medir`
const countedName = `vitrina:${shop}:contados`
/** Read now: after the order the address is that of its page, which is private to the shopper. */
const address = location.href

const metaNames = {
  view_item: 'ViewContent',
  add_to_cart: 'AddToCart',
  begin_checkout: 'InitiateCheckout',
  purchase: 'Purchase',
}

let had = cart.read()
let isStarted = false

document.addEventListener('click', (event) => {
  const choice = event.target.closest('[data-choice]')?.dataset.choice
  if (choice) decide(choice)
  if (event.target.closest('[data-consent]')) {
    event.preventDefault()
    notice.hidden = false
    notice.querySelector('button').focus()
  }
})
const isOptedOut = navigator.doNotTrack === '1' || navigator.globalPrivacyControl
const before = stored(choiceName)
const agreed = before?.split(' ') ?? []
if (providers.every((name) => agreed.includes(name))) start()
else notice.hidden = before === 'no' || isOptedOut

function decide(choice) {
  const isAgreed = choice === 'sí'
  store(choiceName, isAgreed ? providers.join(' ') : 'no')
  notice.hidden = true
  if (isAgreed) return start()
  forgetCookies() // of providers agreed to before another one was connected, too
  if (isStarted) location.reload() // scripts that run can't be taken back otherwise
}

function start() {
  if (isStarted) return
  isStarted = true
  allowProviders()
  for (const type of ['load', 'error'])
    document.addEventListener(type, (event) => void reportScript(event), true)
  if (google) startGoogle()
  if (meta) startMeta()
  if (page.event) send(page.event, page)
  addEventListener('cart', onCart)
  addEventListener('placed', onPlaced)
}

/** Lets the providers' scripts load further scripts of their own hosts, past Trusted Types. */
function allowProviders() {
  const origins = new Set(['https://www.googletagmanager.com', 'https://connect.facebook.net'])
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (origins.has(new URL(url, location).origin) ? url : null),
  })
}

function load(url) {
  const script = document.createElement('script')
  script.async = true
  script.src = url
  document.head.append(script)
}

/**
 * Reports once in a visit whether the provider has a script for its identifier. A script that a content blocker or the network
 * withholds tells nothing: it can't be fetched either.
 */
async function reportScript({ type, target }) {
  if (!(target instanceof HTMLScriptElement)) return
  const identifier = [google, meta].find((one) => one && target.src.includes(one))
  const isLoaded = type === 'load'
  if (!identifier || !(isLoaded || (await isReachable(target.src)))) return
  const reportedName = `vitrina:${shop}:informado:${identifier}`
  try {
    if (sessionStorage[reportedName]) return
    sessionStorage[reportedName] = type
  } catch {
    return
  }
  navigator.sendBeacon?.(`${base}/medicion`, new URLSearchParams({ identifier, isLoaded }))
}

const isReachable = (url) =>
  fetch(url, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  )

function startGoogle() {
  window.dataLayer = []
  window.gtag = function () {
    window.dataLayer.push(arguments)
  }
  window.gtag('js', new Date())
  window.gtag('config', google, {
    page_location: address,
    cookie_domain: 'none',
    cookie_path: base || '/', // shops on this host share no cookies
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  })
  load(`https://www.googletagmanager.com/gtag/js?id=${google}`)
}

function startMeta() {
  const fbq = function (...call) {
    if (fbq.callMethod) fbq.callMethod(...call)
    else fbq.queue.push(call)
  }
  // Without automatic events, nor one for each change of the address.
  Object.assign(fbq, { push: fbq, loaded: true, version: '2.0', queue: [], disablePushState: true })
  window.fbq = window._fbq = fbq
  fbq('set', 'autoConfig', false, meta)
  fbq('init', meta)
  fbq('track', 'PageView')
  load('https://connect.facebook.net/es_LA/fbevents.js')
}

function send(event, { value, items, order }) {
  if (google) {
    window.gtag('event', event, {
      page_location: address,
      currency,
      value,
      ...(order && { transaction_id: order }),
      items: items.map(({ id, name, price, quantity }) => ({
        item_id: id,
        item_name: name,
        price,
        quantity,
      })),
    })
  }
  if (meta) {
    const contents = items.map(({ id, quantity }) => ({ id, quantity }))
    const data = {
      currency,
      value,
      content_type: 'product',
      content_ids: contents.map(({ id }) => id),
      contents,
    }
    window.fbq('track', metaNames[event], data, ...(order ? [{ eventID: order }] : []))
  }
}

function onCart() {
  const now = cart.read()
  const items = now.flatMap(([id, quantity, price]) => {
    const more = quantity - (had.find(([known]) => known === id)?.[1] ?? 0)
    return more > 0 ? [{ id: id.split('*')[0], quantity: more, price: Number(price) }] : []
  })
  had = now
  const sum = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const value = Math.round(sum * 10_000) / 10_000 // as `exact` on the server
  if (items.length > 0) send('add_to_cart', { value, items })
}

/** Reports an order once, even if its response arrives again. */
function onPlaced({ detail: { orderNumber, total } }) {
  const counted = stored(countedName)?.split(' ') ?? []
  if (counted.includes(orderNumber)) return
  store(countedName, [...counted, orderNumber].slice(-50).join(' '))
  send('purchase', { value: total, items: page.items, order: orderNumber })
}

function forgetCookies() {
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, n) => `;domain=${labels.slice(n).join('.')}`)]
  for (const cookie of document.cookie.split('; ')) {
    const [name] = cookie.split('=')
    if (!/^_(ga|fb)/.test(name)) continue
    for (const path of new Set(['/', base || '/'])) {
      for (const domain of domains) document.cookie = `${name}=;path=${path}${domain};max-age=0`
    }
  }
}

/** Without storage counts as declined, because the choice could not be remembered. */
function stored(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return 'no'
  }
}

function store(name, text) {
  try {
    localStorage.setItem(name, text)
  } catch {
    // The choice then holds for this page.
  }
}
