// Does the service answer others while strangers attack its public addresses, and in how much memory?
import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { MAX_AREAS, MAX_POSTAL_CODES } from '../src/features/shipping/area.ts'
import { shippingOptions } from '../src/features/shipping/shipping-option.ts'
import { aProduct, aStore } from '../test/factories.ts'
import { print } from './report.ts'
import { startService, type Bench } from './service.ts'

const SECONDS = 5
const CONNECTIONS = 16

const service = await startService()
const { slug, key, variantIds, shippingOptionId } = await aLargeShop(service)
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: bench\r\n${headers}\r\n`
const post = (path: string, type: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`
const form = 'application/x-www-form-urlencoded'
const anyAddress = (n: number) => `x-forwarded-for: 10.${n % 250}.${(n >> 8) % 250}.7\r\n`
const unknownFields = `{${Array.from({ length: 90_000 }, (_, n) => `"c${n}":1`).join()}}`

/** 300 KB of a letter's accents. */
const marks = `a${'%CC%81'.repeat(50_000)}`
const cart = Array.from({ length: 100 }, (_, n) => `v=${variantIds[n]}&n=1`).join('&')

/** The requests of each attack, by name. */
const attacks: Record<string, (n: number) => string> = {
  'a NUL in an address': () => get('/%00/p/x'),
  '15 KB of dots and slashes': () => get(`/x${'/.'.repeat(7_500)}!`),
  'a feed, uncompressed': () => get(`/${slug}/feed.xml`),
  'made-up query values': (n) => get(`/${slug}?x=${n}&orden=${n}`, 'accept-encoding: br\r\n'),
  'guesses of discount codes': (n) => post(`/${slug}/pedir/total`, form, `v=p1&n=1&discountCode=C${n}`),
  searches: (n) => get(`/${slug}?q=${n}`),
  'unknown fields': (n) =>
    post(
      '/api/v1/products',
      'application/json',
      unknownFields,
      `authorization: Bearer ${key}\r\n${anyAddress(n)}`,
    ),
  'brackets without end': (n) => post('/api/reviews', 'application/json', '['.repeat(60_000), anyAddress(n)),
  'passwords of combining marks': (n) =>
    post(
      '/panel/entrar',
      form,
      `email=a%40b.co&password=${marks}`,
      `sec-fetch-site: same-origin\r\n${anyAddress(n)}`,
    ),
  'carts of 100 lines in the catalog': () => get(`/${slug}?${cart}`),
  'carts of 100 lines': () => get(`/${slug}/carrito?${cart}`),
  'postal codes of 200 areas': () =>
    get(`/${slug}/pedir/zonas?envio=${shippingOptionId}`, 'accept-encoding: br\r\n'),
  'the description of the API': () => get('/api/v1/openapi.json'),
}

let peak = 0
const figures = []
for (const [name, request] of Object.entries({ nothing: () => get('/api/health'), ...attacks })) {
  const { p50, p99, answered } = await during(request, name === 'nothing' ? 0 : CONNECTIONS)
  peak = Math.max(peak, await service.memory())
  const value = `${p50.toFixed(1)} / ${p99.toFixed(1)} ms, ${answered} answered, ${(await service.memory()).toFixed(0)} MiB`
  figures.push({ name, value, limit: '100 ms', ratio: p99 / 100, atMost: 1 })
}
print(`p50 / p99 of /api/health under ${CONNECTIONS} connections of`, figures)
print('Memory', [
  {
    name: 'highest of the Node process, MiB',
    value: peak.toFixed(0),
    limit: '500',
    ratio: peak / 500,
    atMost: 1,
  },
])
await service.stop()

/** A second process requests /api/health every few milliseconds during the attack: in this one large responses would delay it. */
async function during(request: (n: number) => string, connections: number) {
  let [n, answered] = [0, 0]
  const sockets = new Set<Socket>()
  for (let i = 0; i < connections; i++) attack()
  const url = `http://127.0.0.1:${service.port}/api/health`
  const { stdout } = await promisify(execFile)(process.execPath, [
    'bench/probe-health.ts',
    url,
    String(SECONDS),
  ])
  const latencies: number[] = JSON.parse(stdout)
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!
  return { p50: at(0.5), p99: at(0.99), answered }

  /** Sends the next request when an answer begins: large answers are read, and thrown away. Connects anew when it is cut off. */
  function attack() {
    const socket = connect(service.port, '127.0.0.1').on('error', () => {})
    sockets.add(socket)
    const send = () => socket.write(request(n++))
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      if (!chunk.includes('HTTP/1.1 ')) return
      answered++
      send()
    })
    socket.on('close', () => {
      sockets.delete(socket)
      attack()
    })
  }
}

/** As large as a shop of the free plan can be made. */
async function aLargeShop({ sql }: Bench) {
  const store = await aStore({ sql }, { plan: 'free' })
  const product = await aProduct({ sql }, store, {
    name: '&'.repeat(120),
    description: '<&> '.repeat(1250),
    variants: Array.from({ length: 100 }, (_, n) => ({ name: `${'"'.repeat(70)}${n}` })),
  })
  await sql`
    insert into products (store_id, id, name, slug, description, price, variants)
    select store_id, id || n, name, slug || n, description, price, variants
    from products, generate_series(1, 49) as n
    where store_id = ${store.id}`
  await sql`
    insert into variants (store_id, id, product_id, name, position)
    select store_id, id || n, ${product.id} || n, name, position
    from variants, generate_series(1, 49) as n
    where store_id = ${store.id}`
  const areas = Array.from({ length: MAX_AREAS }, (_, n) => ({
    name: `Zona ${n}`,
    postalCodes: Array.from(
      { length: MAX_POSTAL_CODES },
      (_, code) => `${n}${String(code).padStart(7, '0')}`,
    ),
  }))
  const option = { name: 'Envío', price: 30, areas }
  const { id: shippingOptionId } = await sql.begin((tx) => shippingOptions.add(tx, store.id, option))
  return { ...store, shippingOptionId, variantIds: product.variants.map(({ id }) => id) }
}
