import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../service.ts'
import { aShop, noBrowser, ordersOf, startBrowser } from './browser.ts'
import { toCheckout } from './checkout.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

suite('an order that costs something else than the checkout shows', { skip: noBrowser }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`it is not sent, what changed is said, and all that was typed stays, JavaScript: ${javaScriptEnabled}`, async () => {
      const { store, mug, url } = await aShop(service!)
      const { page } = await browser!.open({ javaScriptEnabled })
      await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=1`)
      await page.getByLabel('Tu nombre').fill('Ana Morales')
      await page.getByLabel('Tu WhatsApp').fill('5512 3456')
      await page.getByText('Agregar una nota').click()
      await page.getByLabel('Nota').fill('Para regalo')
      await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { price: 75 } })
      const send = page.getByRole('button', { name: 'Enviar pedido' })
      await send.click()
      const notice = page.locator('#changes', { hasText: 'Tu pedido no se envió: el total cambió' })
      await notice.waitFor()
      const said = (await notice.innerText()).replaceAll(/\s/g, ' ')
      assert.match(said, /Taza de barro subió de Q 60\.00 a Q 75\.00\./)
      assert.match(said, /El total subió de Q 60\.00 a Q 75\.00\./)
      assert.equal((await ordersOf(service!, store.id)).length, 0)
      assert.equal(await page.getByLabel('Tu nombre').inputValue(), 'Ana Morales')
      assert.equal(await page.getByLabel('Nota').inputValue(), 'Para regalo')

      await send.click()
      await page.waitForURL(javaScriptEnabled ? 'https://wa.me/**' : '**/pedido/**')
      assert.deepEqual((await ordersOf(service!, store.id)).map(({ total }) => total), [75]) // prettier-ignore
    })
  }

  test('a total that is updated between the tap and the order has not been seen', async () => {
    const { store, url } = await aShop(service!)
    const { page, send } = await toCheckout(url, browser!.open())
    await page.getByLabel('Código de descuento').fill('hola10')
    await send.click()
    await page.locator('#changes', { hasText: 'El descuento subió de' }).waitFor()
    assert.equal((await ordersOf(service!, store.id)).length, 0)
    await send.click()
    await page.waitForURL('https://wa.me/**')
    assert.deepEqual((await ordersOf(service!, store.id)).map(({ total }) => total), [54]) // prettier-ignore
  })
})
