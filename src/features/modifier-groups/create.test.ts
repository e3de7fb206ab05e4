import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, countByStatus } from '../../../test/service.ts'
import { aModifierGroup, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)
const create = (body: unknown, key = store.key) =>
  service.post('/api/v1/modifier-groups', { key, body: body as object })

suite('POST /api/v1/modifier-groups', () => {
  test('creates a group with the defaults of the API', async () => {
    const { status, json, headers } = await create({ name: 'Extras', choices: [{ name: 'Queso' }] })
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, choices, ...rest } = json.data
    assert.equal(headers.get('location'), `/api/v1/modifier-groups/${id}`)
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(rest, {
      name: 'Extras',
      minChoices: 0,
      maxChoices: null,
      pricing: 'sum',
      productCount: 0,
    })
    assert.deepEqual(choices, [
      { id: choices[0]!.id, name: 'Queso', price: 0, maxQuantity: 1, isActive: true },
    ])
  })

  const wrong: [field: string, reason: string, body: object][] = [
    ['name', 'required', { choices: [{ name: 'Queso' }] }],
    ['name', 'max_length', { name: 'x'.repeat(61), choices: [{ name: 'Queso' }] }],
    ['choices', 'required', { name: 'Extras' }],
    ['choices', 'min_items', { name: 'Extras', choices: [] }],
    ['choices', 'max_items', { name: 'Extras', choices: Array.from({ length: 51 }, () => ({ name: 'x' })) }],
    ['choices.0.name', 'required', { name: 'Extras', choices: [{ price: 1 }] }],
    ['choices.0.id', 'not_found', { name: 'Extras', choices: [{ id: 'ajeno', name: 'Queso' }] }],
    ['choices.0.price', 'invalid', { name: 'Extras', choices: [{ name: 'Queso', price: 1.005 }] }],
    ['choices.0.price', 'minimum', { name: 'Extras', choices: [{ name: 'Queso', price: -1 }] }],
    ['choices.0.maxQuantity', 'maximum', { name: 'Extras', choices: [{ name: 'Queso', maxQuantity: 21 }] }],
    ['maxChoices', 'minimum', { name: 'Extras', minChoices: 2, maxChoices: 1, choices: [{ name: 'Queso', maxQuantity: 2 }] }],
    ['minChoices', 'maximum', { name: 'Extras', minChoices: 2, choices: [{ name: 'Queso' }] }],
    ['pricing', 'enum', { name: 'Extras', pricing: 'lowest', choices: [{ name: 'Queso' }] }],
  ] // prettier-ignore
  for (const [field, reason, body] of wrong) {
    test(`400 ${reason} on ${field}`, async () => {
      const { status, json } = await create(body)
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    })
  }

  test('409 LIMIT_REACHED on the 201st group, also when several are created at once', async () => {
    const full = await aStore(service)
    for (let n = 0; n < 198; n++) await aModifierGroup(service, full, { name: `Grupo ${n}` })
    const body = { name: 'Otro', choices: [{ name: 'Queso' }] }
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(body, full.key)))
    assert.deepEqual(countByStatus(answers), { 201: 2, 409: 3 })
    const { json } = await create(body, full.key)
    assert.deepEqual([json.code, json.details.limit], ['LIMIT_REACHED', 200])
  })
})
