import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changesOn } from '../../../test/changes.ts'
import { aModifierGroup, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { newest, undo, put } = changesOn(service)

/** A pizza at 60 with cheese at 5. */
async function aPizza() {
  const store = await aStore(service)
  const group = await aModifierGroup(service, store, {
    choices: [{ name: 'Queso', price: 5 }, { name: 'Jamón' }],
  })
  const pizza = await aProduct(service, store, { price: 60, modifierGroupIds: [group.id] })
  const [cheese, ham] = group.choices.map(({ id }) => id) as [string, string]
  const items = [{ variantId: pizza.variants[0]!.id, quantity: 1, modifiers: [{ choiceId: cheese }] }]
  return { store, group, pizza, cheese, ham, place: () => order(service, anOrder(store, items)) }
}

suite('a group that changes while orders are placed', () => {
  test('sells a choice that is switched off at its price before, or not at all', async () => {
    const { store, group, cheese, ham, place } = await aPizza()
    const switchTo = (isActive: boolean) =>
      put(store, `modifier-groups/${group.id}`, { choices: [{ id: cheese, isActive }, { id: ham }] })
    for (let round = 0; round < 3; round++) {
      let isOff = false
      const late: boolean[] = []
      const orders = Array.from({ length: 20 }, async () => {
        late.push(isOff)
        return place()
      })
      const off = switchTo(false).then(() => void (isOff = true))
      const placed = await Promise.all(orders)
      await off
      for (const [n, { status, json }] of placed.entries()) {
        if (status === 201) {
          assert.equal(json.total, 65)
          assert.equal(late[n], false)
        } else {
          const { field, reason } = json.details
          assert.deepEqual([status, field, reason], [400, 'items.0.modifiers.0.choiceId', 'not_found'])
        }
      }
      assert.equal((await place()).status, 400)
      await switchTo(true)
      assert.equal((await place()).status, 201)
    }
    const totals = await service.sql<{ total: number }[]>`
      select distinct total from orders where store_id = ${store.id}`
    assert.deepEqual(
      totals.map(({ total }) => total),
      [65],
    )
  })

  test('sells a choice at its price before or after', async () => {
    const { store, group, cheese, ham, place } = await aPizza()
    const orders = Array.from({ length: 20 }, place)
    await put(store, `modifier-groups/${group.id}`, { choices: [{ id: cheese, price: 50 }, { id: ham }] })
    const totals = (await Promise.all(orders)).map(({ status, json }) => {
      assert.equal(status, 201)
      return json.total
    })
    assert.ok(
      totals.every((total) => total === 65 || total === 110),
      String(totals),
    )
    assert.equal((await place()).json.total, 110)
  })
})

suite('what a change would leave wrong', () => {
  test('a currency without decimals needs choices without them, also in what an undo brings back', async () => {
    const store = await aStore(service)
    const { id, choices } = await aModifierGroup(service, store, { choices: [{ name: 'Queso', price: 2.5 }] })
    const toClp = () => put(store, 'store', { currency: 'CLP' })
    const rejected = await toClp()
    assert.deepEqual([rejected.status, rejected.json.details.field], [400, 'currency'])
    await put(store, `modifier-groups/${id}`, { choices: [{ id: choices[0]!.id, price: 3 }] })
    const change = await newest(store)
    assert.equal((await toClp()).status, 200)
    const { status, json } = await undo(store, change)
    assert.deepEqual([status, json.code], [409, 'CHANGED_SINCE'])
    const { data } = (await service.get(`/api/v1/modifier-groups/${id}`, store.key)).json
    assert.equal(data.choices[0]!.price, 3)
  })

  test('a product gets no group back that is gone', async () => {
    const { store, group, pizza } = await aPizza()
    await put(store, `products/${pizza.id}`, { modifierGroupIds: [], name: 'Otra' })
    const change = await newest(store)
    await service.delete(`/api/v1/modifier-groups/${group.id}`, store.key)
    const deletion = await newest(store)
    const gone = await undo(store, change)
    assert.deepEqual([gone.status, gone.json.code], [409, 'CHANGED_SINCE'])
    assert.equal((await undo(store, deletion)).status, 200)
    assert.equal((await undo(store, change)).status, 200)
    const { data } = (await service.get(`/api/v1/products/${pizza.id}`, store.key)).json
    assert.deepEqual([data.name, data.modifierGroupIds], [pizza.name, [group.id]])
  })
})
