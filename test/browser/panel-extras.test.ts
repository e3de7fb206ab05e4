import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aModifierGroup, aProduct, aShippingOption } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { noBrowser, photograph, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const status = (page: Page) => page.locator('#status')
const choice = (page: Page, n: number) => page.getByRole('group', { name: `Opción ${n}`, exact: true })

for (const javaScriptEnabled of [true, false]) {
  suite(`extras ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { skip: noBrowser }, () => {
    test('a group is made, put in a product, and its cheese switched off with one tap', async () => {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      const { id } = await aProduct(service!, store, { name: 'Pizza', price: 60 })
      await page.goto(`${base}/extras`)
      await page.getByText('Todavía no hay extras').waitFor()
      await page.getByRole('link', { name: 'Agregar' }).click()
      await page.getByLabel('Nombre').fill('Ingredientes')
      await page.getByLabel('Máximo').fill('3')
      assert.equal(await choice(page, 2).isVisible(), false)
      await choice(page, 1).getByLabel('Opción').fill('Queso')
      await choice(page, 1).getByLabel('Precio').fill('5,50')
      await choice(page, 2).getByLabel('Opción').fill('Tocino')
      await page.getByRole('button', { name: 'Agregar' }).click()
      await status(page).getByText('Agregaste Ingredientes').waitFor()
      await page.getByText('Elige hasta 3').waitFor()
      await photograph(page, 'extras-group')

      await page.goto(`${base}/productos/${id}`)
      await page.getByText('Extras: lo que se elige al pedirlo').click()
      await page.getByLabel('Grupo 1').selectOption('Ingredientes')
      await page.getByRole('button', { name: 'Guardar' }).click()
      await status(page).getByText('Guardado').waitFor()

      await page.goto(`${base}/extras`)
      const cheese = page.getByRole('switch', { name: 'Queso (Ingredientes): se puede pedir' })
      await cheese.click()
      await status(page).getByText('Apagaste Queso').waitFor()
      await waitFor(async () => (await cheese.getAttribute('aria-checked')) === 'false')
      await photograph(page, 'extras-list')
      await status(page).getByRole('button', { name: 'Deshacer' }).click()
      await waitFor(async () => (await cheese.getAttribute('aria-checked')) === 'true')
    })

    test('an order by hand says what must be chosen, and is placed with it', async () => {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      const bases = await aModifierGroup(service!, store, {
        name: 'Masa',
        minChoices: 1,
        maxChoices: 1,
        choices: [{ name: 'Delgada' }, { name: 'Rellena', price: 10 }],
      })
      const toppings = await aModifierGroup(service!, store, {
        choices: [
          { name: 'Queso', price: 5, maxQuantity: 3 },
          { name: 'Tocino', price: 8 },
        ],
      })
      await aProduct(service!, store, { name: 'Pizza', price: 60, modifierGroupIds: [bases.id, toppings.id] })
      await page.goto(`${base}/pedidos/nuevo`)
      await page.getByLabel('Teléfono').fill('+502 5555 1234')
      await page.getByLabel('Nombre').fill('Luis')
      await page.getByRole('button', { name: 'Pizza' }).click()
      const line = page.locator('.line').first()
      await line.locator('summary').click()
      await line.getByLabel('Para este artículo').fill('Sin cebolla')
      await page.getByRole('button', { name: 'Guardar pedido' }).click()
      await page.getByText('De «Masa», elige 1 o más').first().waitFor()
      await line.getByLabel('Rellena').check()
      await line.getByLabel('Queso').selectOption('2')
      await photograph(page, 'extras-order')
      await page.getByRole('button', { name: 'Guardar pedido' }).click()
      await status(page).getByText('Guardaste el pedido').waitFor()
      await page.getByText('Sin cebolla').waitFor()
      assert.match(
        await page.locator('.items').innerText(),
        /1 × Pizza\s+Masa: Rellena\s+Extras: 2 × Queso\s+Nota: Sin cebolla/,
      )
      await photograph(page, 'extras-placed')
    })
  })
}

suite('the areas of a shipping option', { skip: noBrowser }, () => {
  test('are filtered by their names, and what is hidden is saved all the same', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    const areas = Array.from({ length: 30 }, (_, n) => ({ name: `Zona ${n + 1}`, price: n + 10 }))
    const { id } = await aShippingOption(service!, store, { areas: [...areas, { name: 'Petén', price: 90 }] })
    await page.goto(`${base}/envios/${id}`)
    const rows = page.locator('fieldset.area')
    const shown = () => rows.evaluateAll((all) => all.filter((row) => row.checkVisibility()).length)
    assert.equal(await shown(), 34)
    await page.getByLabel('Filtrar las zonas').fill('peten')
    await waitFor(async () => (await shown()) === 1)
    await page.getByRole('group', { name: 'Petén' }).getByLabel('Precio').fill('95')
    await photograph(page, 'areas-filtered')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await status(page).getByText('Guardado').waitFor()
    const { data } = (await service!.get(`/api/v1/shipping/${id}`, store.key)).json
    assert.deepEqual([data.areas.length, data.areas.at(-1)?.price], [31, 95])
  })
})
