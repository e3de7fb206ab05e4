import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aDiscount } from '../../../test/factories.ts'
import { aShopForChanges, type ShopForChanges } from '../../../test/proposals.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { sql } = service

/** A shop with a code, and what tests do with it. */
async function aShopWithCode() {
  const shop = await aShopForChanges(service, null)
  const { id, code } = await aDiscount(service, shop.store, { value: 10 })
  const { key } = shop.store
  return {
    ...shop,
    code,
    buyWithCode: () => shop.buy([[shop.b, 2]], { discountCode: code }),
    put: (body: object) => service.put(`/api/v1/discounts/${id}`, { key, body }),
    /** Deletes the code. @returns how to bring it back */
    async remove() {
      await service.delete(`/api/v1/discounts/${id}`, key)
      const [change] = (await service.get('/api/v1/changes', key)).json.data
      return () => service.post(`/api/v1/changes/${change!.id}/undo`, { key })
    },
    uses: async () => (await service.get(`/api/v1/discounts/${id}`, key)).json.data.usedCount,
  }
}

/** Orders that have a code, and are not cancelled. */
async function ordersWithCode({ store }: ShopForChanges): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from orders
    where store_id = ${store.id} and discount_id is not null and status <> 'cancelled'`
  return count
}

suite('the uses of a code', () => {
  test('do not count an order that lost it by a change while it was deleted', async () => {
    const shop = await aShopWithCode()
    const [changed, cancelled, earlier] = [
      await shop.buyWithCode(),
      await shop.buyWithCode(),
      await shop.buyWithCode(),
    ]
    await shop.buyWithCode()
    await shop.move(earlier, 'cancelled')
    assert.equal(await shop.uses(), 3)
    const restore = await shop.remove()
    await shop.propose(changed, [[shop.b, 1]])
    await shop.decide(changed)
    assert.equal((await shop.read(changed)).discount, null)
    await shop.move(changed, 'cancelled')
    await shop.move(cancelled, 'cancelled')
    assert.equal((await restore()).status, 200)
    assert.deepEqual([await shop.uses(), await ordersWithCode(shop)], [1, 1])
    const again = await shop.remove()
    assert.equal((await again()).status, 200)
    assert.equal(await shop.uses(), 1)
  })

  test('add up when the code comes back just as changes drop it and orders are cancelled', async () => {
    for (let round = 0; round < 8; round++) {
      const shop = await aShopWithCode()
      const changed = [await shop.buyWithCode(), await shop.buyWithCode()]
      const cancelled = await shop.buyWithCode()
      await shop.buyWithCode()
      const restore = await shop.remove()
      for (const id of changed) await shop.propose(id, [[shop.b, 1]])
      const all = [restore(), ...changed.map((id) => shop.decide(id)), shop.move(cancelled, 'cancelled')]
      await Promise.allSettled(all)
      assert.equal(await shop.uses(), await ordersWithCode(shop), `round ${round}`)
    }
  })

  test('stay with the order when the code gets another name', async () => {
    const shop = await aShopWithCode()
    const id = await shop.buyWithCode()
    await shop.put({ code: 'OTRO' })
    await aDiscount(service, shop.store, { code: shop.code, value: 50 })
    const { json } = await shop.propose(id, [[shop.b, 3]])
    assert.equal(json.data.proposal!.discount, 7.5)
    await shop.decide(id)
    assert.deepEqual(
      [await shop.uses(), (await shop.read(id)).discount],
      [1, { code: shop.code, amount: 7.5 }],
    )
  })
})
