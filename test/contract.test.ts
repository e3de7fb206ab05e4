import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { openapiOf } from '../src/doors/docs/openapi.ts'
import { addressLimit } from '../src/doors/docs/operation-errors.ts'
import { operationsOf } from './operations.ts'
import { startService } from './service.ts'
import { addresses } from './specified-addresses.ts'
import { anAddress, anOrder, aProduct, aStore } from './factories.ts'

const service = await startService()
const operations = operationsOf(service.app)
const { info } = openapiOf(service.app)
const root = join(import.meta.dirname, '..')

const paid = ['GET /api/v1/stats', 'PUT /api/v1/reviews/{id}', 'DELETE /api/v1/reviews/{id}']

/** `limit` where it is not 50, and its maximum where that is not 100. */
const pages: Record<string, [usual: number, max: number]> = {
  listWebhooks: [20, 100],
  listWebhookLogs: [20, 100],
  getSalesReport: [10, 20],
}

const find = (address: string) => operations.find(({ method, path }) => `${method} ${path}` === address)

suite('the addresses of the specification', () => {
  for (const [address, { scope, limit }] of addresses) {
    test(`${address} exists, with its scope and limit`, () => {
      const operation = find(address)
      assert.ok(operation, 'it does not exist')
      assert.equal(operation.scope, scope)
      const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
      const route = service.app.knownRoutes.get(url)!.find(({ method }) => method === operation.method)!
      const counted = addressLimit(route)
      assert.deepEqual(counted && [counted.max, counted.seconds], limit)
    })
  }

  test('only the three paid operations need a plan', () => {
    const needing = operations.filter(({ responses }) =>
      responses.some((name) => name.includes('PLAN_REQUIRED')),
    )
    assert.deepEqual(needing.map(({ method, path }) => `${method} ${path}`).toSorted(), paid.toSorted())
  })

  test('every list takes limit and offset, with the usual defaults and bounds', () => {
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'limit'))
    assert.ok(lists.length >= 12)
    for (const { operationId, parameters } of lists) {
      const [usual, max] = pages[operationId] ?? [50, 100]
      const limit = parameters.find(({ name }) => name === 'limit')!.schema
      assert.deepEqual([limit['default'], limit['minimum'], limit['maximum']], [usual, 1, max], operationId)
      const offset = parameters.find(({ name }) => name === 'offset')?.schema
      if (operationId !== 'getSalesReport')
        assert.deepEqual([offset?.['default'], offset?.['minimum']], [0, 0])
    }
  })

  test('the version is in the address and in the document', () => {
    assert.equal(info.version, '1.0.0')
    for (const { path, scope } of operations.filter(({ scope }) => scope))
      assert.match(path, /^\/api\/v1\//, scope)
  })
})

suite('the probes', () => {
  test('GET /api/health is alive, GET /api/ready reaches the database', async () => {
    const health = await service.get('/api/health')
    assert.equal(health.json.status, 'ok')
    assert.match(health.json.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const { status, database } = (await service.get('/api/ready')).json
    assert.deepEqual([status, database], ['ok', 'connected'])
  })
})

suite('an order number', () => {
  test('has the prefix of the service and six unambiguous characters', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    const { json } = await service.post('/api/orders', { headers: anAddress(), body })
    assert.match(json.orderNumber, /^PED-[0-9A-HJKMNP-TV-Z]{6}$/)
  })
})

test('every operation is covered by a test', () => {
  const tests = globSync('{src,test}/**/*.test.ts', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const missing = operations.filter(({ method, path }) => {
    const names = [`${method} ${path}`, `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`]
    return !names.some((name) =>
      tests.some((text) => new RegExp(`${RegExp.escape(name)}(?![/\\w])`).test(text)),
    )
  })
  assert.deepEqual(
    missing.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})
