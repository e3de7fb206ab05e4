import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { startService } from '../test/service.ts'
import { aKey, anAccount, anOrder, aProduct, aStore } from '../test/factories.ts'
import { createClient, etagOf, verifyWebhook, VitrinaError, WebhookSignatureError } from './client.ts'

const service = await startService()

suite('the client', () => {
  test('creates, reads, changes and deletes', async () => {
    const { key } = await aStore(service)
    const vitrina = createClient({ baseUrl: service.url, key })
    const { data: product } = await vitrina.createProduct({ body: { name: 'Café de altura', price: 120 } })
    assert.equal((await vitrina.getProduct({ id: product.id })).data.price, 120)
    const { data: changed } = await vitrina.updateProduct({ id: product.id, body: { price: 99.5 } })
    assert.equal(changed.price, 99.5)
    assert.deepEqual(await vitrina.deleteProduct({ id: product.id }), {
      data: { id: product.id, deleted: true },
    })
  })

  test('does not write over what another changed since it was read', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store)
    const vitrina = createClient({ baseUrl: service.url, key: store.key })
    const read = await vitrina.getProduct({ id })
    await vitrina.updateProduct({ id, body: { price: 99 } })
    const error = await caught(vitrina.updateProduct({ id, body: { price: 98 }, ifMatch: etagOf(read) }))
    assert.deepEqual([error.status, error.code], [412, 'CHANGED_SINCE'])
    const ifMatch = etagOf(await vitrina.getProduct({ id }))
    assert.equal((await vitrina.updateProduct({ id, body: { price: 98 }, ifMatch })).data.price, 98)
  })

  test('places an order without a key, once however often it is repeated', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const shopper = createClient({ baseUrl: service.url })
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }])
    const placed = await shopper.createOrder({ body, idempotencyKey: 'one' })
    assert.deepEqual(await shopper.createOrder({ body, idempotencyKey: 'one' }), placed)
  })

  test('goes through all pages of a list', async () => {
    const store = await aStore(service)
    const names = Array.from({ length: 7 }, (_none, i) => `Café ${i}`)
    for (const name of names) await aProduct(service, store, { name })
    const vitrina = createClient({ baseUrl: service.url, key: store.key })
    const read = []
    for await (const { name } of vitrina.each('listProducts', { limit: 3, sort: 'name', status: 'all' }))
      read.push(name)
    assert.deepEqual(read, names)
  })

  test('throws errors with their code, details and request id', async () => {
    const store = await aStore(service, { scopes: ['orders:read'] })
    const vitrina = createClient({ baseUrl: service.url, key: store.key })
    const error = await caught(vitrina.getStore())
    assert.equal(error.status, 403)
    assert.equal(error.code, 'FORBIDDEN')
    assert.equal(error.details['requiredScope'], 'store:read')
    assert.match(error.requestId!, /^[\w-]+$/)
    assert.equal((await caught(vitrina.getOrder({ id: 'none' }))).code, 'NOT_FOUND')
    assert.equal((await caught(createClient({ baseUrl: service.url }).getStore())).code, 'UNAUTHORIZED')
  })

  test('selects the store of an account key', async () => {
    const { id: ownerId } = await anAccount(service)
    const [one, other] = [await aStore(service, { ownerId }), await aStore(service, { ownerId })]
    const vitrina = createClient({
      baseUrl: service.url,
      key: await aKey(service, { accountId: ownerId }),
      store: one.id,
    })
    assert.equal((await vitrina.getStore()).data.id, one.id)
    assert.equal((await vitrina.getStore({ store: other.slug })).data.id, other.id)
  })
})

