import { load, morphPage } from './page.js'

// Keyboard shortcuts. `?` lists them, with a switch that turns them off.

export function keys() {
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
    const isTyping = isComposing || target.closest(TEXT) || ctrlKey || metaKey || altKey
    if (isTyping || localStorage.getItem('keys') === 'off' || !Object.hasOwn(work, key)) return
    event.preventDefault()
    void work[key]()
  })
  document.addEventListener('change', ({ target }) => {
    if (target.matches('#keys input')) localStorage.setItem('keys', target.checked ? 'on' : 'off')
  })
  const isOn = document.querySelector('#keys input')
  if (isOn) isOn.checked = localStorage.getItem('keys') !== 'off'
}

const TEXT = 'input:not([type=checkbox], [type=radio]), textarea, select'

const work = {
  '/': () => document.querySelector('main [type=search]')?.select(),
  j: () => step(1),
  k: () => step(-1),
  x: () => choose(),
  '?': () => document.getElementById('keys')?.togglePopover(),
}

const rows = () => [...document.querySelectorAll('.list .row:is(a, .choice)')]
const current = () => rows().indexOf(document.activeElement.closest('.row'))

function step(by) {
  const all = rows()
  focus(all[Math.max(0, Math.min(current() + by, all.length - 1))])
}

function focus(row) {
  const target = row?.querySelector('[type=checkbox]') ?? row
  target?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** Ticks the row's checkbox; without checkboxes, opens the page that has them. */
async function choose() {
  const row = rows()[current()]
  const box = row?.querySelector('[type=checkbox]')
  const link = document.querySelector('a[data-choose]')
  if (box) return box.click()
  if (!row || !link) return
  const response = await load(link.href)
  if (!response?.page) return
  morphPage(response.page)
  history.pushState(null, '', response.url)
  const same = document.querySelector(`.choice input[value="${CSS.escape(row.pathname.split('/').pop())}"]`)
  same?.click()
  same?.focus()
}
