import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMethod } from '../../../test/factories.ts'
import { aShopForChanges } from '../../../test/proposals.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

suite('DELETE /api/v1/orders/:id/proposal', () => {
  test('withdraws what is open; 404 where nothing is', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 2]])
    assert.equal((await shop.withdraw(id)).status, 404)
    await shop.propose(id, [[shop.b, 1]])
    const { status, json } = await shop.withdraw(id)
    assert.deepEqual([status, json.data.proposal!.state, json.data.total], [200, 'WITHDRAWN', 20])
    assert.notEqual(json.data.proposal!.decidedAt, null)
    assert.equal((await shop.withdraw(id)).status, 404)
    await assert.rejects(shop.decide(id), { status: 409 })
  })

  test('an order that is shipped, paid or cancelled ends what was open', async () => {
    const shop = await aShopForChanges(service)
    const { id: paymentMethodId } = await aMethod(service, shop.store)
    const ways = [(id: string) => shop.move(id, 'cancelled'), (id: string) => shop.pay(id)]
    for (const way of ways) {
      const id = await shop.buy([[shop.a, 1]], { paymentMethodId })
      await shop.propose(id, [[shop.b, 1]])
      await way(id)
      assert.equal((await shop.read(id)).proposal!.state, 'WITHDRAWN')
      await assert.rejects(shop.decide(id), { status: 409 })
      const { status, json } = await shop.withdraw(id)
      assert.deepEqual([status, (json as { code?: string }).code], [409, 'PROPOSAL_NOT_POSSIBLE'])
    }
  })

  test('stays open when the order is confirmed', async () => {
    const shop = await aShopForChanges(service)
    const id = await shop.buy([[shop.a, 1]])
    await shop.propose(id, [[shop.b, 1]])
    await shop.move(id, 'confirmed')
    assert.equal((await shop.read(id)).proposal!.state, 'OPEN')
  })
})
