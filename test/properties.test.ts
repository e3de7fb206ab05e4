import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, suite, test } from 'node:test'
import fc from 'fast-check'
import { ACCOUNT_SCOPES, STORE_SCOPES } from '../src/core/auth/scopes.ts'
import { answerCheck } from './answers.ts'
import { hostileText as hostileTexts, percentEncoded } from './hostile-text.ts'
import { operationsOf, type Operation, type Parameter } from './operations.ts'
import { startService } from './service.ts'
import { aKey, anAddress, aProduct, aStore } from './factories.ts'

const REQUESTS = 5_000

const service = await startService()
const check = answerCheck(service.app)
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
after(() => agent.destroy())

const store = await aStore(service)
const product = await aProduct(service, store)

const everyScope = [...STORE_SCOPES, ...ACCOUNT_SCOPES]
const newKey = (storeId: string | null) =>
  aKey(service, { storeId, accountId: store.ownerId, scopes: storeId ? undefined : everyScope })
const keys = { ofStore: store.key, ofAccount: await newKey(null) }
let uses = 0

const operations = operationsOf(service.app)

let sent = 0

suite('hostile requests', () => {
  test('get a documented response, and never a 5xx', { timeout: 240_000 }, async () => {
    const each = Math.ceil(REQUESTS / operations.length)
    const failures = await Promise.all(operations.map((operation) => attack(operation, each)))
    assert.deepEqual(failures.flat(), [])
    assert.ok(sent >= REQUESTS, `${sent} requests`)
  })

  test('never get a 5xx on an unknown path, or with another method', async () => {
    const methods = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
    )
    const paths = fc.oneof(
      fc.constantFrom(...operations.map(({ path }) => path)),
      fc.webPath({ size: 'large' }),
      fc.constantFrom(
        '/api/%',
        '/api/v1/orders/%E0%A4%A',
        '/api/v1//orders',
        '/api/v1/orders/',
        '/api/../etc/passwd',
      ),
    )
    await fc.assert(
      fc.asyncProperty(methods, paths, async (method, path) => {
        const { status } = await send(method, path.startsWith('/') ? path : `/${path}`, [], undefined)
        assert.ok(status < 500, `${method} ${path} answered ${status}`)
      }),
      { numRuns: 500 },
    )
  })
})

/** Sends requests to an operation; returns the first wrong response, if any. */
async function attack(operation: Operation, numRuns: number): Promise<string[]> {
  const { failed, seed, counterexample, errorInstance } = await fc.check(
    fc.asyncProperty(requestTo(operation), async ({ path, headers, body }) => {
      const { status, json } = await send(
        operation.method,
        path,
        [...headers, ...(await access(operation))],
        body,
      )
      assert.ok(status < 500 || isLate(operation, status), `${status} ${JSON.stringify(json)}`)
      if (json !== undefined) check(operation.method, path, status, json)
      else assert.ok([202, 304].includes(status) || isFile(operation, status), `${status} without JSON`)
    }),
    { numRuns, endOnFailure: true },
  )
  const found = [operation.operationId, String(errorInstance), JSON.stringify(counterexample)]
  return failed ? [`${found.map((text) => shorten(text)).join('\n')}\nseed ${seed}`] : []
}

/** Readiness waits for the database for less than a second, which passes on a busy machine. */
const isLate = ({ operationId }: Operation, status: number) => operationId === 'getReady' && status === 503

const isFile = ({ operationId }: Operation, status: number) =>
  operationId === 'exportProducts' && status === 200

const shorten = (text: string) => (text.length > 1200 ? `${text.slice(0, 600)} … ${text.slice(-600)}` : text)

/** A key within its limit, or an unused IP address. */
async function access({ path, scope }: Operation): Promise<string[]> {
  const [[name, address]] = Object.entries(anAddress()) as [[string, string]]
  if (!scope) return [name, address]
  if (++uses % 90 === 0) {
    keys.ofStore = await newKey(store.id)
    keys.ofAccount = await newKey(null)
  }
  const key = path.startsWith('/api/v1/stores') ? keys.ofAccount : keys.ofStore
  return ['authorization', `Bearer ${key}`]
}

const ids = [store.id, store.slug, product.id, product.variants[0]!.id]
const known = fc.constantFrom(...ids)
const hostileText = hostileTexts(ids)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(
    null,
    true,
    false,
    {},
    [],
    [[]],
    [null],
    -1,
    0,
    0.1,
    1e308,
    -0,
    2 ** 53,
    1.23456789,
    999_999_999.99,
  ),
  fc.double({ noNaN: true }),
  fc.jsonValue({ maxDepth: 3 }),
)

