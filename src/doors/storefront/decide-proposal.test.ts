import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aDiscount } from '../../../test/factories.ts'
import { aShopForChanges } from '../../../test/proposals.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

/** An order with a change to take, and its page. */
async function aProposal(stock = 10) {
  const shop = await aShopForChanges(service, stock)
  const { code } = await aDiscount(service, shop.store, { minOrderTotal: 30 })
  const id = await shop.buy([[shop.a, 3]], { discountCode: code })
  const { json } = await shop.propose(id, [[shop.b, 1]], 'Se acabó <el café>')
  const [{ token }] = await service.sql<[{ token: string }]>`
    select tracking_token as token from orders where store_id = ${shop.store.id} and id = ${id}`
  const path = `/${shop.store.slug}/pedido/${token}`
  const respond = (respuesta: string, propuesta = json.data.proposal!.sentAt) =>
    service.post(`${path}/cambio`, {
      body: new URLSearchParams({ respuesta, propuesta }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return { shop, id, path, respond }
}

suite('a proposed change on the page of its order', () => {
  test('says what changes, what it costs and what no longer applies, and is taken without a script', async () => {
    const { shop, id, path, respond } = await aProposal()
    const { text } = await service.get(path)
    for (const part of [
      'te propone un cambio',
      'Se acabó &lt;el café&gt;',
      'Sale: 3 × ',
      'Entra: 1 × ',
      'no vale con este cambio',
    ])
      assert.ok(text.includes(part), part)
    const { status, headers } = await respond('si')
    assert.deepEqual([status, headers.get('location')], [303, path])
    assert.equal((await respond('si')).status, 303, 'a second tap')
    assert.deepEqual([(await shop.read(id)).total, await shop.stocks()], [25, [10, 9]])
    const after = (await service.get(path)).text
    assert.ok(after.includes('Cambio aceptado') && !after.includes('te propone un cambio'))
  })

  test('is declined with one tap', async () => {
    const { shop, id, path, respond } = await aProposal()
    assert.equal((await respond('no')).status, 303)
    assert.equal((await shop.read(id)).proposal!.state, 'DECLINED')
    assert.ok(!(await service.get(path)).text.includes('te propone un cambio'))
  })

  test('the poll tells what the page shows', async () => {
    const { shop, id, path } = await aProposal()
    const shown = async () => /data-status="([^"]*)"/.exec((await service.get(path)).text)![1]
    const open = (await service.get(`${path}/estado`)).text
    assert.equal(open, await shown())
    await shop.withdraw(id)
    const withdrawn = (await service.get(`${path}/estado`)).text
    assert.notEqual(withdrawn, open)
    assert.equal(withdrawn, await shown())
  })

  test('what no longer fits is said by name, and the order stays', async () => {
    const { shop, id, respond } = await aProposal(5)
    await shop.buy([[shop.b, 5]])
    const { status, text } = await respond('si')
    assert.equal(status, 400)
    assert.match(text, /: Se agotó\. Tu pedido sigue como estaba\./)
    assert.equal((await shop.read(id)).items[0]!.quantity, 3)
  })

  test('another proposal than the one on the page is not taken', async () => {
    const { shop, id, respond } = await aProposal()
    await shop.withdraw(id)
    await shop.propose(id, [[shop.b, 4]])
    assert.equal((await respond('si')).status, 409)
    assert.equal((await shop.read(id)).proposal!.state, 'OPEN')
  })
})
