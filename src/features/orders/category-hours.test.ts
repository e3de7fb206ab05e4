import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { aCategory, anOrder, aPhone, aProduct, aStore, order } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { createManualOrder } from './create-manual.ts'

const service = await startService()

const everyDay = (from: string, to: string) =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [[from, to]]]))

/** An instant so many days ahead, at an hour in Guatemala, which is six hours behind UTC all year. */
const at = (days: number, hour: number) => {
  const day = new Date(Date.now() - 6 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
  return new Date(Date.parse(`${day}T00:00:00Z`) + (hour + 6) * 3_600_000).toISOString()
}

async function aBakery() {
  const store = await aStore(service)
  const category = await aCategory(service, store, { name: 'Desayunos', hours: everyDay('07:00', '11:00') })
  const eggs = await aProduct(service, store, { name: 'Huevos', price: 30, categoryId: category.id })
  const bread = await aProduct(service, store, { name: 'Pan', price: 5 })
  const [breakfast, plain] = [eggs.variants[0]!.id, bread.variants[0]!.id]
  const buy = (variantIds: string[], wantedAt: string | null) =>
    order(service, {
      ...anOrder(
        store,
        variantIds.map((variantId) => ({ variantId, quantity: 1 })),
      ),
      wantedAt,
    })
  return { store, category, breakfast, plain, buy }
}

suite('hours of a category', async () => {
  const { store, category, breakfast, plain, buy } = await aBakery()
  const put = (body: object) => service.put(`/api/v1/categories/${category.id}`, { key: store.key, body })

  test('breakfast is ordered the evening before, for the morning', async () => {
    assert.equal((await buy([breakfast], at(1, 7))).status, 201)
    assert.equal((await buy([plain, breakfast], at(1, 10.75))).status, 201)
  })

  test('for another hour it is 400 at every such line, with when it is sold next', async () => {
    const { status, json } = await buy([plain, breakfast], at(1, 11))
    const { field, reason, opensAt, issues } = json.details
    assert.deepEqual([status, field, reason, opensAt], [400, 'items.1.variantId', 'closed', at(2, 7)])
    assert.equal(issues.length, 1)
    assert.equal((await buy([breakfast], at(1, 6.5))).json.details.opensAt, at(1, 7))
    assert.equal((await buy([plain], at(1, 15))).status, 201)
  })

  test('an inactive category has its hours too, an order by hand is not held to them, without them all is sold', async () => {
    await put({ isActive: false })
    assert.equal((await buy([breakfast], at(1, 15))).status, 400)
    const items = [{ variantId: breakfast, quantity: 1 }]
    const body = { name: 'Ana', phone: aPhone(), items, wantedAt: at(1, 15) }
    assert.ok((await createManualOrder(service.app, store.id, body, { formKey: randomUUID() })).id)
    assert.equal((await put({ hours: {} })).json.data.hours, null)
    assert.equal((await buy([breakfast], at(1, 15))).status, 201)
  })

  test('hours that cross are 400, and the shop says when it is sold', async () => {
    const crossing = await put({ hours: { mon: [['07:00', '11:00'], ['10:00', '12:00']] } }) // prettier-ignore
    assert.deepEqual([crossing.status, crossing.json.details.field], [400, 'hours.mon.1'])
    await put({ isActive: true, hours: everyDay('07:00', '11:00') })
    const { text } = await service.get(`/${store.slug}`)
    assert.match(text, /Se vende: lunes a domingo 7:00–11:00\b/)
    const checkout = await service.get(`/${store.slug}/pedir?v=${breakfast}~30&n=1`)
    const hours = [...checkout.text.matchAll(/<option value="(\d{4}-[^"]+)"/g)].map(([, time]) => time!)
    assert.ok(hours.length > 20)
    assert.deepEqual([...new Set(hours.map((time) => (Number(time.slice(11, 13)) + 18) % 24))], [7, 8, 9, 10])
  })
})
