import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { noBrowser, overflow, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
const desk = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }

async function aGrid(options = {}) {
  const opened = await openAsOwner(service!, browser!, options)
  for (const [name, price] of [['Anís', 1], ['Borraja', 2], ['Clavo', 3], ['Dátil', 4]] as const)
    await aProduct(service!, opened.store, { name, price }) // prettier-ignore
  const sizes = [{ name: 'S' }, { name: 'L', price: 9 }]
  await aProduct(service!, opened.store, { name: 'Estuche', price: 5, variants: sizes })
  await opened.page.goto(`${opened.base}/productos/precios?orden=name`)
  const pricesOf = async () => {
    const { data } = (await service!.get('/api/v1/products?sort=name', opened.store.key)).json
    return data.map(({ price }: { price: number }) => price)
  }
  const cell = (name: string) => opened.page.getByLabel(name, { exact: true })
  return { ...opened, pricesOf, cell }
}

suite('prices at a desk', { skip: noBrowser }, () => {
  test('are typed down a column with the arrow keys, filled down, pasted, and saved at once', async () => {
    const { page, pricesOf, cell } = await aGrid(desk)
    const { keyboard } = page
    await cell('Precio de Anís').focus()
    await keyboard.type('11')
    await keyboard.press('ArrowDown')
    await keyboard.type('12')
    await keyboard.press('Enter')
    await keyboard.press('Control+d') // Clavo as Borraja
    await keyboard.press('Shift+ArrowDown') // and Dátil
    assert.equal(await cell('Precio de Dátil').inputValue(), '12')
    await page.getByRole('button', { name: 'Guardar 4' }).waitFor()
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Existencias de Dátil')
    await keyboard.press('ArrowDown') // the product with variants has no stock of its own
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Existencias de Estuche, S')
    await cell('Existencias de Borraja').focus()
    await page.evaluate(`
      const data = new DataTransfer()
      data.setData('text', '7\\r\\n8\\r\\n9\\r\\n')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))`)
    assert.equal(await cell('Existencias de Dátil').inputValue(), '9')
    await page.getByRole('button', { name: 'Guardar 7' }).click()
    await page.getByText('4 productos guardados').waitFor()
    assert.deepEqual(await pricesOf(), [11, 12, 12, 12, 5])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page.getByRole('button', { name: 'Guardar', exact: true }).waitFor()
    await waitFor(async () => (await cell('Precio de Anís').inputValue()) === '1')
    assert.deepEqual(await pricesOf(), [1, 2, 3, 4, 5])
  })

  test('are raised by percent after a look at how they would be', async () => {
    const { page, pricesOf } = await aGrid(desk)
    await page.getByRole('link', { name: 'Por porcentaje: los 5 productos' }).click()
    await page.getByLabel('Porcentaje: 7.5 sube').fill('7.5')
    await page.getByLabel('Redondear').selectOption('Sin redondear')
    await page.getByRole('button', { name: 'Ver cómo quedan' }).click()
    await page.getByRole('button', { name: 'Subir 7.5 %: 5 productos' }).click()
    await page.getByText('Subiste precios 7.5 %: 5 productos').waitFor()
    assert.deepEqual(await pricesOf(), [1.08, 2.15, 3.23, 4.3, 5.38])
  })
})

suite('prices on a phone', { skip: noBrowser }, () => {
  test('are changed in the same table, without JavaScript too', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, pricesOf, cell } = await aGrid({ javaScriptEnabled })
      assert.equal(await overflow(page), 0)
      await cell('Precio de Clavo').fill('3.50')
      await page.getByRole('button', { name: /^Guardar/ }).click()
      await page.getByText('1 producto guardado').waitFor()
      assert.deepEqual(await pricesOf(), [1, 2, 3.5, 4, 5])
    }
  })
})
