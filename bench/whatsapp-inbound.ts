// What people write on WhatsApp: how soon is a callback answered at 1,000 messages a second, how many does it store beside what the
// database can insert, and how soon does the answer to a command leave?
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from './load.ts'
import { print } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

const [PER_SECOND, SECONDS, CONNECTIONS, COMMANDS] = [1_000, 10, 32, 60]
const SECRET = 'secreto'

/** When an answer to each number left. */
const answered = new Map<string, number>()
const meta = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    answered.set(JSON.parse(Buffer.concat(chunks).toString()).to, performance.now())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ messages: [{ id: `wamid.${randomUUID()}` }] }))
  })
}).listen(0, '127.0.0.1')
await once(meta, 'listening')

const service = await startService({
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
  WHATSAPP_APP_SECRET: SECRET,
  WHATSAPP_VERIFY_TOKEN: 'x',
  WHATSAPP_API_URL: `http://127.0.0.1:${(meta.address() as AddressInfo).port}`,
})
const stores = await shops(service.sql, COMMANDS, 1)
const owners = stores.map(({ id }, n) => ({ id, phone: String(50_255_500_000 + n) }))
for (const { id, phone } of owners)
  await service.sql`
    update stores set whatsapp_number = ${`+${phone}`}, confirmed_number = ${`+${phone}`} where id = ${id}`

function callback(from: string, text: string): string {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const message = { from, id: `wamid.${randomUUID()}`, timestamp, type: 'text', text: { body: text } }
  const value = { metadata: { phone_number_id: '1' }, messages: [message] }
  return JSON.stringify({ entry: [{ changes: [{ value }] }] })
}

const signatureOf = (body: string) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`

function request(n: number): string {
  const body = callback(String(50_240_000_000 + (n % 5_000)), 'hola')
  const head = [
    'POST /api/whatsapp/callback HTTP/1.1',
    'host: bench',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-hub-signature-256: ${signatureOf(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
const requests = (count: number) => Array.from({ length: count }, (_, n) => request(n))
const job = { port: service.port, connections: CONNECTIONS, expect: 200 }

/** ms from sending a command until its answer leaves, while strangers write. */
async function timeCommands(): Promise<number[]> {
  const times: number[] = []
  for (const { phone } of owners) {
    const body = callback(phone, 'hoy')
    const since = performance.now()
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body) }
    await fetch(`http://127.0.0.1:${service.port}/api/whatsapp/callback`, { method: 'POST', headers, body })
    while (!answered.has(phone)) await sleep(2)
    times.push(answered.get(phone)! - since)
    await sleep(100)
  }
  return times.toSorted((a, b) => a - b)
}

const COUNT = 10_000
const steady = await load({
  ...job,
  perSecond: PER_SECOND,
  seconds: SECONDS,
  requests: requests(PER_SECOND * SECONDS),
})
await service.sql`truncate whatsapp_messages`
const inserts = await timeInserts()
const most = await load({ ...job, count: COUNT, requests: requests(COUNT) })
await service.sql`truncate whatsapp_messages`
const [times] = await Promise.all([
  timeCommands(),
  load({ ...job, perSecond: 200, seconds: SECONDS, requests: requests(200 * SECONDS) }),
])
const p95 = times[Math.floor(times.length * 0.95)]!

/** Messages a second that the same number of connections insert, one in a statement. */
async function timeInserts(): Promise<number> {
  const since = performance.now()
  let n = 0
  const insert = async () => {
    while (n < COUNT)
      await service.sql`
        insert into whatsapp_messages (wamid, n, phone, kind, text, sent_at, handled_at)
        values (${`limit${n++}`}, nextval('whatsapp_arrivals'), '+1', 'text', 'hola', now(), now())`
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, insert))
  return (COUNT / (performance.now() - since)) * 1000
}

print('Messages on WhatsApp', [
  { name: `callbacks, ${PER_SECOND} a second: p50`, value: `${steady.p50.toFixed(1)} ms` },
  { name: 'p99', value: `${steady.p99.toFixed(1)} ms`, limit: '100 ms', ratio: steady.p99 / 100, atMost: 1 },
  {
    name: 'most callbacks',
    value: `${most.perSecond.toFixed(0)} a second`,
    limit: `${inserts.toFixed(0)} inserts a second`,
    ratio: most.perSecond / inserts,
    atLeast: 0.5,
  },
  {
    name: 'a command is answered: p95',
    value: `${p95.toFixed(0)} ms`,
    limit: '1000 ms',
    ratio: p95 / 1000,
    atMost: 1,
  },
])
meta.closeAllConnections()
meta.close()
await service.stop()
