import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, type Answer } from '../../../test/service.ts'
import { anAddress, anOrder, aStore } from '../../../test/factories.ts'

const service = await startService()
const { key } = await aStore(service)

function is({ status, json }: Answer, expected: number, code: string) {
  assert.equal(status, expected, JSON.stringify(json))
  assert.equal(json.code, code)
  assert.ok(json.error.length > 0)
}

const order = (body: unknown, headers: Record<string, string> = {}) =>
  service.post('/api/orders', { body, headers: { ...anAddress(), ...headers } })

suite('validation', () => {
  test('validation lists every issue, the first one in field and reason', async () => {
    const { json } = await order({
      name: '',
      phone: 7,
      items: [{ variantId: 'x', quantity: 0 }, {}],
      color: 'azul',
    })
    const { field, reason, issues } = json.details
    const found = issues.map((issue: { field: string; reason: string }) => `${issue.field} ${issue.reason}`)
    assert.equal(found[0], `${field} ${reason}`)
    const expected = [
      'storeId required',
      'name min_length',
      'phone type',
      'items.0.quantity minimum',
      'items.1.variantId required',
      'items.1.quantity required',
      'color unknown_field',
    ]
    for (const issue of expected)
      assert.ok(found.includes(issue), `${issue} is not among ${found.join(', ')}`)
    for (const issue of issues) assert.ok(issue.message.length > 0)
    assert.equal(json.code, 'VALIDATION_ERROR')
    assert.ok(json.error.includes(field))
  })

  test('validation does not coerce types in bodies', async () => {
    const store = await aStore(service)
    const quantity = await order(anOrder(store, [{ variantId: 'x', quantity: '2' as unknown as number }]))
    assert.deepEqual([quantity.status, quantity.json.details.reason], [400, 'type'])
  })

  test('validation coerces numbers in a query string, and ignores unknown parameters', async () => {
    const { status, json } = await service.get('/api/v1/orders?limit=7&offset=3&color=azul', key)
    assert.equal(status, 200)
    assert.deepEqual([json.limit, json.offset], [7, 3])
  })

  test('400 on limit or offset out of range', async () => {
    const cases = {
      'limit=0': 'minimum',
      'limit=101': 'maximum',
      'limit=-1': 'minimum',
      'limit=1.5': 'type',
      'limit=abc': 'type',
      'limit=1e400': 'type',
      'limit=1e1': 'type',
      'limit=0x10': 'type',
      'limit=%205': 'type',
      'limit=+5': 'type',
      'limit=99999999999999999999': 'maximum',
      'limit=1&limit=2': 'type',
      'limit=': 'type',
      'offset=-1': 'minimum',
      'offset=1.5': 'type',
      'offset=99999999999999999999': 'maximum',
    }
    for (const [query, reason] of Object.entries(cases)) {
      const { status, json } = await service.get(`/api/v1/orders?${query}`, key)
      assert.equal(status, 400, query)
      assert.deepEqual([json.details.field, json.details.reason], [query.split('=')[0], reason], query)
    }
  })

  test('404 on a malformed id', async () => {
    for (const id of ['%00', '%20', '..%2f', 'x'.repeat(1000), 'ñ', '%F0%9F%98%80', "'--"]) {
      is(await service.get(`/api/v1/orders/${id}`, key), 404, 'NOT_FOUND')
    }
    is(await service.get('/api/v1/orders/%ff', key), 404, 'NOT_FOUND')
    is(await service.get(`/api/v1/orders/${'x'.repeat(10_000)}`, key), 404, 'NOT_FOUND')
  })
})
