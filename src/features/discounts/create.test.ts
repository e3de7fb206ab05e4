import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, countByStatus } from '../../../test/service.ts'
import { aDiscount, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('POST /api/v1/discounts', () => {
  test('creates a discount with every field, its code in upper case', async () => {
    const { key } = await aStore(service)
    const body = {
      code: ' antigua_10-x ',
      type: 'fixed',
      value: 25.5,
      minOrderTotal: 200,
      maxUses: 3,
      startsAt: '2026-01-01T00:00:00-06:00',
      expiresAt: '2027-01-01T00:00:00Z',
      isActive: false,
    }
    const made = await service.post('/api/v1/discounts', { key, body })
    assert.equal(made.status, 201, made.text)
    const { id, createdAt, updatedAt, ...rest } = made.json.data
    assert.deepEqual(rest, {
      ...body,
      code: 'ANTIGUA_10-X',
      startsAt: '2026-01-01T06:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
      usedCount: 0,
    })
    assert.equal(made.headers.get('location'), `/api/v1/discounts/${id}`)
    assert.equal(createdAt, updatedAt)
  })

  test('is active and unlimited by default', async () => {
    const made = await aDiscount(service, await aStore(service), { value: 100 })
    const { minOrderTotal, maxUses, startsAt, expiresAt, isActive } = made
    assert.deepEqual([minOrderTotal, maxUses, startsAt, expiresAt, isActive], [null, null, null, null, true])
  })

  test('409 on a code in use in any case, also for concurrent requests; free in another store', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const codes = ['hola', 'Hola', 'HOLA', 'hOLA']
    const all = await Promise.all(
      codes.map((code) =>
        service.post('/api/v1/discounts', { key: store.key, body: { code, type: 'percentage', value: 5 } }),
      ),
    )
    assert.deepEqual(countByStatus(all), { 201: 1, 409: 3 })
    assert.equal(all.find(({ status }) => status === 409)!.json.code, 'DUPLICATE_CODE')
    assert.equal((await aDiscount(service, other, { code: 'hola' })).code, 'HOLA')
  })

  const base = { code: 'VERANO', type: 'percentage', value: 10 }
  const fixed = { ...base, type: 'fixed' }
  const bad: [what: string, body: Record<string, unknown>, field: string, reason: string][] = [
    ['no code', { type: 'fixed', value: 1 }, 'code', 'required'],
    ['a code under 3', { ...base, code: ' ab ' }, 'code', 'min_length'],
    ['a code over 30', { ...base, code: 'A'.repeat(31) }, 'code', 'max_length'],
    ['a code with a space', { ...base, code: 'MI CODIGO' }, 'code', 'pattern'],
    ['a code with an accent', { ...base, code: 'CAFÉ' }, 'code', 'pattern'],
    ['another type', { ...base, type: 'shipping' }, 'type', 'enum'],
    ['no value', { code: 'VERANO', type: 'fixed' }, 'value', 'required'],
    ['a percentage of 0', { ...base, value: 0 }, 'value', 'minimum'],
    ['a percentage over 100', { ...base, value: 100.01 }, 'value', 'maximum'],
    ['a percentage finer than it is kept', { ...base, value: 0.00001 }, 'value', 'invalid'],
    ['an amount of 0', { ...fixed, value: 0 }, 'value', 'minimum'],
    ['an amount too high', { ...fixed, value: 1_000_000_000 }, 'value', 'maximum'],
    ['an amount of three digits', { ...fixed, value: 1.005 }, 'value', 'invalid'],
    ['a minimum of three digits', { ...base, minOrderTotal: 1.005 }, 'minOrderTotal', 'invalid'],
    ['a negative minimum', { ...base, minOrderTotal: -1 }, 'minOrderTotal', 'minimum'],
    ['no uses at all', { ...base, maxUses: 0 }, 'maxUses', 'minimum'],
    ['half a use', { ...base, maxUses: 1.5 }, 'maxUses', 'type'],
    ['uses beyond bounds', { ...base, maxUses: 3_000_000_000 }, 'maxUses', 'maximum'],
    ['a date without a zone', { ...base, startsAt: '2026-01-01T00:00:00' }, 'startsAt', 'format'],
    ['a day that does not exist', { ...base, startsAt: '2026-02-30T00:00:00Z' }, 'startsAt', 'format'],
    [
      'a year that the database does not know',
      { ...base, startsAt: '0000-01-01T00:00:00Z' },
      'startsAt',
      'format',
    ],
    [
      'an end at the start',
      { ...base, startsAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T01:00:00+01:00' },
      'expiresAt',
      'invalid',
    ],
    ['a count of uses', { ...base, usedCount: 1 }, 'usedCount', 'unknown_field'],
  ]
  for (const [what, body, field, reason] of bad) {
    test(`400 on ${what}`, async () => {
      const { key } = await aStore(service)
      const denied = await service.post('/api/v1/discounts', { key, body })
      assert.equal(denied.status, 400, denied.text)
      assert.deepEqual([denied.json.details.field, denied.json.details.reason], [field, reason])
    })
  }

  test('mentions a percentage, not an amount, in the error', async () => {
    const { key } = await aStore(service, { currency: 'CLP' })
    const { json } = await service.post('/api/v1/discounts', { key, body: { ...base, value: 0.00001 } })
    assert.equal(json.error, 'Un porcentaje lleva como máximo 4 decimales (value)')
  })

  test('400 on decimals in a currency that has none', async () => {
    const { key } = await aStore(service, { currency: 'CLP' })
    const denied = await service.post('/api/v1/discounts', { key, body: { ...fixed, value: 10.5 } })
    assert.equal(denied.json.details?.field, 'value')
    assert.equal(
      (await service.post('/api/v1/discounts', { key, body: { ...base, value: 10.5 } })).status,
      201,
    )
  })

  test('403 past the cap of active discounts; inactive ones do not count', async () => {
    const store = await aStore(service, { plan: 'free' })
    await aDiscount(service, store, { isActive: false })
    for (let i = 0; i < 5; i++) await aDiscount(service, store)
    const denied = await service.post('/api/v1/discounts', { key: store.key, body: base })
    assert.equal(denied.status, 403)
    const { code, resource, limit, used } = denied.json
    assert.deepEqual([code, resource, limit, used], ['PLAN_LIMIT_REACHED', 'discounts', 5, 5])
    await aDiscount(service, store, { isActive: false })
  })
})
