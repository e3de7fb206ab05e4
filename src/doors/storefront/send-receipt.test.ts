import assert from 'node:assert/strict'
import { brotliCompressSync } from 'node:zlib'
import { suite, test } from 'node:test'
import { aMethod, anAddress } from '../../../test/factories.ts'
import { aPaidStore, aReceipt, paymentOf } from '../../../test/receipts.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { store, place } = await aPaidStore(service)
const picture = await aReceipt()

/** Sends the form of an order's page as a browser without JavaScript does. */
async function submit(path: string, file: Buffer) {
  const body = new FormData()
  body.set('token', path.split('/').at(-1)!)
  body.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'comprobante.png')
  const response = await fetch(`${service.url}${path}/comprobante`, {
    method: 'POST',
    body,
    headers: anAddress(),
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

suite("the receipt's form on the order's page", () => {
  test('is shown for a transfer until it is paid, and stays within the weight of a page', async () => {
    const order = await place()
    const { text } = await service.get(order.path)
    assert.match(text, /<h2 id="receipt">Tu comprobante<\/h2>/)
    assert.match(
      text,
      /<input type="file" id="file" name="file" accept="image\/\*,application\/pdf" required>/,
    )
    assert.ok(brotliCompressSync(text).length < 14 * 1024)
    await service.post(`/api/v1/orders/${order.id}/payment`, { key: store.key, body: { state: 'PAID' } })
    assert.doesNotMatch((await service.get(order.path)).text, /data-receipt/)
  })

  test('is not shown for cash, nor without a method', async () => {
    const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    for (const order of [await place(cash.id), await place(null)])
      assert.doesNotMatch((await service.get(order.path)).text, /data-receipt/)
  })

  test('works without JavaScript: leads to the page, which says that the receipt came', async () => {
    const order = await place()
    const { status, location } = await submit(order.path, picture)
    assert.deepEqual([status, location], [303, order.path])
    assert.equal((await paymentOf(service, store, order)).state, 'REVIEW')
    const { text } = await service.get(order.path)
    assert.match(text, /recibimos tu comprobante/)
    assert.match(text, /Enviar otro comprobante/)
  })

  test('says what is wrong, with a link back', async () => {
    const order = await place()
    const { status, text } = await submit(order.path, Buffer.from('no es una foto'))
    assert.equal(status, 400)
    assert.match(text, /No se pudo enviar el comprobante/)
    assert.match(text, /La foto está dañada/)
    assert.ok(text.includes(`href="${order.path}"`))
  })

  test("is 404 below another shop's address", async () => {
    const order = await place()
    const other = await aPaidStore(service)
    assert.equal((await submit(`/${other.store.slug}/pedido/${order.token}`, picture)).status, 404)
    assert.equal((await paymentOf(service, store, order)).state, 'PENDING')
  })
})
