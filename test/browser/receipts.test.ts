import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMethod } from '../factories.ts'
import { aPaidStore, aReceipt, paymentOf } from '../receipts.ts'
import { startService } from '../service.ts'
import { noBrowser, startBrowser } from './browser.ts'
import { fillCheckout } from './checkout.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('the choice of how to pay in the browser', { skip: noBrowser }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`asks with how much where it is in cash alone, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { store, product } = await aPaidStore(service!)
      await aMethod(service!, store, { kind: 'cash', name: 'Efectivo' })
      const { page } = await browser!.open({ javaScriptEnabled })
      await page.goto(`${service!.url}/${store.slug}/pedir?v=${product.variants[0]!.id}&n=1`)
      const change = page.getByLabel('¿Con cuánto pagas?')
      await page.getByLabel('Transferencia').check()
      assert.equal(await change.isVisible(), false)
      await page.getByLabel('Efectivo').check()
      assert.equal(await change.isVisible(), true)
      await fillCheckout(page)
      await change.fill('1234.500')
      await page.getByRole('button', { name: 'Enviar pedido' }).click()
      await page.getByText('«1234.500» puede ser 1234.5 o 1234500').waitFor()
      await change.fill('Q 1,500.00')
      await page.getByRole('button', { name: 'Enviar pedido' }).click()
      await page.waitForURL(javaScriptEnabled ? 'https://wa.me/**' : '**/pedido/**')
      const [order] = await service!.sql<{ payment: { changeFor: number } }[]>`
        select payment from orders where store_id = ${store.id}`
      assert.equal(order!.payment.changeFor, 1500)
    })
  }
})

suite('the receipt of a payment in the browser', { skip: noBrowser }, () => {
  test('is shown before it is sent, sent again after a failure, and the page follows what the store does', async () => {
    const { store, place } = await aPaidStore(service!)
    const order = await place()
    const { page } = await browser!.open()
    await page.goto(service!.url + order.path)
    const choose = (buffer: Buffer) =>
      page.getByLabel('Foto o PDF').setInputFiles({ name: 'comprobante.png', mimeType: 'image/png', buffer })

    const send = page.getByRole('button', { name: 'Enviar comprobante' })
    await choose(Buffer.from('no es una foto'))
    await send.click()
    await page.getByText('La foto está dañada').waitFor()
    const picture = await aReceipt()
    await page.route('**/comprobante', (route) => route.abort(), { times: 1 })
    await choose(picture)
    await page.locator('.file canvas').waitFor()
    assert.equal((await paymentOf(service!, store, order)).receipts.length, 0)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('No hay conexión').waitFor()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('status').getByText('recibimos tu comprobante').waitFor()
    assert.equal((await paymentOf(service!, store, order)).receipts.length, 1)

    await service!.post(`/api/v1/orders/${order.id}/payment`, { key: store.key, body: { state: 'PAID' } })
    await page.getByRole('status').getByText('tu pago está recibido').waitFor()
    assert.equal(await page.locator('[data-receipt]').count(), 0)
  })

  test('is shown where it was chosen before the script had arrived', async () => {
    const { place } = await aPaidStore(service!)
    const order = await place()
    const { page } = await browser!.open()
    const chosen = Promise.withResolvers<void>()
    await page.route('**/receipt.js', async (route) => {
      await chosen.promise
      await route.continue()
    })
    await page.goto(service!.url + order.path)
    await page
      .getByLabel('Foto o PDF')
      .setInputFiles({ name: 'comprobante.png', mimeType: 'image/png', buffer: await aReceipt() })
    chosen.resolve()
    await page.locator('.file canvas').waitFor()
    await page.getByRole('button', { name: 'Enviar comprobante' }).click()
    await page.getByRole('status').getByText('recibimos tu comprobante').waitFor()
  })
})
