import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../service.ts'
import { aShop, noBrowser, ordersOf, startBrowser } from './browser.ts'
import { toCheckout } from './checkout.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

suite('the checkout on a phone', { skip: noBrowser }, () => {
  test('below the minimum, the buttons are disabled and the missing amount is above the form', async () => {
    const { store, mug, url } = await aShop(service!)
    await service!.sql`update stores set minimum_order = 150 where id = ${store.id}`
    const { page } = await browser!.open()
    await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=2`)
    const fill = (name: string) =>
      page
        .getByRole('button', { name })
        .evaluate((button) => button.ownerDocument.defaultView!.getComputedStyle(button).backgroundColor)
    const above = page.locator('#changes').getByText('Te faltan Q 30.00 para el pedido mínimo')
    assert.ok((await above.boundingBox())!.y < (await page.getByLabel('Tu nombre').boundingBox())!.y)
    assert.equal(await page.getByRole('button', { name: 'Enviar pedido' }).isDisabled(), true)
    const grey = await fill('Enviar pedido')
    await page.goto(`${url}/carrito?v=${mug.variants[0]!.id}~60&n=2`)
    const next = page.getByRole('button', { name: 'Continuar' })
    assert.deepEqual([await next.isDisabled(), await fill('Continuar')], [true, grey])
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await page.locator('.total', { hasText: '180.00' }).waitFor()
    assert.notEqual(await fill('Continuar'), grey)
    assert.equal(await next.isDisabled(), false)
  })

  test('another delivery hides the total until it is calculated, without JavaScript', async () => {
    const { mug, url } = await aShop(service!)
    const { page } = await browser!.open({ javaScriptEnabled: false })
    await page.goto(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=2`)
    const total = page.locator('.total')
    await page.getByLabel('Envío').check()
    assert.equal(await total.isVisible(), false)
    await page.getByText('toca «Actualizar el total»').waitFor()
    await page.getByRole('button', { name: 'Actualizar el total' }).click()
    await total.filter({ hasText: '145.00' }).waitFor()
    assert.equal(await page.getByLabel('Envío').isChecked(), true)
  })

  test('the checkout shows errors at their fields', async () => {
    const { url } = await aShop(service!)
    const { page, send } = await toCheckout(url, browser!.open())
    await page.getByLabel('Tu WhatsApp').fill('551')
    await page.getByLabel('Tu nombre').fill('')
    await send.click()
    await page.locator('#name-wrong', { hasText: 'No puede estar vacío' }).waitFor()
    await page.locator('#phone-wrong', { hasText: 'parece incompleto' }).waitFor()
    await page.locator('#name:focus').waitFor()
    await page.getByLabel('Tu nombre').fill('Ana')
    assert.equal(await page.locator('#name-wrong').textContent(), '')
    await send.click()
    await page.locator('#phone:focus').waitFor()

    await page.getByLabel('Tu WhatsApp').fill('5512 3456')
    await page.getByLabel('Código de descuento').fill('NADA')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.getByText('El código de descuento no existe').waitFor()
    await send.click()
    await page.locator('#discountCode:focus').waitFor()
    const tops = await page
      .locator('#discountCode, [data-total]')
      .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().top))
    assert.equal(tops[0], tops[1])
  })

  test('an order is placed with the keyboard only', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open({
      isMobile: false,
      hasTouch: false,
      viewport: { width: 1280, height: 900 },
    })
    await page.goto(url)
    const tabTo = async (selector: string) => {
      for (let n = 0; n < 40; n++) {
        await page.keyboard.press('Tab')
        if ((await page.locator(`${selector}:focus`).count()) > 0) return
      }
      assert.fail(`${selector} is not reached by Tab`)
    }
    await tabTo('a.add:not([data-choose])')
    await page.keyboard.press('Enter')
    await page.locator('.toast a').waitFor()
    await tabTo('.toast a')
    await page.keyboard.press('Enter')
    await page.locator('dialog .lines').waitFor()
    await tabTo('dialog aside .button')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/pedir?**')
    await tabTo('#name')
    await page.keyboard.type('Ana')
    await tabTo('#phone')
    await page.keyboard.type('55123456')
    await tabTo('.pick input')
    await page.keyboard.press('ArrowDown')
    await page.locator('.total', { hasText: '85.00' }).waitFor()
    await tabTo('#address')
    await page.keyboard.type('5a avenida 28')
    await tabTo('[data-send]')
    await page.keyboard.press('Enter')
    await page.waitForURL('https://wa.me/**')
    assert.deepEqual(
      (await ordersOf(service!, store.id)).map(({ total }) => total),
      [85],
    )
  })

  test('the total is updated with the code, and the focus is kept', async () => {
    const { url } = await aShop(service!)
    const { page } = await toCheckout(url, browser!.open())
    const code = page.getByLabel('Código de descuento')
    await code.fill('hola10')
    await code.press('Enter')
    await page.locator('.total', { hasText: '54.00' }).waitFor()
    await page.locator('#discountCode:focus').waitFor()
    await code.fill('')
    await page.keyboard.press('Tab')
    await page.locator('.total', { hasText: '60.00' }).waitFor()
    await page.locator('[data-total]:focus').waitFor()
  })

  test('a failed total request leaves the checkout unchanged; sold-out items are shown without storage too', async () => {
    const { store, mug, url } = await aShop(service!)
    const { context, page } = await toCheckout(url, browser!.open())
    const code = page.getByLabel('Código de descuento')
    await context.route('**/pedir/total', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Vuelve pronto</h1>' }),
    )
    await code.fill('hola10')
    await code.press('Enter')
    await page.getByText('El total no se pudo actualizar. Tu pedido sigue aquí').waitFor()
    assert.equal(await page.getByLabel('Tu nombre').inputValue(), 'Ana Morales')
    assert.equal(await code.inputValue(), 'hola10')
    await context.unroute('**/pedir/total')
    await code.press('Enter')
    await page.locator('.total', { hasText: '54.00' }).waitFor()

    await page.evaluate(() => localStorage.clear())
    const variants = [{ id: mug.variants[0]!.id, stock: 0 }]
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { variants } })
    await code.press('Enter')
    await page.waitForURL('**/carrito?v=**')
    await page.getByText('se agotó y salió de tu carrito').waitFor()
  })
})
