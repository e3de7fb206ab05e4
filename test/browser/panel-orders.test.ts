import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fillCatalog } from '../../src/features/demo/load/fill-catalog.ts'
import { aPlacedOrder, aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('orders on the owner’s phone', { skip: noBrowser }, () => {
  test('appear while the page is open, and are confirmed with one tap', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    await aPlacedOrder(service!, store, { name: 'Ana' })
    await page.goto(`${base}/pedidos`)
    await page.getByText('Ana', { exact: true }).waitFor()
    await aPlacedOrder(service!, store, { name: 'Beatriz', phone: '+50255550002' })
    await page.getByText('Beatriz').waitFor({ timeout: 60_000 })
    await page.getByText('Llegó un pedido nuevo').waitFor()
    assert.match(await page.title(), /^\(1\) Pedidos/)
    await page.getByRole('link', { name: /Beatriz/ }).click()
    await page.getByRole('button', { name: 'Confirmar pedido' }).click()
    await page.getByText('Pedido confirmado').waitFor()
    await page.getByRole('button', { name: 'Marcar enviado' }).waitFor()
  })

  test('change status and are cancelled without JavaScript', async () => {
    const { page, person, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled: false })
    const email = `${'m'.repeat(40)}@ejemplo.com` // the history names who has no name by the e-mail
    await service!.sql`update accounts set email = ${email} where id = ${person.accountId}`
    const { id } = await aPlacedOrder(service!, store)
    await page.goto(`${base}/pedidos/${id}`)
    await page.getByRole('button', { name: 'Confirmar pedido' }).click()
    await page.getByText('Pedido confirmado').waitFor()
    await page.getByText(email).waitFor()
    assert.equal(await overflow(page), 0)
    await page.getByRole('button', { name: 'Cancelar pedido' }).click()
    await page.getByRole('heading', { name: /¿Cancelar PED-/ }).waitFor()
    await page.getByRole('button', { name: 'Sí, cancelar el pedido' }).click()
    await page.getByText('Pedido cancelado').waitFor()
  })
})

suite('an order at a desk', { skip: noBrowser }, () => {
  test('stands beside the list that it was opened from, and another one changes it', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!, {
      viewport: { width: 1440, height: 900 },
    })
    for (const name of ['Ana', 'Beatriz']) await aPlacedOrder(service!, store, { name })
    await page.goto(`${base}/pedidos?estado=pending`)
    await page.getByRole('link', { name: /Beatriz/ }).click()
    const list = page.locator('aside[data-beside]')
    const rows = list.getByRole('link')
    await rows.nth(1).waitFor()
    assert.equal(await rows.count(), 2)
    assert.equal(await list.getByRole('button').count(), 0)
    assert.match((await list.locator('[aria-current]').textContent()) ?? '', /Beatriz/)
    await rows.filter({ hasText: 'Ana' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ana' }).waitFor()
    await list.locator('[aria-current]', { hasText: 'Ana' }).waitFor()
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Confirmar pedido' }).click()
    await page.getByText('Pedido confirmado').waitFor()
    await list.getByText('Ana').waitFor({ state: 'detached' }) // it is not among the new ones any more
    await page.setViewportSize({ width: 360, height: 800 })
    await list.waitFor({ state: 'hidden' })
  })
})

for (const javaScriptEnabled of [true, false]) {
  suite(`a manual order ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { skip: noBrowser }, () => {
    test('is tapped together from what is searched for, with all that was typed before', async () => {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      await service!.sql.begin((tx) => fillCatalog(tx, store.id, 201))
      await aProduct(service!, store, { name: 'Zarzamora', price: 30 })
      await aPlacedOrder(service!, store, { name: 'Luis', phone: '+50255551234' })
      await page.goto(`${base}/pedidos/nuevo`)
      await page.getByLabel('Teléfono').fill('5555 1234')
      const find = async (words: string) => {
        await page.getByRole('searchbox').fill(words)
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Buscar' }).click()
      }
      const tile = page.getByRole('button', { name: /^Zarzamora/ })
      await find('zarzamora')
      await page.getByText('Ya es cliente').waitFor()
      await tile.click()
      if (!javaScriptEnabled) await page.getByText('En el pedido').waitFor()
      await tile.click()
      await page
        .locator('.order-total')
        .getByText(/60\.00/)
        .waitFor()
      await find('producto 7')
      await page
        .getByRole('button', { name: /^Producto 7[^\d]/ })
        .first()
        .click()
      await page.locator('.line').nth(1).getByLabel('Cuál').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Uno más: Zarzamora' }).click()
      await page.getByRole('button', { name: 'Guardar pedido' }).click()
      await page.locator('#status').getByText('Guardaste el pedido').waitFor()
      await page
        .getByText(/3 × Zarzamora/)
        .first()
        .waitFor()
      await page.getByText('Luis').first().waitFor()
    })
  })

  suite(`a product ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { skip: noBrowser }, () => {
    test('is created with a name and a price, and shown in the shop', async () => {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      await page.goto(`${base}/productos/nuevo`)
      await page.getByLabel('Nombre').first().fill('Café de altura')
      await page.getByRole('button', { name: 'Publicar' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      assert.equal(await page.getByLabel('Nombre').first().inputValue(), 'Café de altura')
      await page.getByLabel('Precio', { exact: true }).fill('85,50')
      await page.getByRole('button', { name: 'Publicar' }).click()
      await page.getByText('ya se vende en tu tienda').waitFor()
      await page.goto(`${service!.url}/${store.slug}`)
      await page.getByText('Café de altura').first().waitFor()
    })

    test('is hidden, deleted and restored', async () => {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      const { id } = await aProduct(service!, store, { name: 'Molino' })
      await page.goto(`${base}/productos?estado=visibles`)
      await page.getByRole('switch', { name: /Molino/ }).click()
      await page.getByText('Ocultaste Molino').waitFor()
      await page.goto(`${base}/productos/${id}`)
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await page.getByText('Molino está en la papelera').waitFor()
      await page.getByRole('button', { name: 'Deshacer' }).click()
      await page.getByText('Molino está otra vez en tus productos').waitFor()
    })
  })
}
