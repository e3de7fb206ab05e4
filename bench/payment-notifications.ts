// How soon is a provider's notification answered, at 200 a second? Each is stored before the response; its payment is read later.
import { createHmac, randomUUID } from 'node:crypto'
import { load } from './load.ts'
import { print } from './report.ts'
import { startService } from './service.ts'
import { shops } from './shops.ts'

const [PER_SECOND, SECONDS, LIMIT_MS] = [200, 10, 100]
const SECRET = 'secreto'

const service = await startService({
  MERCADOPAGO_CLIENT_ID: '1',
  MERCADOPAGO_CLIENT_SECRET: 'x',
  MERCADOPAGO_WEBHOOK_SECRET: SECRET,
  MERCADOPAGO_API_URL: 'http://127.0.0.1:9', // nobody: payments wait to be read
})
const stores = await shops(service.sql, 50, 1)
const accounts = stores.map(({ id }, n) => ({ id, account: String(700_000 + n) }))
for (const { id, account } of accounts)
  await service.sql`
    insert into payment_accounts (store_id, id, state, account_id, secrets)
    values (${id}, 'mercadopago', 'connected', ${account}, '')`

function notification(n: number): string {
  const [ts, requestId, paymentId] = [String(Date.now()), randomUUID(), String(1_300_000_000 + n)]
  const signed = `id:${paymentId};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', SECRET).update(signed).digest('hex')
  const user = accounts[n % accounts.length]!.account
  const body = JSON.stringify({
    type: 'payment',
    action: 'payment.updated',
    user_id: Number(user),
    data: { id: paymentId },
  })
  const head = [
    `POST /api/payments/mercadopago?source_news=webhooks&data.id=${paymentId}&type=payment HTTP/1.1`,
    'host: bench',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-signature: ts=${ts},v1=${v1}`,
    `x-request-id: ${requestId}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const requests = Array.from({ length: PER_SECOND * SECONDS }, (_, n) => notification(n))
const job = {
  port: service.port,
  connections: 16,
  seconds: SECONDS,
  perSecond: PER_SECOND,
  requests,
  expect: 200,
}
const { p50, p99 } = await load(job)
const [{ stored }] = await service.sql<[{ stored: number }]>`
  select count(*)::int as stored from deliveries where kind = 'payment'`
print(`Notifications of payments, ${PER_SECOND} a second`, [
  { name: 'p50', value: `${p50.toFixed(1)} ms` },
  { name: 'p99', value: `${p99.toFixed(1)} ms`, limit: `${LIMIT_MS} ms`, ratio: p99 / LIMIT_MS, atMost: 1 },
  {
    name: 'stored',
    value: String(stored),
    limit: String(requests.length),
    ratio: stored / requests.length,
    atLeast: 1,
  },
])
await service.stop()
