import { isBusy, load, put, say } from './page.js'

// A page that shows what arrives asks for itself again, while it is looked at and nobody is typing in it.

const PAUSE = 8000

export function liveList() {
  let asking = false
  setInterval(() => void ask(), PAUSE)
  document.addEventListener('visibilitychange', () => void ask())

  async function ask() {
    const isLive = document.querySelector('main[data-refresh]')
    if (!isLive || asking || document.hidden || isBusy()) return
    asking = true
    const here = location.href
    const answer = await load(here)
    asking = false
    if (!answer?.page || answer.url !== here || here !== location.href || isBusy()) return
    const before = ordersShown(document)
    const arrived = [...ordersShown(answer.page)].filter((order) => !before.has(order))
    put(answer.page)
    if (arrived.length > 0 && before.size > 0) announce(arrived.length)
  }
}

const ordersShown = (page) => new Set([...page.querySelectorAll('.orders a')].map(({ href }) => href))

function announce(count) {
  say(count === 1 ? 'Llegó un pedido nuevo' : `Llegaron ${count} pedidos nuevos`)
  document.title = `(${count}) ${document.title}`
  if (localStorage.getItem('sound') !== 'off') beep()
}

/** Two short notes; silent where the browser wants a tap first. */
function beep() {
  const audio = new AudioContext()
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
