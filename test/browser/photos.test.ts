import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const aPhoto = async (r: number) => ({
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 600, height: 800, channels: 3, background: { r, g: 80, b: 40 } } })
    .jpeg()
    .toBuffer(),
})

suite('photos of a product', { skip: noBrowser }, () => {
  test('are uploaded when chosen, reordered, saved and shown in the shop', async () => {
    const { page, base, store, context } = await openAsOwner(service!, browser!, { bypassCSP: false })
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`${base}/productos/nuevo`)
    await page.getByLabel('Nombre').first().fill('Taza de barro')
    await page.getByLabel('Precio').first().fill('80')

    // Without a connection a photo waits for its own retry, and the form waits for it.
    const input = page.locator('input[type=file]')
    await context.setOffline(true)
    await input.setInputFiles([await aPhoto(20)])
    await page.locator('.photo').getByText('No hay conexión').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('.toast').getByText('Hay una foto sin subir').waitFor()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.locator('.photo [name="images.0.url"][value*="/fotos/"]').waitFor({ state: 'attached' })

    await input.setInputFiles([await aPhoto(220)])
    assert.equal(await input.inputValue(), '')
    await page.locator('.photo [name="images.1.url"][value*="/fotos/"]').waitFor({ state: 'attached' })
    await page.getByLabel('Texto y lugar de la foto 2').click()
    await page.getByRole('button', { name: 'Poner primera' }).click()
    await page.getByLabel('Qué se ve').first().fill('La taza roja')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    assert.deepEqual(complaints, [])

    const { json } = await service!.get('/api/v1/products', store.key)
    const { images, slug } = json.data[0]!
    assert.deepEqual(
      images.map(({ alt }: { alt: string | null }) => alt),
      ['La taza roja', null],
    )
    await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
    await page.getByAltText('La taza roja').first().waitFor()
  })

  test('keep the form when the browser discards the tab during the camera', async () => {
    const { page, base, context } = await openAsOwner(service!, browser!)
    await page.goto(`${base}/productos/nuevo`)
    await page.getByLabel('Nombre').first().fill('Taza a medias')
    const saved = page.waitForResponse((response) => response.url().endsWith('/borrador'))
    const chooser = page.waitForEvent('filechooser')
    await page.locator('input[type=file]').click()
    await chooser
    assert.equal((await saved).status(), 204)
    await page.close()
    const again = await context.newPage()
    await again.goto(`${base}/productos/nuevo`)
    await again.getByText('Esto es lo que estabas escribiendo').waitFor()
    assert.equal(await again.getByLabel('Nombre').first().inputValue(), 'Taza a medias')
    await again.getByRole('button', { name: 'Descartar' }).click()
    await again.locator('#status').getByText('Descartado').waitFor()
    assert.equal(await again.getByLabel('Nombre').first().inputValue(), '')
  })

  test('are reordered by dragging', async () => {
    const { page, base, store } = await openAsOwner(service!, browser!)
    const images = ['a', 'b'].map((name) => ({ url: `https://fotos.test/${name}.jpg` }))
    const { id } = await aProduct(service!, store, { images })
    await page.goto(`${base}/productos/${id}`)
    const { x, y, height } = (await page.locator('.photos drag-handle').first().boundingBox())!
    const second = (await page.locator('.photo').nth(1).boundingBox())!
    await page.mouse.move(x + 20, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(second.x + second.width - 5, y + height / 2, { steps: 4 })
    await page.locator('.photo:first-child [value$="b.jpg"]').waitFor({ state: 'attached' })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.locator('#status').getByText('Guardado').waitFor()
    const { data } = (await service!.get(`/api/v1/products/${id}`, store.key)).json
    assert.deepEqual(
      data.images.map(({ url }: { url: string }) => url),
      images.map(({ url }) => url).toReversed(),
    )
  })

  test('have no axe violations, and fit at 320 px', async () => {
    const { page, base } = await openAsOwner(service!, browser!, {
      viewport: { width: 320, height: 700 },
      bypassCSP: true,
    })
    await page.goto(`${base}/productos/nuevo`)
    await page.locator('input[type=file]').setInputFiles([await aPhoto(120), await aPhoto(1)])
    await page.locator('.photo [name="images.1.url"][value*="/fotos/"]').waitFor({ state: 'attached' })
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflow(page), 0)
  })
})
