import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aShippingOption } from '../factories.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, startBrowser, textSizes } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

for (const javaScriptEnabled of [true, false]) {
  suite(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { skip: noBrowser }, () => {
    test('a design is previewed and published', async () => {
      const { page, store, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      await aProduct(service!, store, { name: 'Molino' })
      await page.goto(`${base}/tema/barro`)
      const frame = page.frameLocator('iframe')
      await frame.getByText('Molino').waitFor()
      await page.getByLabel('Título de la portada').fill('Nueva cosecha')
      if (javaScriptEnabled) await page.getByLabel('Texto de la portada').focus()
      else await page.getByRole('button', { name: 'Guardar' }).click()
      await frame.getByRole('heading', { name: 'Nueva cosecha' }).waitFor()
      await page.getByText('Hay cambios que nadie ve todavía').waitFor()
      await page.getByRole('button', { name: 'Publicar' }).click()
      await page.getByText('Publicado').waitFor()
      await page.goto(`${service!.url}/${store.slug}`)
      await page.getByRole('heading', { name: 'Nueva cosecha' }).waitFor()
    })

    test('a key is created, shown once, and listed', async () => {
      const { page, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      await page.goto(`${base}/claves/nueva`)
      await page.getByLabel('Para qué es').fill('Inventario')
      await page.getByRole('button', { name: 'Crear la clave' }).click()
      await page.locator('#scopes-wrong').waitFor()
      await page.getByLabel('Ver los productos').check()
      await page.getByRole('button', { name: 'Crear la clave' }).click()
      const token = await page.locator('.copied span').first().innerText()
      assert.equal((await service!.get('/api/v1/products', token)).status, 200)
      await page.getByRole('link', { name: 'Ya lo guardé' }).click()
      await page.getByRole('heading', { name: 'Inventario' }).waitFor()
      assert.ok(!(await page.content()).includes(token))
    })
  })
}

suite('the design with JavaScript', { skip: noBrowser }, () => {
  test('saves successive changes in order, and keeps the input being typed', async () => {
    const { page, base } = await openAsOwner(service!, browser!)
    await page.goto(`${base}/tema/lino`)
    await page.getByLabel('Espacio entre productos').selectOption('dense')
    await page.getByLabel('Forma de las fotos').selectOption('tall')
    await page.getByLabel('Color de la marca').fill('#ffe066')
    await page.getByLabel('Título de la portada').pressSequentially('Nueva', { delay: 30 })
    await page.locator('#contrast').getByText('sobre fondo claro usamos').waitFor()
    assert.equal(await page.getByLabel('Título de la portada').inputValue(), 'Nueva')
    const html = page.frameLocator('iframe').locator('html')
    await page.frameLocator('iframe').locator('html[data-density=dense][data-ratio=tall]').waitFor()
    assert.equal(await html.getAttribute('data-theme'), 'lino')
  })
})

suite('the areas of a shipping option', { skip: noBrowser }, () => {
  test('are rows and a list that fit a small screen, without axe violations', async () => {
    const { store, base, page } = await openAsOwner(service!, browser!)
    const areas = [
      { name: 'San Lucas Sacatepéquez', price: 30.5, postalCodes: ['03006', '03007', '03008'] },
      ...Array.from({ length: 7 }, (_, n) => ({ name: `Zona ${n + 1}`, postalCodes: [`0100${n}`] })),
    ]
    const { id } = await aShippingOption(service!, store, { name: 'A domicilio', price: 50, areas })
    for (const [name, query] of Object.entries({ rows: '', list: '?zonas=lista' })) {
      await page.goto(`${base}/envios/${id}${query}`)
      await photograph(page, `areas-panel-${name}`)
      assert.equal(await overflow(page), 0)
      assert.deepEqual(await axeViolations(page), [])
    }
    await page.goto(`${base}/envios/${id}`)
    const top = async (field: string) => (await page.locator(`[name="areas.0.${field}"]`).boundingBox())!.y
    assert.ok(Math.abs((await top('name')) - (await top('price'))) < 4, 'the price stands beside the name')
    assert.ok((await top('postalCodes')) > (await top('name')) + 40)
  })
})

suite('the fields of a form', { skip: noBrowser }, () => {
  test('stand in two columns at a desk, long ones over both, and in one on a phone with text twice as large', async () => {
    const { page, base } = await openAsOwner(service!, browser!, { viewport: { width: 1280, height: 800 } })
    await page.goto(`${base}/tienda`)
    const box = async (name: string) => (await page.locator(`[name=${name}]`).boundingBox())!
    const [name, slug, description] = [await box('name'), await box('slug'), await box('description')]
    assert.ok(Math.abs(name.y - slug.y) < 2, 'the name and the link have one line')
    assert.ok(slug.x > name.x + name.width, 'the link stands beside the name')
    assert.ok(description.y > name.y + name.height)
    assert.ok(
      description.x === name.x && description.width > 1.8 * name.width,
      'the description has both columns',
    )
    assert.equal(await overflow(page), 0)

    await page.setViewportSize({ width: 360, height: 800 })
    await (
      await textSizes(page)
    )(200)
    assert.equal(await overflow(page), 0)
    const [above, below] = [await box('name'), await box('slug')]
    assert.ok(below.y >= above.y + above.height, 'the link stands below the name')
  })
})
