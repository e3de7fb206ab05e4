import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, startBrowser } from './browser.ts'
import { fillCheckout, follow } from './checkout.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url // events of other origins are refused

suite('the cart on a phone', { skip: noBrowser }, () => {
  test('lines in the URL are not added to the cart twice', async () => {
    const { url, mug, coffee } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(`${url}?v=${coffee.variants[0]!.id}~85&n=5`)
    await page.getByRole('link', { name: 'Carrito vacío' }).waitFor()
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.getByRole('link', { name: 'Café lavado', exact: true }).click()
    await page.waitForURL(`${url}/p/cafe`)
    await page.goto(`${url}/carrito`)
    await page.waitForURL(`${url}/carrito?v=${mug.variants[0]!.id}~60&n=1`)
    await page.getByRole('link', { name: 'Seguir comprando' }).click()
    await page.waitForURL(url)
  })

  test('items added before the script has loaded are merged into the cart', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(`${url}/p/cafe`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).waitFor()
    await context.route('**/shop.js', (route) => route.abort())
    await page.goto(url)
    await context.unroute('**/shop.js')
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByLabel('Cantidad de Café lavado, 250 g').waitFor()
    await page.getByLabel('Cantidad de Taza de barro').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Carrito, 2 artículos' }).waitFor()
  })

  test('a changed price is shown before anything is sent', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { price: 75 } })
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByText('subió de Q 60.00 a Q 75.00').waitFor()
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { isActive: false } })
    await page.goto(`${url}/carrito`)
    await page.getByText('está en pausa').waitFor()
    await page.getByText('Aún no hay nada aquí').waitFor()
  })

  test('when everything sold out meanwhile, the cart says so and is empty', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(`${url}/p/${mug.slug}`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await follow(page, page.getByRole('button', { name: 'Continuar' }))
    await fillCheckout(page)
    const variants = [{ id: mug.variants[0]!.id, stock: 0 }]
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { variants } })
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL('**/carrito**')
    await page.getByText('se agotó y salió de tu carrito').waitFor()
    await page.getByText('Aún no hay nada aquí').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Carrito, 1 artículo' }).count(), 0)
  })

  test('no more goes into the cart than there is', async () => {
    const { store, mug, url } = await aShop(service!)
    await service!.sql`update variants set stock = 3 where id = ${mug.variants[0]!.id}`
    await service!.put('/api/v1/store', { key: store.key, body: { description: 'Otra' } }) // its cached pages are older
    const { page } = await browser!.open()
    for (const path of ['', '/p/taza']) {
      await page.goto(url + path)
      const add = path
        ? page.getByRole('button', { name: /^Agregar/ })
        : page.getByRole('link', { name: /^Agregar Taza/ })
      if (path) await page.getByLabel('Cantidad').fill('3')
      await add.click()
      await page.waitForTimeout(650) // a second tap at once would be a double one
      if (!path) await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    }
    await page.getByText('Quedan 3: ya están en tu carrito').waitFor()
    await page.getByRole('link', { name: 'Carrito, 3 artículos' }).waitFor()
  })

  test('without lines in its URL, the cart page shows the stored cart, and what sold out', async () => {
    const { store, mug, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(`${url}/p/${mug.slug}`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/pedir`)
    await page.waitForURL(`${url}/pedir?v=${mug.variants[0]!.id}~60&n=1`)
    await page.getByRole('button', { name: 'Enviar pedido' }).waitFor()
    const variants = [{ id: mug.variants[0]!.id, stock: 0 }]
    await service!.put(`/api/v1/products/${mug.id}`, { key: store.key, body: { variants } })
    await page.goto(`${url}/pedir`)
    await page.getByText('se agotó y salió de tu carrito').waitFor()
    await page.getByText('Aún no hay nada aquí').waitFor()
  })

  test('a late response does not revert a later change', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    let late = async () => {}
    await context.route('**/carrito?*n=2', (route) => {
      late = () => route.continue()
    })
    const quantity = page.getByLabel('Cantidad de Taza de barro')
    await quantity.fill('2')
    await quantity.press('Tab')
    await quantity.fill('3')
    await quantity.press('Tab')
    await page.locator('.total', { hasText: '180.00' }).waitFor()
    const answered = page.waitForResponse('**/carrito?*n=2')
    await late()
    await (await answered).finished()
    await page.waitForTimeout(100)
    assert.equal(await quantity.inputValue(), '3')
    await page.getByRole('link', { name: 'Carrito, 3 artículos' }).waitFor()
  })

  test('a line that is removed twice, before the response, is removed once and stays removed', async () => {
    const { store, coffee, url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/p/cafe`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 2 artículos' }).waitFor()
    await page.goto(`${url}/carrito`)
    const remove = page.getByRole('button', { name: 'Quitar Taza de barro' })
    await remove.waitFor()
    let respond = () => {}
    const late = new Promise<void>((done) => (respond = done))
    await context.route('**/carrito*', async (route) => {
      await late
      await route.continue()
    })
    await remove.click()
    await remove.click()
    await page.getByRole('button', { name: 'Uno más de Café lavado, 250 g' }).click()
    respond()
    await remove.waitFor({ state: 'detached' })
    await page.locator('.total', { hasText: '170.00' }).waitFor()
    const stored = () => page.evaluate<string>(`localStorage["vitrina:${store.slug}"]`)
    assert.deepEqual(JSON.parse(await stored()), [[coffee.variants[0]!.id, 2, '85']])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page.locator('.total', { hasText: '230.00' }).waitFor()
  })

  test('a stored line of null, as an earlier release could leave, is ignored', async () => {
    const { store, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.evaluate(`localStorage["vitrina:${store.slug}"] = '[null]'`)
    await page.reload()
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
  })

  test('a changed quantity keeps the focus', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.locator('.count', { hasText: '1' }).waitFor()
    await page.goto(`${url}/carrito`)
    await page.getByLabel('Cantidad de Taza de barro').fill('2')
    await page.keyboard.press('Tab')
    await page.locator('.total', { hasText: '120.00' }).waitFor()
    await page.locator('[aria-label="Uno más de Taza de barro"]:focus').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Aún no hay nada aquí').waitFor()
    await page.locator('main:focus').waitFor()
  })

  test('adding an item is animated, except with reduced motion', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.evaluate(`
      const animate = Element.prototype.animate
      globalThis.moves = 0
      Element.prototype.animate = function (...how) { moves++; return animate.apply(this, how) }`)
    const add = page.getByRole('link', { name: 'Agregar Taza de barro al carrito' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await add.click()
    await page.evaluate('new Promise((done) => setTimeout(done, 100))') // it would have begun before
    assert.equal(await page.evaluate('moves'), 0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.waitForTimeout(400) // a tap at once would be the second of a double one
    await page.getByRole('button', { name: 'Uno menos de Taza de barro' }).click()
    await add.click()
    await page.getByText('Está en tu carrito').waitFor()
    await waitFor(() => page.evaluate<boolean>('moves === 1')) // the bag's
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
  })

  test('the cart changes quantities, has undo, and computes totals offline', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    await page.goto(url)
    const add = page.getByRole('link', { name: 'Agregar Taza de barro al carrito' })
    await add.dblclick()
    const counter = page.getByRole('group', { name: 'Taza de barro, en tu carrito' })
    const [button, toast] = [await counter.boundingBox(), await page.locator('.toast').boundingBox()]
    assert.ok(toast!.y > button!.y + button!.height || toast!.y + toast!.height < button!.y)
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/carrito`)
    const total = (text: string) => page.locator('.total', { hasText: text }).waitFor()
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await total('120.00')
    const quantity = page.getByLabel('Cantidad de Taza de barro')
    await quantity.fill('-3')
    await quantity.press('Tab')
    assert.equal(await quantity.inputValue(), '2')
    await quantity.fill('0')
    await quantity.press('Tab')
    await page.getByText('Aún no hay nada aquí').waitFor()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await total('120.00')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Uno más de Taza de barro' }).click()
    await page.getByText('Sin conexión: el cambio se guardó').waitFor()
    await total('Q 180.00')
  })
})

suite('choosing on a phone', { skip: noBrowser }, () => {
  test('options select an existing variant with its stock; sold out ones can be viewed but not added', async () => {
    const { store, url } = await aShop(service!)
    const shirt = await aProduct(service!, store, {
      name: 'Camisa',
      options: [
        { name: 'Talla', values: ['S', 'M'] },
        { name: 'Color', values: ['Azul', 'Rojo'] },
      ],
      variants: [
        { name: 'S azul', optionValues: ['S', 'Azul'], stock: 2, price: 50 },
        { name: 'M azul', optionValues: ['M', 'Azul'], stock: 0 },
        { name: 'M roja', optionValues: ['M', 'Rojo'], price: 70 },
      ],
    })
    const { page } = await browser!.open()
    await page.goto(`${url}/p/${shirt.slug}`)
    const button = page.locator('.buybar .button')
    const chip = (name: string) => page.getByRole('radio', { name, exact: true })
    assert.match((await button.textContent())!, /Agregar al carrito Q\s50\.00/)
    await page.getByText('Quedan 2', { exact: true }).waitFor()
    assert.equal(await page.locator('.plain').isVisible(), false)
    await chip('Rojo').check()
    await button.filter({ hasText: '70.00' }).waitFor()
    assert.equal(await chip('M').isChecked(), true, 'there is no red one in S')
    assert.equal(await page.getByText('Quedan 2', { exact: true }).isVisible(), false)
    await chip('Azul').check()
    await button.filter({ hasText: 'Agotado' }).waitFor()
    assert.equal(await chip('M').isChecked(), true)
    assert.equal(await button.isDisabled(), true)
    await chip('S').check()
    await button.filter({ hasText: 'Agregar' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByLabel('Cantidad de Camisa, S azul').waitFor()

    const without = await browser!.open()
    await without.context.route('**/choices.js', (route) => route.abort())
    await without.page.goto(`${url}/p/${shirt.slug}`)
    await without.page.getByRole('radio', { name: 'M', exact: true }).click()
    await without.page.getByLabel('Elige una opción').selectOption({ index: 2 })
    assert.equal(
      await without.page.getByRole('radio').count(),
      0,
      'no chip is checked that is not the choice',
    )
    await without.page.getByRole('button', { name: 'Agregar al carrito Q 70.00' }).click()
    await without.page.getByRole('link', { name: 'Ver carrito' }).click()
    await without.page.getByLabel('Cantidad de Camisa, M roja').waitFor()
  })

  test('on a slow network, the choice of an option shows at once that it is opening, and opens once', async () => {
    const { store, url } = await aShop(service!)
    const variants = Array.from({ length: 24 }, (_, n) => ({ name: `Opción ${n + 1}` }))
    await aProduct(service!, store, { name: 'Lana', slug: 'lana', variants })
    const { context, page } = await browser!.open({ viewport: { width: 360, height: 800 } })
    let answer = () => {}
    const slow = new Promise<void>((done) => (answer = done))
    await context.route(`${url}/p/*`, async (route) => {
      await slow
      await route.continue()
    })
    await page.goto(url)
    const choose = page.getByRole('link', { name: 'Elegir Lana' })
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    await choose.click()
    await choose.click()
    assert.deepEqual(
      await page.locator('[aria-busy=true]').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)),
      ['Elegir Lana'],
    )
    answer()
    const sheet = page.getByRole('dialog', { name: 'Lana' })
    await sheet.waitFor()
    await page.waitForTimeout(300)
    assert.equal(await page.getByRole('dialog').count(), 1)
    assert.equal(await page.locator('[aria-busy=true]').count(), 0)
    const { y, height } = (await sheet.getByRole('button', { name: 'Agregar al carrito' }).boundingBox())!
    assert.ok(y + height <= 800, `${y}`)
  })

  test('options can be chosen in the product list, and update the price', async () => {
    const { coffee, url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    const sheet = page.getByRole('dialog', { name: 'Café lavado' })
    await sheet.getByRole('radio', { name: '1 kg' }).check()
    await sheet.getByRole('button', { name: 'Agregar al carrito Q 320.00' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    await page.goto(`${url}/p/cafe?opcion=${coffee.variants[1]!.id}`)
    await page.getByRole('radio', { name: '250 g' }).check()
    assert.equal(await page.locator('.product .badge').textContent(), '−15\u00a0%')
    assert.equal(await page.locator('.buy [data-price] b').textContent(), 'Q 85.00')
    await page.getByRole('radio', { name: '1 kg' }).check()
    assert.equal(await page.locator('.product .badge').isVisible(), false)
  })

  test('where the script of the dialogs does not load, the links of products and photos are followed', async () => {
    const { store, url } = await aShop(service!)
    const images = [{ url: 'https://fotos.ejemplo.test/1.jpg', alt: null }]
    const jug = await aProduct(service!, store, { name: 'Jarra', images })
    const { context, page } = await browser!.open()
    for (const script of ['sheet', 'viewer']) await context.route(`**/${script}.js`, (route) => route.abort())
    await page.goto(url)
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    await page.waitForURL(`${url}/p/cafe*`)
    await page.goto(`${url}/p/${jug.slug}`)
    await follow(page, page.locator('.zoom'))
    assert.match(page.url(), /\/media\//)
  })

  test('the catalog is searched while typing', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByRole('searchbox').pressSequentially('tazá', { delay: 20 })
    await page.getByText('1 producto para «tazá»').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tazá')

    await page.getByRole('link', { name: 'Taza de barro', exact: true }).click()
    await page.waitForURL('**/p/taza')
    await page.goBack()
    await page.getByText('1 producto para «tazá»').waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tazá')
  })

  test('a visited shop has an offline page', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open({ serviceWorkers: 'allow' })
    await page.goto(url)
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    // The worker is a process of its own, which hears of the connection a little later.
    const shows = (heading: string) =>
      waitFor(async () => {
        await page.goto(`${url}/p/cafe`).catch(() => {})
        return page.getByRole('heading', { name: heading }).isVisible()
      })
    await context.setOffline(true)
    await shows('Sin conexión')
    await context.setOffline(false)
    await shows('Café lavado')
  })
})
