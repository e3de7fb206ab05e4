import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { aPaidStore, aReceipt, paymentOf, sendReceipt, type ToPay } from '../../../../test/receipts.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const { sql } = service

const pdf = () => Buffer.from(`%PDF-1.7 ${Math.random()}`)
const duplicatesOf = async (store: { id: string; key: string }, order: ToPay): Promise<(string | null)[]> =>
  (await paymentOf(service, store, order)).receipts.map(
    ({ duplicateOf }: { duplicateOf: string | null }) => duplicateOf,
  )

suite('a receipt that was sent for another order', () => {
  test('is marked with its number: the same bytes, and a picture that shows the same', async () => {
    const { store, place } = await aPaidStore(service)
    const [first, second, third] = [await place(), await place(), await place()]
    const picture = await aReceipt()
    const [file, smaller] = [pdf(), await sharp(picture).resize(600).jpeg({ quality: 60 }).toBuffer()]
    for (const one of [picture, file]) assert.equal((await sendReceipt(service, first, one)).status, 201)
    for (const one of [smaller, file]) assert.equal((await sendReceipt(service, second, one)).status, 201)
    assert.equal((await sendReceipt(service, third, picture)).status, 201)
    assert.deepEqual(await duplicatesOf(store, first), [null, null])
    assert.deepEqual(await duplicatesOf(store, second), [first.orderNumber, first.orderNumber])
    assert.deepEqual(await duplicatesOf(store, third), [first.orderNumber])
  })

  test('is not marked for another receipt of the bank, the same order, another store, or after 180 days', async () => {
    const { store, place } = await aPaidStore(service)
    const other = await aPaidStore(service)
    const [first, second] = [await place(), await place()]
    const picture = await aReceipt()
    await sendReceipt(service, first, picture)
    await sendReceipt(service, first, await sharp(picture).jpeg().toBuffer())
    await sendReceipt(service, second, await aReceipt({ time: '18:20:44', reference: '1290 4471 5502 9083' }))
    const elsewhere = await other.place()
    await sendReceipt(service, elsewhere, picture)
    assert.deepEqual(await duplicatesOf(store, first), [null, null])
    assert.deepEqual(await duplicatesOf(store, second), [null])
    assert.deepEqual(await duplicatesOf(other.store, elsewhere), [null])
    await sql`update receipts set created_at = now() - interval '181 days' where store_id = ${store.id}`
    const later = await place()
    await sendReceipt(service, later, picture)
    assert.deepEqual(await duplicatesOf(store, later), [null])
  })
})

suite('receipts at once', () => {
  test('for two orders: one of them is marked', async () => {
    const { store, place } = await aPaidStore(service)
    const picture = await aReceipt()
    const pairs = [
      [picture, await sharp(picture).webp({ quality: 70 }).toBuffer()],
      ...Array.from({ length: 8 }, pdf).map((file) => [file, file]),
    ]
    for (const files of pairs) {
      const orders = [await place(), await place()] as const
      await Promise.all(orders.map((order, n) => sendReceipt(service, order, files[n]!)))
      const [first, second] = await Promise.all(orders.map((order) => duplicatesOf(store, order)))
      const numbers = orders.map(({ orderNumber }) => orderNumber)
      assert.ok(
        first![0] === null ? second![0] === numbers[0] : first![0] === numbers[1] && second![0] === null,
      )
    }
  })

  test('for one order: five are stored', async () => {
    const { store, place } = await aPaidStore(service)
    const order = await place()
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendReceipt(service, order, pdf())))
    assert.equal(answers.filter(({ status }) => status === 201).length, 5)
    assert.equal(answers.filter(({ json }) => json.code === 'LIMIT_REACHED').length, 3)
    assert.equal((await duplicatesOf(store, order)).length, 5)
  })

  test('with the owner who marks it as paid: the order stays paid', async () => {
    const { store, place } = await aPaidStore(service)
    for (let n = 0; n < 5; n++) {
      const order = await place()
      const pay = service.post(`/api/v1/orders/${order.id}/payment`, {
        key: store.key,
        body: { state: 'PAID' },
      })
      const [receipt, paid] = await Promise.all([sendReceipt(service, order, pdf()), pay])
      assert.equal(paid.status, 200)
      assert.ok([201, 409].includes(receipt.status))
      const payment = await paymentOf(service, store, order)
      assert.equal(payment.state, 'PAID')
      assert.equal(payment.receipts.length, receipt.status === 201 ? 1 : 0)
    }
  })
})
