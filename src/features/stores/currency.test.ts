import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService, type Answer } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { aDiscount, aPlacedOrder, aProduct, aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()
const { sql } = service

type Shop = Awaited<ReturnType<typeof aStore>>

const toPesos = ({ key }: Shop) => service.put('/api/v1/store', { key, body: { currency: 'CLP' } })

/** Sends a request while the store's currency is being changed to one without digits, and says how it ends. */
async function whileCurrencyChanges({ id }: Shop, send: () => Promise<Answer>): Promise<Answer> {
  let answer: Promise<Answer> | undefined
  await sql.begin(async (tx) => {
    await tx`select 1 from stores where id = ${id} for update`
    await tx`update stores set currency = 'CLP', currency_digits = 0 where id = ${id}`
    answer = send()
    await waitFor(async () => (await sql`select 1 from pg_locks where not granted`).length > 0)
  })
  return answer!
}

suite('while the currency changes', () => {
  const fine = {
    shipping: { name: 'Moto', price: 10.5 },
    discounts: { code: 'MENOS', type: 'fixed', value: 10.5 },
  }

  for (const [list, body] of Object.entries(fine)) {
    test(`no amount with more digits than the new one has is added to ${list}`, async () => {
      const store = await aStore(service)
      const send = () => service.post(`/api/v1/${list}`, { key: store.key, body })
      const { status, json } = await whileCurrencyChanges(store, send)
      assert.deepEqual([status, json.details?.reason], [400, 'invalid'])
    })
  }

  test('no amount is changed to one with more digits than the new one has', async () => {
    const store = await aStore(service)
    const option = await aShippingOption(service, store)
    const discount = await aDiscount(service, store, { type: 'fixed' })
    const changes = [
      [`/api/v1/shipping/${option.id}`, { price: 10.5 }],
      [`/api/v1/discounts/${discount.id}`, { value: 10.5 }],
    ] as const
    for (const [url, body] of changes) {
      await sql`update stores set currency = 'GTQ', currency_digits = 2 where id = ${store.id}`
      const send = () => service.put(url, { key: store.key, body })
      const { status, json } = await whileCurrencyChanges(store, send)
      assert.deepEqual([status, json.details?.reason], [400, 'invalid'])
    }
  })

  test("a discount write that waits for the store's lock does not block orders", async () => {
    const store = await aStore(service)
    const { id } = await aDiscount(service, store, { isActive: false })
    let answer: Promise<Answer> | undefined
    await sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for update`
      answer = service.put(`/api/v1/discounts/${id}`, { key: store.key, body: { isActive: true } })
      await waitFor(async () => (await sql`select 1 from pg_locks where not granted`).length > 0)
      await tx`select 1 from discounts where id = ${id} for update nowait`
    })
    assert.equal((await answer)!.status, 200)
  })
})

suite('a store that orders are being placed in', () => {
  test('does not block changes of other settings, nor of the currency once it has orders', async () => {
    const store = await aStore(service)
    await aPlacedOrder(service, store)
    await sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for key share` // as an order does
      const same = { currency: store.currency, name: 'Café de altura' }
      const saved = await service.put('/api/v1/store', { key: store.key, body: same })
      assert.deepEqual([saved.status, saved.json.data.name], [200, 'Café de altura'])
      assert.equal((await toPesos(store)).json.code, 'CURRENCY_LOCKED')
    })
  })
})

suite('a price with more digits than the new currency has', () => {
  const deletedFor = (store: Shop, days: number) => sql`
    update products set deleted_at = now() - make_interval(days => ${days}) where store_id = ${store.id}`

  for (const [where, overrides] of Object.entries({
    product: { price: 19.9 },
    variant: { price: 20, variants: [{ name: '500 g', price: 19.9 }] },
  })) {
    test(`prevents the change in a ${where}, and after its deletion while that can be undone`, async () => {
      const store = await aStore(service)
      await aProduct(service, store, overrides)
      assert.equal((await toPesos(store)).json.details.field, 'currency')
      await deletedFor(store, 29)
      const { status, json } = await toPesos(store)
      assert.equal(status, 400)
      assert.match(json.error, /eliminados en los últimos 30 días/)
      await deletedFor(store, 31)
      assert.equal((await toPesos(store)).status, 200)
    })
  }
})
