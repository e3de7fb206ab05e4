import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, startChatWorker } from '../../../test/chat.ts'
import { anAddress, anOrder, aProduct } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { DAY } from '../../features/whatsapp/message.ts'

const meta = await startMeta()
const service = await startService(meta.env)
startChatWorker(service)

/** An owner in Guatemala, with what a shopper sees of her product and gets for an order of it. */
async function aShop() {
  const owner = await anOwner(service, meta)
  const { slug, variants } = await aProduct(service, owner.store, { name: 'Pan de yuca', price: 10 })
  const pageOf = async (path: string) => (await service.get(`/${owner.store.slug}${path}`)).text
  const order = () =>
    service.post('/api/orders', {
      headers: anAddress(),
      body: anOrder(owner.store, [{ variantId: variants[0]!.id, quantity: 1 }]),
    })
  return { ...owner, order, shop: () => pageOf(''), productPage: () => pageOf(`/p/${slug}`) }
}

suite('what an owner applies in the chat', () => {
  test('agotado shows in the shop and stops orders, until it is taken back', async () => {
    const { write, tap, shop, productPage, order } = await aShop()
    await write('agotado pan de yuca')
    assert.doesNotMatch(await productPage(), /Agotado/)
    await tap('Aplicar')
    for (const page of [await shop(), await productPage()]) assert.match(page, /Agotado/)
    const { status, json } = await order()
    assert.deepEqual([status, json.details?.available], [400, 0])
    await tap('Deshacer')
    for (const page of [await shop(), await productPage()]) assert.doesNotMatch(page, /Agotado/)
    assert.equal((await order()).status, 201)
  })

  test('cerrado hasta mañana 9 closes the shop until nine in its zone, and it opens by itself', async (t) => {
    const { write, tap, shop, order, store } = await aShop()
    await write('cerrado hasta mañana 9')
    assert.equal((await order()).status, 201)
    await tap('Aplicar')
    assert.match(await shop(), /Cerrado, sin pedidos.*9:00 a\.\sm\./s)
    const { status, json } = await order()
    assert.deepEqual([status, json.code], [409, 'STORE_CLOSED'])
    const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10)
    const nine = Date.parse(`${today}T15:00:00.000Z`) + DAY
    assert.deepEqual(json.details, { opensAt: new Date(nine).toISOString() })

    t.mock.timers.enable({ apis: ['Date'], now: nine - 1_000 })
    assert.match(await shop(), /Cerrado/)
    t.mock.timers.setTime(nine)
    assert.doesNotMatch(await shop(), /Cerrado/)
    t.mock.timers.reset()
    // The database's clock can't be set.
    await service.sql`update stores set closed_until = closed_until - interval '2 days' where id = ${store.id}`
    assert.equal((await order()).status, 201)
  })
})
