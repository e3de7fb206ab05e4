import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { aPerson, PASSWORD } from '../accounts.ts'
import { aProduct, aStore } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { noBrowser, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('a session that ends while typing', { skip: noBrowser }, () => {
  test('says so beside the form as it was typed, which is saved after signing in elsewhere', async () => {
    const { id: ownerId, email } = await aPerson(service!)
    const store = await aStore(service!, { ownerId })
    const { id } = await aProduct(service!, store, { variants: [{ name: 'Única', stock: 5 }] })
    const { page } = await browser!.open()
    const enter = async (there: typeof page) => {
      await there.getByLabel('Correo').fill(email)
      await there.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      await there.getByRole('button', { name: 'Entrar', exact: true }).click()
    }
    await page.goto(`${service!.url}/panel/t/${store.slug}/productos/${id}`)
    await enter(page)
    await page.getByLabel('Nombre').first().fill('Taza de barro')
    await page.getByLabel('Existencias').first().fill('12')
    await service!.sql`delete from sessions where account_id = ${ownerId}`
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    const opened = page.context().waitForEvent('page')
    await page.getByText('Tu sesión venció. Lo que escribiste sigue aquí').click()
    const other = await opened
    await enter(other)
    await other.getByLabel('Nombre').first().waitFor()
    assert.equal(await page.getByLabel('Nombre').first().inputValue(), 'Taza de barro')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.locator('#status').getByText('Guardado').waitFor()
    const { data } = (await service!.get(`/api/v1/products/${id}`, store.key)).json
    assert.deepEqual([data.name, data.variants[0]!.stock], ['Taza de barro', 12])
  })
})

suite('a product that is left before it is saved', { skip: noBrowser }, () => {
  test('keeps its text, and none once it is published', async () => {
    const { page, base, store } = await openAsOwner(service!, browser!)
    await page.goto(`${base}/productos/nuevo`)
    await page.getByLabel('Nombre').first().fill('Taza de barro')
    await page.getByLabel('Precio', { exact: true }).fill('80')
    await page.goto(`${base}/pedidos`)
    // One of the name alone may have been stored before the price was typed.
    await waitFor(async () => {
      const [draft] = await service!.sql<{ fields: object }[]>`
        select fields from panel_drafts where store_id = ${store.id}`
      return draft !== undefined && JSON.stringify(draft.fields).includes('80')
    })
    await page.goto(`${base}/productos/nuevo`)
    await page.getByText('Esto es lo que estabas escribiendo').waitFor()
    assert.equal(await page.getByLabel('Nombre').first().inputValue(), 'Taza de barro')
    assert.equal(await page.getByLabel('Precio', { exact: true }).inputValue(), '80')
    const paused = page.waitForResponse((response) => response.url().endsWith('/borrador'))
    await page.getByLabel('Nombre').first().fill('Taza grande')
    await paused
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    await page.goto(`${base}/productos/nuevo`)
    assert.equal(await page.getByLabel('Nombre').first().inputValue(), '')
  })
})

suite('files that are no photos', { skip: noBrowser }, () => {
  test('are named at once, and do not keep the product and its photos from being published', async () => {
    const { page, base, store } = await openAsOwner(service!, browser!)
    const background = { r: 90, g: 80, b: 40 }
    const photo = await sharp({ create: { width: 60, height: 80, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await page.goto(`${base}/productos/nuevo`)
    await page.getByLabel('Nombre').first().fill('Taza de barro')
    await page.getByLabel('Precio', { exact: true }).fill('80')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'factura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'rota.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic rota') },
    ])
    const rejected = page.locator('[data-rejected]')
    await rejected.getByText('factura.pdf: no es una foto').waitFor()
    await rejected.getByText('rota.heic: ').waitFor()
    await page.locator('.photo [name="images.0.url"][value*="/fotos/"]').waitFor({ state: 'attached' })
    assert.equal(await page.locator('.photo').count(), 1)
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    const { data } = (await service!.get('/api/v1/products', store.key)).json
    assert.equal(data[0]!.images.length, 1)
  })
})
