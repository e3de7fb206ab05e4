import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aModifierGroup, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)
const update = (id: string, body: object, key = store.key) =>
  service.put(`/api/v1/modifier-groups/${id}`, { key, body })

suite('PUT /api/v1/modifier-groups/:id', () => {
  test('replaces choices by id: missing active ones are removed, missing inactive ones stay', async () => {
    const choices = [{ name: 'Queso', price: 5 }, { name: 'Tocino' }, { name: 'Piña', isActive: false }]
    const group = await aModifierGroup(service, store, { choices })
    const [cheese, , pineapple] = group.choices
    const { status, json } = await update(group.id, {
      choices: [{ name: 'Cebolla' }, { id: cheese!.id, price: 6 }],
    })
    assert.equal(status, 200)
    assert.deepEqual(json.data.choices, [
      { id: json.data.choices[0]!.id, name: 'Cebolla', price: 0, maxQuantity: 1, isActive: true },
      { ...cheese, price: 6 },
      pineapple,
    ])
  })

  test('changes only the fields that are sent, and nothing when they are equal', async () => {
    const group = await aModifierGroup(service, store, { pricing: 'highest', maxChoices: 2 })
    for (const body of [{}, { pricing: 'highest' }, { choices: [{ id: group.choices[0]!.id }] }]) {
      assert.deepEqual((await update(group.id, body)).json.data, group)
    }
    const { data } = (await update(group.id, { maxChoices: null, name: 'Mitades' })).json
    assert.deepEqual(data, { ...group, maxChoices: null, name: 'Mitades', updatedAt: data.updatedAt })
    assert.ok(data.updatedAt > group.updatedAt)
  })

  test('shows in the products that have it at once', async () => {
    const group = await aModifierGroup(service, store, { choices: [{ name: 'Queso' }, { name: 'Tocino' }] })
    const { id } = await aProduct(service, store, { modifierGroupIds: [group.id] })
    const read = async () => (await service.get(`/api/v1/products/${id}`, store.key)).json.data
    assert.equal((await read()).modifierGroups[0]!.choices.length, 2)
    const [cheese, bacon] = group.choices.map((choice) => choice.id)
    await update(group.id, { choices: [{ id: cheese, isActive: false }, { id: bacon }] })
    assert.deepEqual(
      (await read()).modifierGroups[0]!.choices.map((choice: { id: string }) => choice.id),
      [bacon],
    )
  })

  const wrong: [field: string, reason: string, body: (id: string) => object][] = [
    ['choices.0.id', 'not_found', () => ({ choices: [{ id: 'ajena' }] })],
    ['choices.1.id', 'duplicate', (id) => ({ choices: [{ id }, { id }] })],
    ['choices', 'min_items', () => ({ choices: [] })],
    ['maxChoices', 'minimum', () => ({ minChoices: 1, maxChoices: 0 })],
    ['minChoices', 'maximum', () => ({ minChoices: 2 })],
    ['pricing', 'enum', () => ({ pricing: null })],
    ['productCount', 'unknown_field', () => ({ productCount: 3 })],
  ]
  for (const [field, reason, body] of wrong) {
    test(`400 ${reason} on ${field}`, async () => {
      const group = await aModifierGroup(service, store)
      const { status, json } = await update(group.id, body(group.choices[0]!.id))
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    })
  }
})
