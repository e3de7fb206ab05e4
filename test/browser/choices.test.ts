import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aModifierGroup, aProduct, aStore } from '../factories.ts'
import { aPizza } from '../pizzeria.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
if (service) service.app.publicUrl = service.url

async function aPizzeria() {
  const store = await aStore(service!)
  const { halves, dough, ...rest } = await aPizza(service!, store)
  return {
    ...rest,
    store,
    url: `${service!.url}/${store.slug}`,
    halves: halves.choices.map(({ id }) => id),
    thin: dough.choices[0]!.id,
  }
}

type Ordered = { modifiers: { name: string; quantity: number }[]; note: string; unitPrice: number }

async function follow(page: Page, name: string, role: 'link' | 'button' = 'button') {
  await Promise.all([page.waitForEvent('load'), page.getByRole(role, { name }).click()])
}

suite('choices in the shop', { skip: noBrowser }, () => {
  test('half one kind and half another, with extra cheese and without onions, is ordered by thumb and again', async () => {
    const { store, url } = await aPizzeria()
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(url)
    await page.getByRole('link', { name: 'Elegir Pizza familiar' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Elige 2').waitFor()
    await photograph(page, 'sheet')
    const add = sheet.getByRole('button', { name: 'Agregar al carrito' })
    await add.click()
    await sheet.getByText('Elige 2 para pedirlo').waitFor()
    await sheet.getByLabel('Pepperoni').check()
    await sheet.getByLabel('Hawaiana').check()
    await sheet.getByLabel('Gruesa').check()
    await sheet.getByRole('button', { name: 'Más Queso extra' }).click()
    await sheet.getByLabel('Nota').fill('Sin cebolla')
    await add.filter({ hasText: '115' }).waitFor()
    await photograph(page, 'sheet-chosen')
    assert.deepEqual(await axeViolations(page), [])
    await add.click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await page.getByText('Pepperoni, Hawaiana, Gruesa, Queso extra').waitFor()
    await page.getByText('«Sin cebolla»').waitFor()
    assert.equal(await overflow(page), 0)
    await photograph(page, 'cart')
    await follow(page, 'Continuar')
    await page.getByLabel('Tu nombre').fill('Ana Morales')
    await page.getByLabel('Tu WhatsApp').fill('5512 3456')
    await photograph(page, 'checkout')
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL(/wa\.me/)
    const [placed] = await service!.sql<{ items: Record<string, unknown>[] }[]>`
      select items from orders where store_id = ${store.id}`
    const [{ modifiers, note, unitPrice }] = placed!.items as [Ordered]
    const names = modifiers.map(({ name, quantity }) => `${quantity} ${name}`)
    assert.deepEqual(names, ['1 Pepperoni', '1 Hawaiana', '1 Gruesa', '1 Queso extra'])
    assert.deepEqual([note, unitPrice], ['Sin cebolla', 115])

    await page.goto(`${url}/mis-pedidos`)
    await follow(page, 'Repetir pedido', 'link')
    await page.getByText('Pepperoni, Hawaiana, Gruesa, Queso extra').waitFor()
    await page.getByText('«Sin cebolla»').waitFor()
    assert.equal(await page.locator('#cart .lines li').count(), 1)
    await page.getByRole('button', { name: /^Uno más de Pizza familiar/ }).click()
    await page.locator('.total', { hasText: '230' }).waitFor()
  })

  test('one more than a group takes replaces the earliest one, is undone by a tap, and no row moves; of quantities it is said', async () => {
    const store = await aStore(service!)
    const two = { name: 'Mitades', minChoices: 2, maxChoices: 2 }
    const halves = await aModifierGroup(service!, store, {
      ...two,
      choices: ['Pepperoni', 'Hawaiana', 'Margarita'].map((name) => ({ name, price: 10 })),
    })
    const sauces = await aModifierGroup(service!, store, {
      name: 'Salsas',
      maxChoices: 3,
      choices: ['Chipotle', 'Ranch'].map((name) => ({ name, maxQuantity: 3 })),
    })
    const { slug } = await aProduct(service!, store, { modifierGroupIds: [halves.id, sauces.id] })
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
    const chosen = () => page.locator('.extra:has(:checked)').allInnerTexts()
    const row = page.getByRole('spinbutton', { name: 'Ranch' })
    const top = async () => (await row.boundingBox())!.y - (await page.locator('main').boundingBox())!.y
    await page.getByLabel('Hawaiana').check()
    await page.getByLabel('Pepperoni').check()
    await page.getByText('2 de 2').waitFor()
    const before = [await chosen(), await top()]
    await page.getByText('Margarita').click()
    const toast = page.getByRole('status').filter({ hasText: 'Margarita en lugar de Hawaiana' })
    await toast.waitFor()
    await photograph(page, 'replaced')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await page.getByLabel('Pepperoni').isChecked(), true)
    assert.equal(await page.getByLabel('Hawaiana').isChecked(), false)
    assert.equal(await top(), before[1])
    await toast.getByRole('button', { name: 'Deshacer' }).click()
    assert.deepEqual([await chosen(), await top()], before)

    const more = (name: string) => page.getByRole('button', { name: `Más ${name}` })
    for (const name of ['Chipotle', 'Chipotle', 'Ranch']) await more(name).click()
    await page.getByText('Ranch').click({ force: true })
    await page.getByRole('status').filter({ hasText: 'Elige 3 como máximo' }).waitFor()
    assert.equal(await row.inputValue(), '1')
    assert.equal(await top(), before[1])
  })

  test('the same product with other choices is another line, and a cart stored before choices stays', async () => {
    const { url, variantId, drink, thin, halves } = await aPizzeria()
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/carrito?v=${drink}~12&n=2`)
    await page.goto(`${url}/p/pizza`)
    let count = 2
    for (const dough of ['Delgada', 'Gruesa']) {
      await page.getByLabel('Pepperoni').check()
      await page.getByLabel('Margarita').check()
      await page.getByLabel(dough).check()
      await page.getByRole('button', { name: 'Agregar al carrito' }).click()
      await page.getByRole('link', { name: `Carrito, ${++count} artículos` }).waitFor()
    }
    const link = await page.getByRole('link', { name: 'Ver carrito' }).getAttribute('href')
    await page.goto(new URL(link!, page.url()).href)
    await page.getByText('Pepperoni, Margarita, Delgada').waitFor()
    await page.getByText('Pepperoni, Margarita, Gruesa').waitFor()
    assert.equal(await page.locator('#cart .lines li').count(), 3)
    const ids = [thin, ...halves.slice(0, 1), halves[2]!].map((id) => id.slice(0, 5)).toSorted()
    assert.ok(page.url().includes(`v=${variantId}~100*${ids.join('.')}&n=1`), page.url())
  })

  test('a choice that was switched off while the checkout was open is told there, and the order goes without it', async () => {
    const { store, url, extras } = await aPizzeria()
    const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
    await page.goto(`${url}/p/pizza`)
    for (const name of ['Pepperoni', 'Hawaiana', 'Delgada', 'Aceitunas']) await page.getByLabel(name).check()
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await page.getByRole('link', { name: 'Ver carrito' }).click()
    await follow(page, 'Continuar')
    await page.getByLabel('Tu nombre').fill('Ana Morales')
    await page.getByLabel('Tu WhatsApp').fill('5512 3456')
    await service!.put(`/api/v1/modifier-groups/${extras.id}`, {
      key: store.key,
      body: { choices: extras.choices.map(({ id }, n) => (n === 1 ? { id, isActive: false } : { id })) },
    })
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.getByText('va sin «Aceitunas»: ya no se ofrece').waitFor()
    await page.getByRole('button', { name: 'Enviar pedido' }).click()
    await page.waitForURL(/wa\.me/)
    await page.goto(`${url}/carrito`)
    await page.getByText('Aún no hay nada aquí').waitFor()
  })

  test('a price that is what must be chosen is the lowest until it is chosen, and again when it no longer is', async () => {
    const store = await aStore(service!)
    const group = await aModifierGroup(service!, store, {
      minChoices: 2,
      maxChoices: 2,
      pricing: 'highest',
      choices: [
        { name: 'Pepperoni', price: 60 },
        { name: 'Margarita', price: 40 },
        { name: 'Queso', price: 30 },
      ],
    })
    const { slug } = await aProduct(service!, store, { price: 0, modifierGroupIds: [group.id] })
    const { page } = await browser!.open()
    await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
    const shows = async (text: string) => {
      for (const place of ['.buybar b', '[data-price] b'])
        await page
          .locator(place)
          .filter({ hasText: new RegExp(`^${text}$`) })
          .waitFor()
    }
    await shows('Desde Q\\s40\\.00')
    await page.getByLabel('Pepperoni').check()
    await shows('Desde Q\\s40\\.00')
    await page.getByLabel('Queso').check()
    await shows('Q\\s60\\.00')
    await page.getByLabel('Pepperoni').uncheck()
    await shows('Desde Q\\s40\\.00')
  })

  for (const theme of ['barro', 'lino', 'tinta'])
    test(`a large price that loses its Desde moves nothing on the page: ${theme}`, async () => {
      const store = await aStore(service!, { currency: 'PYG' })
      await service!.sql`
        insert into themes (store_id, id, is_active, published) values (${store.id}, ${theme}, true, '{}')`
      const group = await aModifierGroup(service!, store, {
        minChoices: 1,
        choices: [1_250_000, 2_500_000].map((price) => ({ name: `Juego de ${price}`, price })),
      })
      const { slug } = await aProduct(service!, store, {
        price: 18_945_000,
        comparePrice: 21_000_000,
        modifierGroupIds: [group.id],
      })
      const { page } = await browser!.open({ viewport: { width: 360, height: 740 } })
      await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
      const shown = (text: RegExp) => page.locator('[data-price] b').filter({ hasText: text }).waitFor()
      const places = async () => {
        const [row, bar, main] = await Promise.all(
          ['.extra >> nth=1', '.buybar', 'main'].map((place) => page.locator(place).boundingBox()),
        )
        return [row!.y - main!.y, bar!.height]
      }
      await shown(/^Desde Gs\.\s20\.195\.000$/)
      const before = await places()
      await page.getByLabel('Juego de 2500000').check()
      await shown(/^Gs\.\s21\.445\.000$/)
      assert.deepEqual(await places(), before)
    })

  test('the lowest price until it is chosen is that of the chosen variant', async () => {
    const store = await aStore(service!)
    const group = await aModifierGroup(service!, store, {
      minChoices: 1,
      maxChoices: 1,
      choices: [
        { name: 'Queso', price: 20 },
        { name: 'Trufa', price: 90 },
      ],
    })
    const variants = [
      { name: 'Chica', price: 100 },
      { name: 'Grande', price: 150 },
    ]
    const { slug } = await aProduct(service!, store, { price: 100, variants, modifierGroupIds: [group.id] })
    const { page } = await browser!.open()
    await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
    const shows = (text: RegExp) => page.locator('.buybar b').filter({ hasText: text }).waitFor()
    await shows(/^Desde Q\s120\.00$/)
    await page.getByLabel('Grande').check()
    await shows(/^Desde Q\s170\.00$/)
    await page.getByLabel('Trufa').check()
    await shows(/^Q\s240\.00$/)
    await page.getByLabel('Chica').check()
    await shows(/^Q\s190\.00$/)
  })
})
