import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, PASSWORD } from '../accounts.ts'
import { aProduct, aStore } from '../factories.ts'
import { signedIn } from '../panel.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, startBrowser } from './browser.ts'
import { openAs, openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const sizes = ['XS', 'S', 'M', 'L', 'XL']
const colours = [
  'Blanco',
  'Negro',
  'Azul marino',
  'Verde',
  'Rojo',
  'Arena',
  'Gris',
  'Vino',
  'Ocre',
  'Celeste',
]
const cuts = ['Recta', 'Ajustada']

/** A product with as many variants as it may have. */
const aFullProduct = (store: Parameters<typeof aProduct>[1]) =>
  aProduct(service!, store, {
    price: 120,
    options: [
      { name: 'Talla', values: sizes },
      { name: 'Color', values: colours },
      { name: 'Corte', values: cuts },
    ],
    variants: sizes.flatMap((size) =>
      colours.flatMap((colour) =>
        cuts.map((cut) => ({
          name: `${size} / ${colour} / ${cut}`,
          optionValues: [size, colour, cut],
          stock: 3,
        })),
      ),
    ),
  })

suite("the product's editor", { skip: noBrowser }, () => {
  test('has what is needed on the first screen, and saves a product with its category in one tap', async () => {
    const { page, base, store } = await openAsOwner(service!, browser!, {
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    })
    await page.goto(`${base}/productos/nuevo`)
    const { y: below } = (await page.getByRole('button', { name: 'Publicar' }).boundingBox())!
    for (const name of ['name', 'price', 'default.stock', 'newCategory']) {
      const { y, height } = (await page.locator(`[name="${name}"]`).boundingBox())!
      assert.ok(y + height < below, name)
    }
    await page.getByLabel('Nombre').first().fill('Camisa')
    await page.getByLabel('Precio', { exact: true }).fill('350')
    await page.getByLabel('Existencias').first().fill('12')
    await page.getByLabel('Categoría nueva').fill('Ropa')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    const [product] = (await service!.get('/api/v1/products', store.key)).json.data
    assert.deepEqual([product!.variants[0]!.stock, typeof product!.categoryId], [12, 'string'])
    assert.deepEqual(await axeViolations(page), [])

    await page.goto(`${base}/productos/nuevo`)
    await page.getByLabel('Nombre').first().fill('Gorra')
    await page.getByLabel('Precio', { exact: true }).fill('90')
    await page.getByRole('button', { name: 'Guardar y otro' }).click()
    await page.locator('#status').getByText('Gorra ya se vende').waitFor()
    assert.equal(await page.locator('#status').getByRole('link', { name: 'Agregar otro' }).count(), 0)
    await page.getByLabel('Nombre').first().fill('Bufanda')
    assert.equal(await page.getByLabel('Precio', { exact: true }).inputValue(), '')
    await page.getByLabel('Precio', { exact: true }).fill('120')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('Bufanda ya se vende').waitFor()
    assert.equal((await service!.get('/api/v1/products', store.key)).json.total, 3)
  })

  test('makes a table of variants of chips, and saves them without waiting for it', async () => {
    const { page, base, store } = await openAsOwner(service!, browser!, { bypassCSP: true })
    await page.goto(`${base}/productos/nuevo`)
    await page.getByLabel('Nombre').first().fill('Camisa')
    await page.getByLabel('Precio', { exact: true }).fill('350')
    await page.getByText('Tallas, colores').click()
    const values = (n: number) => page.locator('chip-field .field input').nth(n)
    const names = page.locator('.variant-row b')
    await page.locator('[name="options.0.name"]').fill('Talla')
    await values(0).fill('S, M, L')
    await values(0).press('Enter')
    await names.nth(2).waitFor()
    assert.deepEqual(await names.allTextContents(), ['S', 'M', 'L'])
    const price = page.locator('[name="variants.0.price"]')
    await price.fill('400')
    await price.press('Enter')
    await page.locator('[name="variants.1.price"]:focus').waitFor()
    await page.keyboard.press('Control+d')
    await page.getByRole('button', { name: 'Quitar M' }).click()
    await waitFor(async () => (await names.count()) === 2)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await values(0).fill('XL')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    const [product] = (await service!.get('/api/v1/products', store.key)).json.data
    assert.deepEqual(
      product!.variants.map((variant: { name: string; price: number }) => [variant.name, variant.price]),
      [['S', 400], ['L', 350], ['XL', 350]],
    ) // prettier-ignore
  })

  test('of a hundred variants is a table that is filtered and filled', async () => {
    const { page, base, store } = await openAsOwner(service!, browser!, {
      viewport: { width: 390, height: 844 },
      bypassCSP: true,
    })
    const { id } = await aFullProduct(store)
    await page.goto(`${base}/productos/${id}`)
    await page.locator('.variant-row').nth(99).waitFor()
    assert.ok((await page.evaluate<number>('document.documentElement.scrollHeight')) < 10_000)
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Filtrar las variantes').fill('marino xl')
    assert.equal(await page.locator('.variant-row:visible').count(), 2)
    await page.getByLabel('Existencias de todas').fill('9')
    await page.getByLabel('Existencias de todas').press('Enter')
    await page.getByText('Puesto en 2 variantes').waitFor()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.locator('#status').getByText('Guardado').waitFor()
    const { variants } = (await service!.get(`/api/v1/products/${id}`, store.key)).json.data
    const filled = variants.filter(({ stock }: { stock: number | null }) => stock === 9)
    assert.deepEqual(filled.map(({ name }: { name: string }) => name), ['XL / Azul marino / Recta', 'XL / Azul marino / Ajustada']) // prettier-ignore
  })
})

suite("the draft of a product's editor", { skip: noBrowser }, () => {
  test('is kept in the browser while there is no session, and found after signing in', async () => {
    const { id: ownerId, email } = await aPerson(service!)
    const store = await aStore(service!, { ownerId })
    const person = await signedIn(service!, ownerId)
    const { page } = await openAs(service!, browser!, person)
    const path = `${service!.url}/panel/t/${store.slug}/productos/nuevo`
    await page.goto(path)
    const kept = () =>
      page.evaluate<string[]>('Object.keys(localStorage).filter((key) => key.startsWith("draft"))')
    await service!.sql`delete from sessions where id = ${person.sessionId}`
    await page.getByLabel('Nombre').first().fill('Taza a medias')
    await waitFor(async () => (await kept()).length === 1)
    await page.goto(path)
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('Esto es lo que estabas escribiendo').waitFor()
    assert.equal(await page.getByLabel('Nombre').first().inputValue(), 'Taza a medias')
    assert.deepEqual(await kept(), [])
    await page.getByLabel('Precio', { exact: true }).fill('80')
    await page.getByRole('button', { name: 'Publicar' }).click()
    await page.locator('#status').getByText('ya se vende').waitFor()
    assert.deepEqual(await kept(), [])
    await page.goto(path)
    assert.equal(await page.getByLabel('Nombre').first().inputValue(), '')
  })
})
