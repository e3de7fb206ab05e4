import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import type { AddressInfo } from 'node:net'
import { aProduct, aStore } from './factories.ts'
import { startProcess } from './process.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const service = await startService({ TRUST_PROXY: '' }) // every order comes from one address

const placeOrders = (url: string, key: string) => {
  const { child, ...running } = startProcess({ KEY: key }, 'scripts/place-orders.ts', url)
  return { ...running, interrupt: () => child.kill('SIGINT') }
}

async function aShop() {
  const store = await aStore(service)
  await aProduct(service, store)
  return store
}

/** A proxy that rejects orders after the first three. */
async function aRejectingProxy(t: TestContext): Promise<string> {
  let orders = 0
  const proxy = createServer((request, response) => {
    const isRejected = request.method === 'POST' && ++orders > 3
    if (isRejected) response.writeHead(400).end('{"error":"no"}')
    else void forward(request, response)
  }).listen(0, '127.0.0.1')
  t.after(() => proxy.close())
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method!
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
  const { authorization = '', 'idempotency-key': key = '' } = request.headers
  const headers = {
    authorization,
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': String(key) }),
  }
  const answer = await fetch(service.url + request.url, {
    method,
    headers,
    ...(method === 'POST' && { body }),
  })
  response.writeHead(answer.status).end(await answer.text())
}

suite('the drill that places orders', () => {
  test('waits at a 429, and looks for every order in the end', async () => {
    const { key } = await aShop()
    const drill = placeOrders(service.url, key)
    await waitFor(async () => /× 429/.test(drill.output()))
    drill.interrupt()
    assert.equal(await drill.exited(), 0, drill.output())
    assert.match(drill.output(), /10 acknowledged, 0 of them lost, 0 placed twice/)
  })

  test('looks for what it placed when an order is rejected, and fails', async (t) => {
    await service.sql`truncate rate_hits`
    const { key } = await aShop()
    const drill = placeOrders(await aRejectingProxy(t), key)
    assert.equal(await drill.exited(), 1, drill.output())
    assert.match(drill.output(), /An order was refused: .*\n(.*\n)*3 acknowledged, 0 of them lost/)
  })

  test('is an npm script, which runs the Node.js of the dependencies whatever the system has', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    assert.equal(scripts['place-orders'], 'node scripts/place-orders.ts')
    const guide = await readFile('deploy/high-availability/README.md', 'utf8')
    assert.match(guide, /npm run -s place-orders -- https/)
    assert.doesNotMatch(guide, /(?<!npm run \S+ )node scripts\//)
  })
})