function requestTo({ path, parameters, example }: Operation) {
  return fc.record({
    path: pathOf(path, parameters),
    headers: headersOf(example !== undefined),
    body: example
      ? bodyOf(example)
      : fc.option(fc.constantFrom('{}', 'garbage'), { nil: undefined, freq: 10 }),
  })
}

function pathOf(path: string, parameters: Parameter[]): fc.Arbitrary<string> {
  const names = parameters.filter((part) => part.in === 'query').map(({ name }) => name)
  const pair = fc
    .tuple(names.length > 0 ? fc.oneof(fc.constantFrom(...names), hostileText) : hostileText, hostileText)
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
  const query = fc.oneof(
    { weight: 4, arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&')) },
    fc.constantFrom('%', '&&&', '=', 'limit', 'limit[]=1', 'limit=1&limit=2', 'a=%FF', 'offset=%00', '?'),
  )
  const id = fc.oneof(
    known,
    hostileText.map(percentEncoded),
    fc.constantFrom('%E0%A4%A', '%ED%A0%80', '%2e%2e', '%2F'),
  )
  return fc.tuple(fc.infiniteStream(id), query).map(([ids, text]) => {
    const [address] = [path.replaceAll(/\{\w+\}/g, () => ids.next().value)]
    return text ? `${address}?${text}` : address
  })
}

const visible = hostileText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?'))

function headersOf(hasBody: boolean): fc.Arbitrary<string[]> {
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant(['content-type', 'application/json']) },
    fc.constantFrom<string[][]>(
      [],
      ['content-type', 'text/plain'],
      ['content-type', 'application/json; charset=latin1'],
      ['content-type', ';;;'],
      ['content-type', 'multipart/form-data; boundary=x'],
      ['content-type', 'application/json', 'content-type', 'text/html'],
    ),
  )
  const extra = fc.oneof(
    { weight: 6, arbitrary: fc.constant<string[]>([]) },
    visible.map((text) => ['service-store', text]),
    visible.map((text) => ['idempotency-key', text]),
    visible.map((text) => ['idempotency-key', 'one', 'idempotency-key', text]),
    visible.map((text) => ['if-none-match', text, 'x-request-id', text]),
    visible.map((text) => ['origin', text, 'referer', text]),
    fc.constant([
      'origin',
      'http://localhost:3000',
      'accept',
      'text/html',
      'service-store',
      'a',
      'service-store',
      'b',
    ]),
  )
  return fc.tuple(hasBody ? type : fc.constant([]), extra).map((parts) => parts.flat())
}

/** What the example names and the store has. */
const real: Record<string, unknown> = {
  storeId: store.id,
  productId: product.id,
  variantId: product.variants[0]!.id,
  categoryId: null,
  shippingOptionId: null,
  discountCode: null,
}

/** The document's own example, with a part of it broken; or something else altogether. */
function bodyOf(described: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(described, (name, value: unknown) => real[name] ?? value)
  const example: unknown = JSON.parse(text)
  const fields = Object.keys(example as object)
  const broken = fc
    .tuple(
      fc.subarray(fields),
      fc.constantFrom(...fields, 'unknown', '__proto__', 'constructor'),
      hostileValue,
    )
    .map(([present, field, value]) => {
      const parts = Object.fromEntries(
        present.map((name) => [name, (example as Record<string, unknown>)[name]]),
      )
      return JSON.stringify({ ...parts, [field]: value })
    })
  const nested = fc.tuple(fc.constantFrom(...fields), hostileValue).map(([field, value]) => {
    const whole = structuredClone(example) as Record<string, unknown>
    const target = [whole[field]].flat()[0]
    if (typeof target !== 'object' || target === null) return JSON.stringify({ ...whole, [field]: value })
    const inner = { ...target, [Object.keys(target)[0] ?? 'x']: value }
    return JSON.stringify({ ...whole, [field]: Array.isArray(whole[field]) ? [inner, inner] : inner })
  })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(text) },
    { weight: 6, arbitrary: broken },
    { weight: 6, arbitrary: nested },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)) },
    fc.nat(text.length).map((length) => text.slice(0, length)),
    fc.constantFrom(
      '',
      'null',
      '[',
      '{"a":1e999}',
      '\ufeff{}',
      '{"__proto__":{"x":1}}',
      '"\\ud800"',
      '{"a":"\\u0000"}',
    ),
    fc.constantFrom(
      '['.repeat(20_000),
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      `[${'0,'.repeat(40_000)}0]`,
    ),
  )
}

function send(method: string, path: string, headers: string[], body: string | undefined) {
  sent++
  return new Promise<{ status: number; json: unknown }>((resolve, reject) => {
    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
    const outgoing = request(
      service.url,
      { agent, method, path, headers: ['host', new URL(service.url).host, ...headers, ...length] },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.includes('json') && text !== ''
          resolve({ status: response.statusCode!, json: isJson ? JSON.parse(text) : undefined })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