suite('the retries of the client', () => {
  test('wait as Retry-After says, with the same idempotency key', async (t) => {
    const { baseUrl, seen } = await server(t, [
      [429, { 'retry-after': '1' }, { error: 'x', code: 'RATE_LIMIT_EXCEEDED' }],
      [201, {}, { data: {} }],
    ])
    const began = Date.now()
    await createClient({ baseUrl }).createProduct({ body: { name: 'Café', price: 1 } })
    assert.ok(Date.now() - began >= 990)
    assert.equal(seen.length, 2)
    assert.equal(seen[0]!.headers['idempotency-key'], seen[1]!.headers['idempotency-key'])
  })

  test('try again after a lost connection and a 503 that is not JSON', async (t) => {
    const { baseUrl, seen } = await server(t, [null, [503, {}, 'busy'], [200, {}, { data: [], total: 0 }]])
    assert.equal((await createClient({ baseUrl }).listOrders()).total, 0)
    assert.equal(seen.length, 3)
  })

  test('end: after three, at a wait that is too long, at once for what would be refused again', async (t) => {
    const gone = await server(t, [null, null, null, null, [200, {}, {}]])
    await assert.rejects(createClient({ baseUrl: gone.baseUrl }).getStore())
    assert.equal(gone.seen.length, 4)
    const long = await server(t, [
      [429, { 'retry-after': '86400' }, { error: 'x', code: 'RATE_LIMIT_EXCEEDED' }],
    ])
    assert.equal((await caught(createClient({ baseUrl: long.baseUrl }).getStore())).retryAfter, 86400)
    const bad = await server(t, [[400, {}, { error: 'x', code: 'VALIDATION_ERROR' }]])
    assert.equal((await caught(createClient({ baseUrl: bad.baseUrl }).getStore())).code, 'VALIDATION_ERROR')
    assert.equal(bad.seen.length, 1)
  })

  test('stop when the caller aborts', async (t) => {
    const { baseUrl } = await server(t, [[429, { 'retry-after': '30' }, { error: 'x' }]])
    const signal = AbortSignal.timeout(100)
    await assert.rejects(createClient({ baseUrl }).getStore({ signal }), { name: 'AbortError' })
  })
})

suite('verifyWebhook', () => {
  const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
  const body = JSON.stringify({ id: 'm1', type: 'order.created', data: {} })
  const at = new Date()
  const signed = (signature = new Webhook(secret).sign('m1', at, body)) => {
    const timestamp = String(Math.floor(at.getTime() / 1000))
    return { 'webhook-id': 'm1', 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  }

  test('gives the message that the standard library signed', () => {
    assert.equal(verifyWebhook(secret, signed(), body).type, 'order.created')
    assert.equal(verifyWebhook(secret, new Headers(signed()), Buffer.from(body)).id, 'm1')
  })

  test('takes one good signature among several', () => {
    verifyWebhook(secret, signed(`v1,AAAA v2,BBBB ${signed()['webhook-signature']}`), body)
  })

  test('refuses a changed body, another secret, an old message, a missing header', () => {
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    assert.throws(() => verifyWebhook(secret, signed(), `${body} `), WebhookSignatureError)
    assert.throws(() => verifyWebhook(other, signed(), body), WebhookSignatureError)
    assert.throws(() => verifyWebhook(secret, signed(), body, { now: Date.now() + 400_000 }), /timestamp/)
    assert.throws(() => verifyWebhook(secret, { ...signed(), 'webhook-timestamp': 'x' }, body), /timestamp/)
    assert.throws(() => verifyWebhook(secret, {}, body), /missing/)
  })
})

async function caught(promise: Promise<unknown>): Promise<VitrinaError> {
  const error = await promise.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof VitrinaError, String(error))
  return error
}

type Step = [status: number, headers: Record<string, string>, body: unknown] | null

/** A server that answers one step after the other; null closes the connection. */
async function server(t: TestContext, steps: Step[]) {
  const seen: IncomingMessage[] = []
  const http = createServer((request: IncomingMessage, response: ServerResponse) => {
    const step = steps[seen.push(request) - 1]
    if (!step) return void request.socket.destroy()
    const [status, headers, body] = step
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.after(() => http.close())
  return { baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, seen }
}
