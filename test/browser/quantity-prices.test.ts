import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, aProduct, aStore } from '../factories.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url

const quantityPrices = [
  { from: 12, price: 8.5 },
  { from: 100, price: 7.25 },
]

suite('prices by quantity in the shop', { skip: noBrowser }, () => {
  test('the price follows the quantity and the variant, sizes are counted together, and the order costs what was shown', async () => {
    const store = await aStore(service!)
    await aProduct(service!, store, {
      name: 'Tornillo',
      slug: 'tornillo',
      price: 10,
      quantityPrices,
      minQuantity: 6,
      variants: [{ name: 'Chico' }, { name: 'Grande' }, { name: 'Dorado', price: 20 }],
    })
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    const url = `${service!.url}/${store.slug}`
    await page.goto(`${url}/p/tornillo`)
    const add = page.getByRole('button', { name: 'Agregar al carrito' })
    await add.filter({ hasText: 'Q 10.00' }).waitFor()
    await page.getByLabel('Cantidad', { exact: true }).fill('12')
    await page.getByLabel('Cantidad', { exact: true }).blur()
    await add.filter({ hasText: 'Q 8.50' }).waitFor()
    await photograph(page, 'product')
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Dorado').check()
    await add.filter({ hasText: 'Q 20.00' }).waitFor()
    await page.getByLabel('Grande').check()
    await page.getByLabel('Cantidad', { exact: true }).fill('7')
    await page.getByLabel('Cantidad', { exact: true }).blur()
    await add.filter({ hasText: 'Q 10.00' }).waitFor()
    await add.click()
    await page.getByLabel('Chico').check()
    await page.getByLabel('Cantidad', { exact: true }).fill('4')
    await add.click()
    await page.goto(`${url}/carrito`)
    await page.getByText('Con 1 más, a Q 8.50 cada uno').waitFor()
    await page.getByRole('button', { name: 'Uno más de Tornillo, Chico' }).click()
    await page.locator('.total dd').filter({ hasText: 'Q 102.00' }).waitFor()
    await photograph(page, 'cart')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflow(page), 0)
  })

  test('with choices, what is chosen adds to the price that is reached', async () => {
    const store = await aStore(service!)
    const group = await aModifierGroup(service!, store, { choices: [{ name: 'Tuerca', price: 0.5 }] })
    await aProduct(service!, store, {
      slug: 'perno',
      price: 10,
      quantityPrices,
      modifierGroupIds: [group.id],
    })
    const { page } = await browser!.open()
    await page.goto(`${service!.url}/${store.slug}/p/perno`)
    const add = page.getByRole('button', { name: 'Agregar al carrito' })
    await page.getByLabel('Tuerca').check()
    await add.filter({ hasText: 'Q 10.50' }).waitFor()
    await page.getByLabel('Cantidad', { exact: true }).fill('12')
    await page.getByLabel('Cantidad', { exact: true }).blur()
    await add.filter({ hasText: 'Q 9.00' }).waitFor()
    await add.click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.locator('.total dd').filter({ hasText: 'Q 108.00' }).waitFor()
    await page.getByText('Tu carrito cambió').waitFor({ state: 'detached' })
  })
})
