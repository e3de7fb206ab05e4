import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aProduct } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { axeViolations } from './axe.ts'
import { aShop, noBrowser, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const photo = (n: number) => `https://fotos.ejemplo.test/${n}.jpg`

/** The page of a product with eight photos, the third and the eighth of its variants. */
async function opened(path = '', options: Parameters<NonNullable<typeof browser>['open']>[0] = {}) {
  const { store, url } = await aShop(service!)
  const { slug, variants } = await aProduct(service!, store, {
    name: 'Jarra',
    images: Array.from({ length: 8 }, (_, n) => ({ url: photo(n + 1), alt: null })),
    variants: [
      { name: 'Blanca' },
      { name: 'Roja', imageUrl: photo(8) },
      { name: 'Azul', imageUrl: photo(3) },
    ],
  })
  const { context, page } = await browser!.open(options)
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="100"><path d="M0 0h80v100H0z"/></svg>'
  await context.route('**/media/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }))
  await page.goto(`${url}/p/${slug}${path}`)
  return { store, url, page, context, variants, href: `${url}/p/${slug}` }
}

const scrolled = (page: Page) => page.locator('.gallery').evaluate(({ scrollLeft }) => scrollLeft)
const isShown = (page: Page, n: number) =>
  waitFor(async () => {
    const box = await page.locator(`#foto-${n}`).boundingBox()
    return box !== null && box.x >= -1 && box.x + box.width <= 361
  })

suite('the photos of a product', { skip: noBrowser }, () => {
  test('are swiped with the next one in sight, counted, and chosen by thumbnails that scroll', async () => {
    const { page } = await opened('', { viewport: { width: 720, height: 900 } }) // on a phone they are only swiped
    const [gallery, second] = [page.locator('.gallery'), page.locator('#foto-2')]
    const [row, next] = [(await gallery.boundingBox())!, (await second.boundingBox())!]
    assert.ok(next.x < row.x + row.width - 10, 'the next one is in sight')
    assert.equal(await page.locator('#foto-2 .nth').textContent(), '2/8')
    const current = page.locator('.thumbs [aria-current]')
    await waitFor(async () => (await current.getAttribute('aria-label')) === 'Foto 1')

    const thumbs = page.locator('.thumbs')
    assert.ok(await thumbs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
    await page.getByRole('link', { name: 'Foto 7', exact: true }).click()
    await isShown(page, 7)
    await waitFor(async () => (await current.getAttribute('aria-label')) === 'Foto 7')
    assert.ok(!page.url().includes('#'), 'going back leaves the page')
  })

  test('change at once with the chosen option, also where a link has chosen it', async () => {
    const { page, href, variants } = await opened()
    await page.getByRole('radio', { name: /^Roja/ }).check()
    await isShown(page, 8)
    await page.getByRole('radio', { name: /^Azul/ }).check()
    await isShown(page, 3)
    await page.goto(`${href}?opcion=${variants[1]!.id}`)
    await isShown(page, 8)
  })

  test('stand small beside the options in a list, and change with the chosen one', async () => {
    const { page, url } = await opened()
    await page.goto(`${url}?q=jarra`)
    const shown = async (n: number) => {
      const [frame, small] = [sheet.locator('.shots'), sheet.locator('.shots li').nth(n)]
      await waitFor(async () => {
        const [around, box] = [await frame.boundingBox(), await small.boundingBox()]
        return box !== null && Math.abs(box.x - around!.x) < 1 && box.width > 40
      })
    }
    const sheet = page.getByRole('dialog', { name: 'Jarra' })
    await page.getByRole('link', { name: 'Elegir Jarra' }).click()
    await shown(0)
    await sheet.getByRole('radio', { name: /^Roja/ }).check()
    await shown(7)
    await sheet.getByRole('radio', { name: /^Azul/ }).check()
    await shown(2)
    assert.notEqual(
      await sheet.locator('.shots').getAttribute('inert'),
      null,
      'the small photos lead nowhere',
    )
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await page.goto(`${url}?q=cafe`)
    await page.getByRole('link', { name: 'Elegir Café lavado' }).click()
    const coffee = page.getByRole('dialog', { name: 'Café lavado' })
    await coffee.locator('.shots .initials').waitFor() // as the list shows a product without photos
  })

  test('are viewed in full by taps, swipes, two fingers and keys', async () => {
    const { page, context } = await opened('', { hasTouch: true })
    await page.locator('#foto-2 .zoom').evaluate((link) => (link as unknown as { click: () => void }).click())
    const viewer = page.getByRole('dialog', { name: 'Fotos' })
    const row = viewer.getByRole('list')
    const place = viewer.getByRole('status')
    await waitFor(async () => (await place.textContent()) === '2/8')
    assert.deepEqual(await axeViolations(page), [])

    await page.keyboard.press('ArrowRight')
    await waitFor(async () => (await place.textContent()) === '3/8')
    const image = row.getByRole('img').nth(2)
    const scale = async () => Math.round((await image.boundingBox())!.width / 36) / 10
    await page.keyboard.press('+')
    assert.equal(await scale(), 1.5)
    await page.keyboard.press('0')
    await image.tap()
    assert.equal(await scale(), 2.5)
    await image.tap()
    assert.equal(await scale(), 1)

    const touch = await context.newCDPSession(page)
    const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: 180 + (side * apart) / 2, y: 400, id })),
      })
    await fingers('touchStart', 60)
    for (const apart of [80, 100, 120]) await fingers('touchMove', apart)
    await fingers('touchEnd', 0)
    await waitFor(async () => (await scale()) === 2)

    await row.evaluate((list) => list.scrollTo({ left: 360 * 4, behavior: 'instant' }))
    await waitFor(async () => (await place.textContent()) === '5/8')
    await waitFor(async () => (await scale()) === 1) // the one that was left is whole again
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    await isShown(page, 5)
  })

  test('are links to the whole pictures without JavaScript, swiped all the same', async () => {
    const { page } = await opened('', { javaScriptEnabled: false, viewport: { width: 720, height: 900 } })
    assert.match((await page.locator('#foto-2 .zoom').getAttribute('href'))!, /-1280$/)
    await page.getByRole('link', { name: 'Foto 2', exact: true }).click()
    await waitFor(async () => (await page.locator('#foto-2').boundingBox())!.x < 40)
  })

  test('move nothing when they are loaded, whatever their shape', async () => {
    const { page, context, href } = await opened()
    await context.unroute('**/media/**')
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><path d="M0 0h300v90H0z"/></svg>'
    await context.route('**/media/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.fulfill({ body, contentType: 'image/svg+xml' })
    })
    await page.goto(href, { waitUntil: 'commit' })
    await page.waitForLoadState('networkidle')
    const moved = await page.evaluate<number>(
      `new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
          .observe({ type: 'layout-shift', buffered: true })
        setTimeout(resolve, 500, 0)
      })`,
    )
    assert.ok(moved < 0.01, String(moved))
    assert.equal(await scrolled(page), 0)
  })
})
