import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('POST /api/v1/shipping', () => {
  test('creates a shipping option with every field, trimmed', async () => {
    const { key } = await aStore(service)
    const body = {
      name: '  Envío a domicilio ',
      price: 35.5,
      kind: 'pickup',
      description: 'Ciudad y alrededores\nLunes a viernes',
      estimatedDelivery: '1 a 2 días',
      position: 7,
      isActive: false,
    }
    const made = await service.post('/api/v1/shipping', { key, body })
    assert.equal(made.status, 201, made.text)
    const { id, createdAt, updatedAt, ...rest } = made.json.data
    assert.deepEqual(rest, { ...body, name: 'Envío a domicilio', areas: [] })
    assert.equal(made.headers.get('location'), `/api/v1/shipping/${id}`)
    assert.equal(createdAt, updatedAt)
  })

  test('is last, active and without texts by default', async () => {
    const store = await aStore(service)
    await aShippingOption(service, store, { position: 4 })
    const made = await aShippingOption(service, store, { description: '', estimatedDelivery: ' ' })
    assert.equal(made.position, 5)
    assert.equal(made.isActive, true)
    assert.equal(made.kind, 'delivery')
    assert.equal(made.description, null)
    assert.equal(made.estimatedDelivery, null)
    assert.equal((await aShippingOption(service, await aStore(service))).position, 0)
  })

  const bad: [what: string, body: Record<string, unknown>, field: string, reason: string][] = [
    ['no name', { price: 1 }, 'name', 'required'],
    ['an empty name', { name: ' ', price: 1 }, 'name', 'min_length'],
    ['a name over 80', { name: 'x'.repeat(81), price: 1 }, 'name', 'max_length'],
    ['a name of two lines', { name: 'a\nb', price: 1 }, 'name', 'invalid'],
    ['no price', { name: 'x' }, 'price', 'required'],
    ['a price in words', { name: 'x', price: '35' }, 'price', 'type'],
    ['a negative price', { name: 'x', price: -1 }, 'price', 'minimum'],
    ['a price too high', { name: 'x', price: 1_000_000_000 }, 'price', 'maximum'],
    ['a price of three digits', { name: 'x', price: 1.005 }, 'price', 'invalid'],
    [
      'a description over 500',
      { name: 'x', price: 1, description: 'x'.repeat(501) },
      'description',
      'max_length',
    ],
    [
      'an estimate over 80',
      { name: 'x', price: 1, estimatedDelivery: 'x'.repeat(81) },
      'estimatedDelivery',
      'max_length',
    ],
    ['a negative position', { name: 'x', price: 1, position: -1 }, 'position', 'minimum'],
    ['half a position', { name: 'x', price: 1, position: 1.5 }, 'position', 'type'],
    ['another kind', { name: 'x', price: 1, kind: 'drone' }, 'kind', 'enum'],
    ['a field that does not exist', { name: 'x', price: 1, colour: 'red' }, 'colour', 'unknown_field'],
  ]
  for (const [what, body, field, reason] of bad) {
    test(`400 on ${what}`, async () => {
      const { key } = await aStore(service)
      const refused = await service.post('/api/v1/shipping', { key, body })
      assert.equal(refused.status, 400, refused.text)
      assert.equal(refused.json.details.field, field)
      assert.equal(refused.json.details.reason, reason)
    })
  }

  test('403 past the cap of the free plan', async () => {
    const store = await aStore(service, { plan: 'free' })
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        service.post('/api/v1/shipping', { key: store.key, body: { name: 'Moto', price: 20 } }),
      ),
    )
    assert.equal(all.filter(({ status }) => status === 201).length, 5)
    const refused = all.find(({ status }) => status === 403)!
    assert.equal(refused.json.code, 'PLAN_LIMIT_REACHED')
    assert.equal(refused.json.resource, 'shippingOptions')
    assert.equal(refused.json.limit, 5)
  })
})
