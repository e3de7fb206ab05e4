import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
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

  test('does not overwrite a concurrent change', async () => {
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

  test('iterates over all pages of a list', async () => {
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

  test('are made after a lost connection and a 503 that is not JSON', async (t) => {
    const { baseUrl, seen } = await server(t, [null, [503, {}, 'busy'], [200, {}, { data: [], total: 0 }]])
    assert.equal((await createClient({ baseUrl }).listOrders()).total, 0)
    assert.equal(seen.length, 3)
  })

  test('end after three, at too long a Retry-After, and at once for permanent errors', async (t) => {
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
    await assert.rejects(createClient({ baseUrl }).getStore({ signal }), { name: 'TimeoutError' })
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

  test('returns the message that the standard library signed', async () => {
    assert.equal((await verifyWebhook(secret, signed(), body)).type, 'order.created')
    assert.equal((await verifyWebhook(secret, new Headers(signed()), Buffer.from(body))).id, 'm1')
    assert.equal((await verifyWebhook(secret, signed(), await new Response(body).arrayBuffer())).id, 'm1')
  })

  test('accepts one valid signature among several', async () => {
    await verifyWebhook(secret, signed(`v1,AAAA v1,ñ v2,BBBB ${signed()['webhook-signature']}`), body)
  })

  test('rejects a changed body, another secret, an old message, a missing header', async () => {
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    await assert.rejects(verifyWebhook(secret, signed(), `${body} `), WebhookSignatureError)
    await assert.rejects(verifyWebhook(other, signed(), body), WebhookSignatureError)
    await assert.rejects(verifyWebhook(secret, signed(), body, { now: Date.now() + 400_000 }), /timestamp/)
    await assert.rejects(verifyWebhook(secret, { ...signed(), 'webhook-timestamp': 'x' }, body), /timestamp/)
    await assert.rejects(verifyWebhook(secret, {}, body), /missing/)
  })

  test('names the mistake where the secret is none, or the body was read as JSON before', async () => {
    for (const none of ['', 'whsec_', 'whsec_ñ'])
      await assert.rejects(verifyWebhook(none, signed(), body), /^TypeError: The secret/)
    const parsed = JSON.parse(body) as string
    await assert.rejects(verifyWebhook(secret, signed(), parsed), /^TypeError: rawBody/)
  })
})

suite('the package', () => {
  const run = promisify(execFile)
  const root = join(import.meta.dirname, '..')

  test('is packed without sources, and works where it is installed, with its types', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrina-sdk-'))
    t.after(() => rm(folder, { recursive: true }))
    const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` }
    const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, env })

    await cp(join(root, 'sdk'), join(folder, 'sdk'), {
      recursive: true,
      filter: (path) => !/dist/.test(path),
    })
    const { stdout } = await npm(join(folder, 'sdk'), 'pack', '--json', '--pack-destination', folder)
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed]
    assert.deepEqual(packed.files.map(({ path }) => path).toSorted(), [
      'README.md',
      ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      'package.json',
    ])

    const program = join(folder, 'program')
    await mkdir(program)
    await writeFile(join(program, 'package.json'), '{ "type": "module" }')
    await npm(program, 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename))
    const installed = join(program, 'node_modules/vitrina-sdk')
    for (const name of modules) {
      const code = await readFile(join(installed, `dist/${name}.js`), 'utf8')
      assert.deepEqual(code.match(/from '(?!\.\/\w[\w-]*\.js')|\b(?:require|Buffer|process)\b/g), null, name)
    }

    await writeFile(join(program, 'program.ts'), PROGRAM)
    for (const resolution of [
      ['--module', 'node16', '--noEmit'],
      ['--module', 'preserve', '--moduleResolution', 'bundler', '--noEmit'],
      ['--module', 'nodenext'],
    ]) {
      const options = ['--strict', '--types', '', ...resolution, 'program.ts']
      await run('tsc', options, { cwd: program, env })
    }
    const { key } = await aStore(service)
    const answer = await run(process.execPath, ['program.js', service.url, key], { cwd: program })
    assert.equal(answer.stdout, 'Café de altura 120 NOT_FOUND\n')
  })
})

type Packed = { filename: string; files: { path: string }[] }
const modules = ['client', 'errors', 'types', 'verify-webhook']

/** As somebody would write it who has nothing but the package. */
const PROGRAM = `
import { createClient, VitrinaError, type Product } from 'vitrina-sdk'
declare const process: { argv: string[] }
const [, , baseUrl = '', key = ''] = process.argv
const vitrina = createClient({ baseUrl, key })
await vitrina.createProduct({ body: { name: 'Café de altura', price: 120 } })
const products: Product[] = []
for await (const product of vitrina.each('listProducts')) products.push(product)
const error = await vitrina.getProduct({ id: 'otro' }).catch((error: unknown) => error)
const [{ name, price }] = products as [Product]
console.log(name, price, error instanceof VitrinaError && error.code)
`

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
