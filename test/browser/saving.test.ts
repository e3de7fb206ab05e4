import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addMember } from '../../src/features/team/change.ts'
import { aCategory, anAccount, aProduct } from '../factories.ts'
import { signedIn } from '../panel.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { noBrowser, startBrowser } from './browser.ts'
import { openAs, openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

type Store = { key: string }
const productsOf = async (store: Store) =>
  (await service!.get('/api/v1/products?status=all', store.key)).json.data as {
    name: string
    price: number
  }[]

for (const javaScriptEnabled of [true, false]) {
  suite(
    `two people at once ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    { skip: noBrowser },
    () => {
      test('the second sees what the first saved, and can resolve the conflict', async () => {
        const { page: ana, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
        const { id: accountId } = await anAccount(service!)
        await addMember(service!.sql, store.id, accountId, 'STAFF')
        const { page: bea } = await openAs(service!, browser!, await signedIn(service!, accountId), {
          javaScriptEnabled,
        })
        const { id } = await aProduct(service!, store, { name: 'Café', price: 80 })
        for (const page of [ana, bea]) await page.goto(`${base}/productos/${id}`)
        const save = async (page: typeof ana, name: string, price: string) => {
          await page.getByLabel('Nombre').first().fill(name)
          await page.getByLabel('Precio', { exact: true }).fill(price)
          await page.getByRole('button', { name: 'Guardar', exact: true }).click()
        }
        await save(ana, 'Café', '95')
        await ana.locator('#status').getByText('Guardado').waitFor()
        await save(bea, 'Café molido', '85')
        await bea.getByRole('alert').getByText('Otra persona guardó cambios').waitFor()
        await bea.getByText('Ahora dice «95».').waitFor()
        assert.equal(await bea.getByLabel('Nombre').first().inputValue(), 'Café molido')
        await bea.getByRole('button', { name: 'Guardar lo mío' }).click()
        await bea.locator('#status').getByText('Guardado').waitFor()
        assert.deepEqual(
          (await productsOf(store)).map(({ name, price }) => [name, price]),
          [['Café molido', 85]],
        )
        await ana.goto(`${base}/productos/${id}`)
        await bea.goto(`${base}/productos/${id}`)
        await save(bea, 'Café molido', '70')
        await bea.locator('#status').getByText('Guardado').waitFor()
        await save(ana, 'Otro', '60')
        await ana.getByRole('alert').getByText('Otra persona guardó cambios').waitFor()
        await waitFor(async () => (await ana.evaluate('localStorage.length')) === 0) // the draft has been sent
        await ana.getByRole('button', { name: 'Quedarme con lo suyo' }).click()
        await ana.locator('#status').getByText('Descartado').waitFor()
        assert.equal(await ana.getByLabel('Nombre').first().inputValue(), 'Café molido')
      })
    },
  )
}

suite('a save', { skip: noBrowser }, () => {
  test('whose response was lost takes effect once when it is retried', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    await page.goto(`${base}/productos/nuevo`)
    let lost = 0
    await page.route('**/productos/nuevo', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
      await route.fetch({ headers, maxRedirects: 0 }) // the server got it
      await route.abort('connectionreset')
    })
    await page.getByLabel('Nombre').first().fill('Taza')
    await page.getByLabel('Precio', { exact: true }).fill('80')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('.toast').getByText('No hay conexión').waitFor()
    assert.equal((await productsOf(store)).length, 1)
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    assert.equal((await productsOf(store)).length, 1)
  })

  test('by a double tap takes effect once, without JavaScript too', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      await page.goto(`${base}/productos/nuevo`)
      await page.getByLabel('Nombre').first().fill('Taza')
      await page.getByLabel('Precio', { exact: true }).fill('80')
      await page.getByRole('button', { name: 'Publicar' }).dblclick()
      await page.locator('#status').getByText('ya se vende').waitFor()
      assert.equal((await productsOf(store)).length, 1)
    }
  })
})

suite('many products at once', { skip: noBrowser }, () => {
  test('are changed by the button that was tapped', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    for (const price of [10, 20]) await aProduct(service!, store, { price })
    await page.goto(`${base}/productos`)
    await page.getByText('Elegir varios').tap()
    await page.getByText('Elegir los de esta página').tap()
    await page.locator('.many').getByRole('button', { name: 'Precios' }).tap()
    await page.getByLabel('Porcentaje').fill('10')
    await page.getByLabel('Redondear').selectOption('')
    await page.getByRole('button', { name: 'Ver cómo quedan' }).tap()
    await page.getByRole('button', { name: 'Subir 10 %: 2 productos' }).tap()
    await page.locator('#status').getByText('2 productos').waitFor()
    assert.deepEqual(new Set((await productsOf(store)).map(({ price }) => price)), new Set([11, 22]))
  })
})

suite('prices page by page', { skip: noBrowser }, () => {
  test('are saved by the button that leads to the next page, which begins at its top', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    for (let n = 100; n <= 220; n++) await aProduct(service!, store, { name: `Pan ${n}`, price: n })
    await page.goto(`${base}/productos/precios?orden=name`)
    await page.locator('[name="products.119.price"]').fill('29.5')
    await page.getByRole('button', { name: 'Guardar y seguir' }).tap()
    await page.locator('#status').getByText('1 producto guardado').waitFor()
    assert.equal(new URL(page.url()).search, '?orden=name&offset=120')
    await waitFor(async () => (await page.evaluate('scrollY')) === 0)
    assert.ok((await productsOf(store)).some(({ price }) => price === 29.5))
  })
})

suite('rows in order', { skip: noBrowser }, () => {
  const names = ['Bebidas', 'Postres', 'Regalos']
  const open = async () => {
    const opened = await openAsOwner(service!, browser!)
    for (const name of names) await aCategory(service!, opened.store, { name })
    await opened.page.goto(`${opened.base}/categorias?ordenar=1`)
    const shown = () => opened.page.locator('.list b').allTextContents()
    const saved = async () =>
      (await service!.get('/api/v1/categories', opened.store.key)).json.data.map(
        ({ name }: { name: string }) => name,
      )
    return { ...opened, shown, saved }
  }

  test('can be dragged by mouse and touch, and keep their position', async () => {
    const { page, context, shown, saved } = await open()
    const handle = (n: number) => page.locator('drag-handle').nth(n)
    const centre = async (n: number) => {
      const { x, y, width, height } = (await handle(n).boundingBox())!
      return { x: x + width / 2, y: y + height / 2 }
    }
    const [from, to] = [await centre(0), await centre(2)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, to.y + 8, { steps: 4 })
    await page.locator('.list li').last().getByText('Bebidas').waitFor()
    const moved = page.waitForResponse((response) => response.url().includes('ordenar=1'))
    await page.mouse.up()
    await moved
    await page.locator('form[aria-busy=true]').waitFor({ state: 'detached' })
    assert.deepEqual(await saved(), ['Postres', 'Regalos', 'Bebidas'])

    const touch = await context.newCDPSession(page)
    const send = (type: string, points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints: points })
    const [start, end] = [await centre(2), await centre(0)]
    await send('touchStart', [start])
    for (const part of [0.3, 0.7, 1])
      await send('touchMove', [{ x: start.x, y: start.y + (end.y - 8 - start.y) * part }])
    await page.locator('.list li').first().getByText('Bebidas').waitFor()
    const back = page.waitForResponse((response) => response.url().includes('ordenar=1'))
    await send('touchEnd', [])
    await back
    await page.locator('form[aria-busy=true]').waitFor({ state: 'detached' })
    assert.deepEqual(await saved(), names)
    assert.deepEqual(await shown(), names)
  })

  test('return to their position when the request fails', async () => {
    const { page, context, shown } = await open()
    const { x, y, height } = (await page.locator('drag-handle').first().boundingBox())!
    await context.setOffline(true)
    await page.mouse.move(x + 20, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + height * 2.5, { steps: 4 })
    await page.locator('.list li').first().getByText('Postres').waitFor()
    await page.mouse.up()
    await page.locator('.toast').getByText('No hay conexión').waitFor()
    assert.deepEqual(await shown(), names)
  })

  test('can be moved by keyboard, with the focus', async () => {
    const { page, saved } = await open()
    await page.getByRole('button', { name: 'Bajar Bebidas' }).focus()
    for (const place of [2, 3]) {
      await page.keyboard.press('Enter')
      await page.locator(`.list li:nth-child(${place})`).getByText('Bebidas').waitFor()
    }
    await page.locator('button[aria-label="Subir Bebidas"]:focus').waitFor()
    assert.deepEqual(await saved(), ['Postres', 'Regalos', 'Bebidas'])
  })
})

suite('keys', { skip: noBrowser }, () => {
  test('search, move through rows, select them, and can be disabled', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!, {
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
    })
    for (const name of ['Azúcar', 'Café', 'Té']) await aProduct(service!, store, { name })
    await page.goto(`${base}/productos?orden=name`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.locator('a.row:focus').getByText('Café').waitFor()
    await page.keyboard.press('k')
    await page.locator('a.row:focus').getByText('Azúcar').waitFor()
    await page.keyboard.press('x')
    await page.locator('.choice:has(:checked)').getByText('Azúcar').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    assert.equal(await page.locator('.choice :checked').count(), 2)
    await page.keyboard.press('/')
    await page.keyboard.type('j/k?')
    assert.equal(await page.locator('main [type=search]').inputValue(), 'j/k?')

    await page.locator('h1').click()
    await page.keyboard.press('?')
    await page.getByText('Usar estas teclas').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    assert.equal(await page.locator(':focus[type=search]').count(), 0)
    await page.reload()
    await page.getByRole('button', { name: 'Teclas' }).click()
    assert.equal(await page.getByLabel('Usar estas teclas').isChecked(), false)
  })
})
