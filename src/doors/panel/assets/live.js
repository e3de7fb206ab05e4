import { isBusy, load, morphPage, showToast } from './page.js'

// Live updates of orders. The server sends the version of the orders: the counts of each status, how many changes shoppers decided, and
// the ids of the orders that arrived last. A page that shows another version reloads itself; it also polls now and then, and more often
// while the stream is down.

/** ms between two polls without the stream, between two with it, and of silence after which the stream counts as down. */
const POLL = 15_000
const REFRESH = 120_000
const STREAM_TIMEOUT = 40_000

/** ms for which a tab holds the lock after playing, until the other tabs see in localStorage that it did. */
const SOUND_LOCK = 5_000

const VERSION_REQUEST = '?'

/** The last known version, the orders that it ever named, the number of unseen ones, and the times of the last event and refresh. */
let known
const arrived = new Set()
let unseen = 0
let streamedAt = -Infinity
let refreshedAt = performance.now()
let isRefreshing = false
let isLeading = false

export function liveOrders() {
  const { events } = document.body.dataset
  if (!events) return
  if (shown()) showVersion(shown())
  listen(events)
  setInterval(poll, POLL)
  document.addEventListener('visibilitychange', poll)
  for (const name of ['visibilitychange', 'pointerdown', 'keydown']) document.addEventListener(name, markSeen)
  document.addEventListener('morph', decorate)
  document.addEventListener('change', onSound)
  decorate()
}

const shown = () => document.querySelector('main')?.dataset.orders
const count = (version) =>
  version
    .split(/[.\s]/, 1)[0]
    .split('-')
    .reduce((sum, text) => sum + Number(text), 0)

/** One tab is the leader: it holds the stream and broadcasts to the others, since HTTP/1.1 has six connections per host. */
function listen(events) {
  const channel = new BroadcastChannel(events)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this origin's
  const broadcast = (data) => channel.postMessage(data)
  channel.addEventListener('message', ({ data }) => {
    if (data !== VERSION_REQUEST) void onVersion(data)
    else if (isLeading && known) broadcast(known)
  })
  broadcast(VERSION_REQUEST)
  const lead = () =>
    new Promise(() => {
      isLeading = true
      let source
      const open = () => {
        source = new EventSource(events)
        source.addEventListener('message', ({ data }) => {
          broadcast(data)
          void onVersion(data)
        })
      }
      open()
      // The browser does not reconnect after an error response.
      setInterval(() => source.readyState === EventSource.CLOSED && open(), REFRESH)
    })
  if (navigator.locks) void navigator.locks.request(events, lead)
  else void lead()
}

async function onVersion(version) {
  streamedAt = performance.now()
  if (shown() && shown() !== version) await refresh()
  showVersion(version)
}

/** A fetched page may be newer than the last event. */
function showVersion(version) {
  if (known && count(version) < count(known)) return
  const [counts, ...ids] = version.split(' ')
  const next = ids.findIndex((id) => arrived.has(id))
  const news = known === undefined ? [] : ids.slice(0, next < 0 ? ids.length : next)
  known = version
  for (const id of ids) arrived.add(id)
  showWaiting(Number.parseInt(counts))
  if (news.length > 0) announce(news)
}

/** In the menus: the first count is that of the orders that wait. */
function showWaiting(count) {
  for (const shown of document.querySelectorAll('[data-waiting]')) {
    shown.textContent = count
    shown.hidden = count === 0
  }
}

function poll() {
  const now = performance.now()
  const isStale = now - streamedAt > STREAM_TIMEOUT || shown() !== known
  if (isStale || (now - refreshedAt > REFRESH && !document.hidden)) void refresh()
}

async function refresh() {
  if (!shown() || isRefreshing || isBusy()) return
  isRefreshing = true
  const here = location.href
  const response = await load(here)
  isRefreshing = false
  refreshedAt = performance.now()
  if (!response?.page || response.url !== here || here !== location.href || isBusy()) return
  // The page was fetched without the message about the last action, which stays.
  response.page.getElementById('status').replaceWith(document.getElementById('status').cloneNode(true))
  morphPage(response.page)
  if (shown()) showVersion(shown())
}

function announce(news) {
  const { events } = document.body.dataset
  const orders = events.replace(/eventos$/, 'pedidos')
  unseen += news.length
  if (news.length === 1) showToast(t('Llegó un pedido nuevo'), `${orders}/${news[0]}`)
  else showToast(t('Llegaron {n} pedidos nuevos', { n: news.length }), orders)
  decorate()
  soundOnce(`${events} ${news[0]}`)
}

/** Plays the sound in one of several open tabs. The lock decides, because localStorage is not synchronised between tabs at once. */
export function soundOnce(news) {
  if (localStorage.getItem('sound') === 'off') return
  const sound = async (lock) => {
    if (!lock || localStorage.getItem('sounded') === news) return
    localStorage.setItem('sounded', news)
    beep()
    await new Promise((resolve) => setTimeout(resolve, SOUND_LOCK))
  }
  if (navigator.locks) void navigator.locks.request(`sound ${news}`, { ifAvailable: true }, sound)
  else void sound({})
}

function markSeen() {
  if (document.hidden || unseen === 0) return
  unseen = 0
  decorate()
}

/** Adds what the server does not render: the count in the title, and the sound setting of this device. */
function decorate() {
  const title = document.title.replace(/^\(\d+\)\s/, '')
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title
  const sound = document.querySelector('[data-sound]')
  if (!sound) return
  sound.checked = localStorage.getItem('sound') !== 'off'
  sound.closest('.switch').hidden = false
}

function onSound({ target }) {
  if (!target.matches('[data-sound]')) return
  localStorage.setItem('sound', target.checked ? 'on' : 'off')
  if (target.checked) beep()
}

let audio

/** Two short notes; silent where the browser wants a tap first. */
function beep() {
  audio ??= new AudioContext()
  void audio.resume()
  for (const [start, pitch] of [
    [0, 660],
    [0.16, 880],
  ]) {
    const note = new OscillatorNode(audio, { frequency: pitch })
    note.connect(new GainNode(audio, { gain: 0.15 })).connect(audio.destination)
    note.start(audio.currentTime + start)
    note.stop(audio.currentTime + start + 0.14)
  }
}
