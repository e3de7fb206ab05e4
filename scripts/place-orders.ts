// Places orders until Ctrl+C, to see what a failover does to them: each is sent again with its Idempotency-Key until it is
// acknowledged, and in the end every one is looked for. `KEY=vit_… npm run -s place-orders -- https://tiendas.example`, with
// a key of the store that may read products and orders, on a machine of TRUST_PROXY: each order then comes from an address of
// its own; from another machine it is slowed down to the ten a minute of one shopper.
import { setTimeout as sleep } from 'node:timers/promises'

type Store = { data: { id: string } }
type Products = { data: { variants: { id: string; stock: number | null }[] }[] }
type Orders = { data: { id: string; customerPhone: string }[]; total: number }

const CLIENTS = 8
const PAUSE = 200
const PAUSE_AT_LIMIT = 2_000
const PAGE = 100

const base = process.argv[2] ?? ''
const key = { authorization: `Bearer ${process.env['KEY']}` }
const over = new AbortController()
/** The id that each phone's order was acknowledged with. */
const placed = new Map<string, string>()
const first = Math.floor(Math.random() * 9_000_000)
let sent = 0
let outcomes: Record<string, number> = {}
let longest = 0
let lastPlaced = 0

process.once('SIGINT', () => over.abort())
const { data: store } = await read<Store>('/api/v1/store')
const variantId = await aVariant()
console.log(`Orders of ${base}, by ${CLIENTS} clients; Ctrl+C ends it`)
lastPlaced = Date.now()
const reportTimer = setInterval(report, 1_000)
await Promise.all(Array.from({ length: CLIENTS }, placeOrders))
clearInterval(reportTimer)
report()
if (!(await verifyOrders())) process.exitCode = 1

async function placeOrders() {
  while (!over.signal.aborted) {
    await place(`+5025${String(first + sent++).padStart(7, '0')}`)
    await sleep(PAUSE)
  }
}

/** One order, until it is acknowledged. */
async function place(phone: string) {
  const items = [{ variantId, quantity: 1 }]
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': `place-orders ${phone}`,
    'x-forwarded-for': `198.18.${(sent >> 8) & 255}.${sent & 255}`,
  }
  for (;;) {
    const body = JSON.stringify({ storeId: store.id, name: 'Ana Morales', phone, items })
    const { status, json } = await ask('/api/orders', { method: 'POST', headers, body })
    outcomes[status] = (outcomes[status] ?? 0) + 1
    if (status === '201') return acknowledge(phone, (json as { id: string }).id)
    // 409 while the first attempt has not been decided yet; a 429 has placed nothing.
    if (status === '429' && over.signal.aborted) return
    if (!/^(409|429|5..|no answer)$/.test(status)) return end(`An order was refused: ${JSON.stringify(json)}`)
    await sleep(status === '429' ? PAUSE_AT_LIMIT : PAUSE)
  }
}

/** Ends the run, which fails; what was placed is looked for all the same. */
function end(reason: string) {
  console.error(reason)
  process.exitCode = 1
  over.abort()
}

function acknowledge(phone: string, id: string) {
  longest = Math.max(longest, Date.now() - lastPlaced)
  lastPlaced = Date.now()
  placed.set(phone, id)
}

async function ask(path: string, init: RequestInit): Promise<{ status: string; json?: unknown }> {
  try {
    const response = await fetch(base + path, { ...init, signal: AbortSignal.timeout(20_000) })
    const text = await response.text() // the proxy's own answers are not JSON
    return { status: String(response.status), ...(text.startsWith('{') && { json: JSON.parse(text) }) }
  } catch {
    return { status: 'no answer' }
  }
}

async function read<T>(path: string): Promise<T> {
  for (;;) {
    const { status, json } = await ask(path, { headers: key })
    if (status === '200') return json as T
    if (!/^(429|5..|no answer)$/.test(status)) throw new Error(`${base}${path}: ${status}`)
    await sleep(5_000)
  }
}

/** A variant whose stock is not tracked, so that it can't sell out. */
async function aVariant(): Promise<string> {
  const { data } = await read<Products>(`/api/v1/products?limit=${PAGE}`)
  const variant = data.flatMap(({ variants }) => variants).find(({ stock }) => stock === null)
  if (!variant) throw new Error('The store has no product whose stock is not counted')
  return variant.id
}

function report() {
  const { 201: orders = 0, ...others } = outcomes
  const rest = Object.entries(others).map(([status, count]) => `, ${count} × ${status}`)
  console.log(`${new Date().toISOString().slice(11, 19)}  ${orders} placed${rest.join('')}`)
  outcomes = {}
}

/** Whether the store has every order that was acknowledged, once. */
async function verifyOrders(): Promise<boolean> {
  const found = new Map<string, string[]>()
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await read<Orders>(`/api/v1/orders?limit=${PAGE}&offset=${offset}`)
    for (const { id, customerPhone } of page.data)
      found.set(customerPhone, [...(found.get(customerPhone) ?? []), id])
    total = page.total
    if ([...placed.keys()].every((phone) => found.has(phone))) break
  }
  const lost = [...placed].filter(([phone, id]) => !found.get(phone)?.includes(id))
  const twice = [...placed.keys()].filter((phone) => found.get(phone)!.length > 1)
  console.log(
    `${placed.size} acknowledged, ${lost.length} of them lost, ${twice.length} placed twice; ` +
      `the longest time without one was ${(longest / 1000).toFixed(1)} s`,
  )
  return lost.length + twice.length === 0
}
