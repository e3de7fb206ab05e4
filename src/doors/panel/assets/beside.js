import { load, morphPage } from './page.js'

// At a desk an order stands beside the list that it was opened from: the list's page is fetched, and its orders are shown without their
// buttons. Opening another one changes the order, and the list stays.

const wide = matchMedia('(min-width: 90rem)')

let version

export function besideList() {
  document.addEventListener('morph', () => void show())
  document.addEventListener('click', (event) => void open(event))
  wide.addEventListener('change', () => void show())
  void show()
}

async function show() {
  const place = document.querySelector('[data-beside]')
  if (!place || !wide.matches) return
  const { orders } = document.getElementById('main').dataset
  if (orders !== version || place.childElementCount === 0) {
    version = orders
    place.replaceChildren(...(await fetchList(place.dataset.beside)))
  }
  for (const row of place.querySelectorAll('a.row'))
    row.ariaCurrent = row.pathname === location.pathname ? 'page' : null
}

async function fetchList(path) {
  const left = globalThis.navigation?.entries().findLast(({ url }) => new URL(url).pathname === path)
  const response = await load(left?.url ?? path)
  const orders = [...(response?.page?.querySelectorAll('main :is(.queue > h2, .list.orders)') ?? [])]
  for (const step of orders.flatMap((one) => [...one.querySelectorAll('.step')])) step.remove()
  return orders
}

/** A row of the list changes the order beside it, without a page load. */
async function open(event) {
  const row = event.target.closest('[data-beside] a.row')
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const response = await load(row.href)
  if (!response?.page?.querySelector('[data-beside]')) return location.assign(row.href)
  history.pushState(null, '', response.url)
  morphPage(response.page)
  scrollTo(0, 0)
}
