import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { aShop, noBrowser, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('the catalog on a phone', { skip: noBrowser }, () => {
  test('a change of the filters shows on their button how many products there would be', async () => {
    const { store, url } = await aShop(service!)
    const options = [{ name: 'Talla', values: ['S', 'M'] }]
    for (const values of [['S'], ['S', 'M']])
      await aProduct(service!, store, {
        name: `Camisa ${values.join()}`,
        options,
        variants: values.map((value) => ({ name: value, optionValues: [value] })),
      })
    const { page } = await browser!.open()
    await page.goto(url)
    await page.getByText('Filtrar').click()
    await page.getByLabel('Talla').selectOption('S')
    await page.getByRole('button', { name: 'Ver 2 productos' }).waitFor()
    await page.getByLabel('Talla').selectOption('M')
    await photograph(page, 'filters')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Ver 1 producto' }).click()
    await page.getByText('Talla: M').first().waitFor()
    assert.deepEqual(await page.locator('#results .name').allTextContents(), ['Camisa S,M'])
    assert.equal(await overflow(page), 0)
  })

  test('a search on the page of a product suggests products below the field, and leads to them all', async () => {
    const { store, url } = await aShop(service!)
    const names = ['roja', 'azul', 'verde', 'blanca', 'negra esmaltada a mano con asa de madera de mango']
    for (const name of names) await aProduct(service!, store, { name: `Bandeja ${name}`, price: 1_250_000 })
    await aProduct(service!, store, { name: 'Bandeja larga' })
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/carrito`)
    await page.locator('#q').fill('taza')
    await page.locator('.suggested .card').first().waitFor()
    await page.goto(`${url}/p/taza`)
    const suggested = page.locator('.suggested')
    await page.locator('#q').pressSequentially('band')
    await suggested.getByText('6 productos para «band»').waitFor()
    assert.equal(await suggested.getByRole('link', { name: /^Bandeja/ }).count(), 5)
    await photograph(page, 'suggested')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflow(page), 0)
    await page.locator('#q').fill('bandeja larg')
    await suggested.getByText('1 producto para «bandeja larg»').waitFor()
    await page.locator('#q').fill('')
    await suggested.waitFor({ state: 'detached' })
    await page.locator('#q').fill('bandeja')
    await suggested.getByRole('link', { name: 'Bandeja verde' }).click()
    await page.getByRole('heading', { name: 'Bandeja verde' }).waitFor()
    await page.locator('#q').fill('bandeja')
    await suggested.getByText('6 productos').click()
    await page.locator('#results .card').nth(5).waitFor()
  })

  test('without a connection, what needs a script that is not there does nothing, and nothing fails', async () => {
    const { url } = await aShop(service!)
    const { context, page } = await browser!.open()
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.goto(url)
    await page.locator('a.cart').waitFor()
    await context.setOffline(true)
    const missing = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/counters.js'))
    const search = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/search.js'))
    await page.locator('a.add:not([data-choose])').first().click()
    await page.getByText('Está en tu carrito').waitFor()
    await missing
    await page.locator('#q').fill('taza')
    await search
    await page.getByRole('link', { name: 'Carrito, 1 artículo' }).waitFor()
    assert.deepEqual(failures, [])
  })
})
