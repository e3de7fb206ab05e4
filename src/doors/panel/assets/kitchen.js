import { soundOnce } from './live.js'

// The kitchen's screen: it stays on, rings for each order that is confirmed, and prints it once where this device is told to.

/** ms in which an order that was confirmed while the page was closed is still printed, and for which ids are remembered. */
const HOUR = 3_600_000
const REMEMBERED = 200

const tickets = () => [...document.querySelectorAll('[data-kitchen] [data-order]')]
const stored = (name, empty) => JSON.parse(localStorage.getItem(name) ?? empty)
let seen

export function kitchen() {
  document.addEventListener('morph', look)
  document.addEventListener('visibilitychange', () => void stayAwake())
  document.addEventListener('change', ({ target }) => {
    if (target.matches('[data-auto-print]'))
      localStorage.setItem('auto-print', target.checked ? Date.now() : 'null')
  })
  look()
}

function look() {
  if (!document.querySelector('[data-kitchen]')) return void (seen = undefined)
  const box = document.querySelector('[data-auto-print]')
  box.checked = stored('auto-print', 'null') !== null
  box.closest('.switch').hidden = false
  const news = tickets().filter(({ dataset }) => seen && !seen.has(dataset.order))
  seen = new Set([...(seen ?? []), ...tickets().map(({ dataset }) => dataset.order)])
  if (news.length > 0) soundOnce(`kitchen ${news[0].dataset.order}`)
  void stayAwake()
  if (box.checked && navigator.locks) void navigator.locks.request('auto-print', printNew)
}

let lock
async function stayAwake() {
  if (document.hidden || !document.querySelector('[data-kitchen]') || (lock && !lock.released)) return
  lock = await navigator.wakeLock?.request('screen').catch(() => null)
}

/** In one tab at a time. An order is noted before it is printed: rather not again than twice. */
function printNew() {
  const since = Math.max(stored('auto-print', 'null') ?? Infinity, Date.now() - HOUR)
  for (const ticket of tickets()) {
    const { order, confirmed } = ticket.dataset
    const printed = stored('auto-printed', '[]')
    if (Date.parse(confirmed) < since || printed.includes(order)) continue
    localStorage.setItem('auto-printed', JSON.stringify([...printed, order].slice(-REMEMBERED)))
    ticket.classList.add('printing')
    print()
    ticket.classList.remove('printing')
  }
}
