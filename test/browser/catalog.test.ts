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
