import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ThemeId } from '../../src/features/themes/theme.ts'
import { activateTheme } from '../../src/features/themes/draft.ts'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { aShop, noBrowser, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const photo = (name: string) => ({ url: `https://fotos.ejemplo.test/${name}.jpg`, alt: null })

/** A shop in a theme with these settings, on a phone; each of its pictures is black. */
async function shown(
  theme: ThemeId,
  settings: Record<string, string>,
  colorScheme: 'light' | 'dark' = 'light',
) {
  const { store, url, coffee } = await aShop(service!)
  const images = Array.from({ length: 10 }, (_, n) => photo(`jarra-${n}`))
  await aProduct(service!, store, {
    name: 'Jarra gigante',
    slug: 'jarra',
    price: 92,
    comparePrice: 110,
    images,
  })
  await activateTheme(service!.sql, store.id, theme)
  await service!.sql`
    update themes set published = coalesce(published, '{}') || ${service!.sql.json(settings)}
    where store_id = ${store.id} and is_active`
  const { context, page } = await browser!.open({ colorScheme })
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><path d="M0 0h80v40H0z"/></svg>'
  await context.route('**/media/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }))
  await page.goto(url)
  return { store, url, coffee, page }
}

const box = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!

suite('the pages of a shop on a phone', { skip: noBrowser }, () => {
  test('show the title over a cover photo below the header, in the editorial theme', async () => {
    const settings = { bannerUrl: photo('portada').url, bannerTitle: 'Nueva cosecha de gres para tu mesa' }
    const { page } = await shown('barro', settings)
    const [header, picture, title] = await Promise.all(
      ['.top', '.hero img', '.hero h1'].map((part) => box(page, part)),
    )
    assert.ok(picture!.y >= header!.y + header!.height, 'the photo begins below the header')
    assert.ok(title!.y > picture!.y, 'the title stands on the lower part of the photo')
  })

  test('show a dark logo on a light plate where the page is dark, and a name beside a tall one', async () => {
    for (const mode of ['auto', 'dark']) {
      const { page } = await shown('tinta', { logoUrl: photo('logo').url, mode }, 'dark')
      const plate = await page
        .locator('.logo')
        .evaluate((logo) => logo.ownerDocument.defaultView!.getComputedStyle(logo).backgroundColor)
      assert.match(plate, /24\d, 24\d, 24\d/, mode)
      const name = page.locator('.wordmark span')
      assert.equal(await name.isVisible(), false)
      const body =
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="60"><path d="M0 0h40v60H0z"/></svg>'
      await page
        .context()
        .route('**/media/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }))
      await page.reload()
      await name.waitFor()
    }
  })

  test('break no word of the heading beside the order of products, which has a button without JavaScript', async () => {
    const { url } = await aShop(service!)
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await browser!.open({ javaScriptEnabled })
      await page.goto(url)
      const [heading, list] = await Promise.all([box(page, '.found'), box(page, '#orden')])
      assert.ok(heading.height < 40, `${heading.height} px with${javaScriptEnabled ? '' : 'out'} JavaScript`)
      assert.ok(list.width > 110, `${list.width} px with${javaScriptEnabled ? '' : 'out'} JavaScript`)
    }
  })

  test('separate a reduced price from what it was', async () => {
    const { page, url } = await shown('tinta', {})
    for (const path of ['', '/p/jarra']) {
      await page.goto(url + path)
      const price = page.locator(path ? '.buy .price' : '.card .price', { hasText: '92.00' }).first()
      assert.match(
        (await price.textContent())!.replaceAll(/\s+/g, ' ').trim(),
        /^Q\s92\.00 Antes Q\s110\.00$/,
      )
    }
    const [now, was] = [await box(page, '.buy .price b'), await box(page, '.buy .price s')]
    assert.ok(was.y > now.y + now.height / 2)
  })

  test('lay out thumbnails side by side', async () => {
    const { page, url } = await shown('barro', {})
    await page.goto(`${url}/p/jarra`)
    const boxes = await page
      .locator('.thumbs a')
      .evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    for (const [n, [left]] of boxes.entries())
      if (n > 0) assert.ok(left! >= boxes[n - 1]![1]!, `thumbnail ${n}`)
  })

  test('have the cart bar of a menu once there is something in the cart, in reach of no double tap', async () => {
    const { page } = await shown('lino', {})
    const bar = page.locator('.cartbar')
    assert.equal(await bar.isVisible(), false)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await bar.locator('.count', { hasText: '1' }).waitFor()
    const animation = await bar.evaluate(
      (link) => link.ownerDocument.defaultView!.getComputedStyle(link).animationName,
    )
    assert.equal(animation, 'inert')
  })

  test('leave room for descenders in large cards', async () => {
    const { page } = await shown('barro', {})
    const room = await page.locator('.story .name').evaluate((name) => {
      const range = name.ownerDocument.createRange()
      range.selectNodeContents(name)
      const letters = Math.max(...[...range.getClientRects()].map(({ bottom }) => bottom))
      return name.getBoundingClientRect().bottom - letters
    })
    assert.ok(room >= 0, `${-room} px are cut`)
  })

  test('show disabled buttons as disabled: sold out, and in a shop that takes no orders', async () => {
    const { page, url, store, coffee } = await shown('lino', {})
    const fill = (selector: string) =>
      page
        .locator(selector)
        .evaluate((button) => button.ownerDocument.defaultView!.getComputedStyle(button).backgroundColor)
    await page.goto(`${url}/p/jarra`)
    const active = await fill('.buybar .button')
    await service!.sql`update variants set stock = 0 where id = ${coffee.variants[0]!.id}`
    await page.goto(`${url}/p/cafe?opcion=${coffee.variants[0]!.id}`)
    await page.getByRole('button', { name: /^Agotado/ }).waitFor()
    assert.notEqual(await fill('.buybar .button'), active)
    const closed = { closedUntil: new Date(Date.now() + 3_600_000).toISOString(), ordersWhileClosed: false }
    await service!.put('/api/v1/store', { key: store.key, body: closed })
    for (const [path, name] of [
      ['/carrito', 'Continuar'],
      ['/pedir', 'Enviar pedido'],
    ] as const) {
      await page.goto(`${url}${path}?v=${coffee.variants[1]!.id}&n=1`)
      assert.equal(await page.getByRole('button', { name }).isDisabled(), true)
      assert.notEqual(await fill('.button.wide'), active, name)
    }
  })
})
