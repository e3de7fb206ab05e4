import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { activateTheme } from '../../src/features/themes/draft.ts'
import { themeIds } from '../../src/features/themes/theme.ts'
import { startService } from '../service.ts'
import { aProduct, aShippingOption, aStore, anAddress, anOrder } from '../factories.ts'
import { axeViolations } from './axe.ts'
import { aCrowdedShop, aShop, coveredFields, noBrowser, overflow, startBrowser } from './browser.ts'
import { allPages } from './all-pages.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('every page', { skip: noBrowser }, () => {
  test('has no layout shift, fits a small screen, and has no axe or policy violations', async () => {
    const { page } = await browser!.open()
    await page.addInitScript(watchShifts)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (404|422|503)/.test(message.text()))
        complaints.push(message.text())
    })
    for (const { name, open } of await allPages(service!)) {
      await open(page)
      await page.waitForTimeout(150)
      assert.deepEqual(await page.evaluate('shifts'), [], name)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, name)
      assert.deepEqual(await page.evaluate(tooSmall), [], name)
      assert.deepEqual(await axeViolations(page), [], name)
      await doubleText(page)
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth'),
        360,
        `${name}, text twice as large`,
      )
      assert.deepEqual(await page.evaluate(stackedLetters), [], name)
      assert.deepEqual(await page.evaluate(coveredPrices), [], name)
    }
    assert.deepEqual(complaints, [])
  })

  for (const theme of ['lino', 'tinta'] as const) {
    test(`has no axe violations and fits small screens, in ${theme}`, async () => {
      const { store, url } = await aShop(service!)
      await service!.sql`
        insert into themes (store_id, id, is_active, published)
        values (${store.id}, ${theme}, true, '{"accent": "#ffd400", "bannerTitle": "Nueva cosecha"}')`
      const { page } = await browser!.open()
      for (const path of ['', '/p/cafe']) {
        await page.goto(url + path)
        assert.deepEqual(await axeViolations(page), [], path)
        await page.setViewportSize({ width: 320, height: 640 })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
        assert.deepEqual(await page.evaluate(tooSmall), [], path)
        await page.setViewportSize({ width: 360, height: 780 })
        await doubleText(page)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, `${path}, large text`)
        assert.deepEqual(await page.evaluate(stackedLetters), [], path)
        assert.deepEqual(await page.evaluate(coveredPrices), [], path)
      }
    })
  }

  for (const language of ['pt', 'en'] as const) {
    test(`has no axe violations and fits with text twice as large, in ${language}`, async () => {
      const { store, mug, url } = await aShop(service!)
      await service!.sql`update stores set language = ${language} where id = ${store.id}`
      const { page } = await browser!.open()
      for (const path of ['', '/p/cafe', `/pedir?v=${mug.variants[0]!.id}~60&n=1`]) {
        await page.goto(url + path)
        assert.deepEqual(await axeViolations(page), [], path)
        await doubleText(page)
        assert.equal(await overflow(page), 0, `${path}, large text`)
        assert.deepEqual(await page.evaluate(stackedLetters), [], path)
      }
    })
  }

  test('a product’s photo, name, price and button are in the first screen, in every theme', async () => {
    const { store, url } = await aShop(service!)
    const images = ['uno', 'dos'].map((name) => ({
      url: `https://fotos.ejemplo.test/${name}.jpg`,
      alt: null,
    }))
    const { context, page } = await browser!.open({ viewport: { width: 360, height: 800 } })
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="100"><path d="M0 0h80v100H0z"/></svg>'
    await context.route('**/media/**', (route) => route.fulfill({ body, contentType: 'image/svg+xml' }))
    for (const count of [1, 2]) {
      await aProduct(service!, store, {
        name: 'Jarra',
        slug: `jarra-${count}`,
        images: images.slice(0, count),
      })
      for (const theme of themeIds) {
        await activateTheme(service!.sql, store.id, theme)
        await page.goto(`${url}/p/jarra-${count}`)
        for (const part of ['.product .picture', '.product h1', '.buybar b', '.buybar .button']) {
          assert.equal(await page.evaluate(isInView(part)), true, `${part} of ${count}, ${theme}`)
        }
      }
    }
  })

  test('the search field does not shift while the header loads', async () => {
    const { url } = await aShop(service!)
    const { page } = await browser!.open()
    const whole = await (await fetch(url)).text()
    const body = whole.slice(0, whole.indexOf('<a class="cart"'))
    await page.route(url, (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }))
    await page.goto(url)
    const early = await page.locator('search').boundingBox()
    await page.unroute(url)
    await page.goto(url)
    await page.locator('a.cart').waitFor()
    assert.deepEqual(await page.locator('search').boundingBox(), early)
  })

  test('the index of a menu highlights the current section', async () => {
    const { store, url } = await aShop(service!)
    await activateTheme(service!.sql, store.id, 'lino')
    const { page } = await browser!.open({ viewport: { width: 360, height: 500 } })
    await page.goto(url)
    await page.locator('.index [aria-current]', { hasText: 'Cafés' }).waitFor()
    await page.locator('.index a', { hasText: 'Otros' }).click()
    await page.locator('.index [aria-current]', { hasText: 'Otros' }).waitFor()
    assert.equal(await page.locator('.index [aria-current]').count(), 1)
    await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
    await page.locator('.cartbar .count', { hasText: '1' }).waitFor()
  })
})

suite('the longest names, words and prices', { skip: noBrowser }, () => {
  test('fit a small screen', async () => {
    const { store, url, lines } = await aCrowdedShop(service!)
    const { page } = await browser!.open({ bypassCSP: true, reducedMotion: 'reduce' }) // scrolls at once
    for (const path of ['', '?pagina=2', '/p/largo', `/carrito?${lines}`, `/pedir?${lines}`, '?q=largu']) {
      await page.goto(url + path)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path)
      assert.deepEqual(await page.evaluate(brokenWords), [], path)
      assert.deepEqual(await page.evaluate(coveredFields), [], path)
    }
    for (const theme of ['lino', 'tinta'] as const) {
      await activateTheme(service!.sql, store.id, theme)
      await page.goto(url)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, theme)
    }
  })
})

suite('text twice as large', { skip: noBrowser }, () => {
  test('fits a small screen with long phones and amounts, as the page or the browser enlarges it', async () => {
    const store = await aStore(service!)
    const price = { price: 999_999.99, comparePrice: 1_299_999.99 }
    const one = await aProduct(service!, store, { name: 'Jarra', slug: 'jarra', ...price })
    const set = await aProduct(service!, store, {
      name: 'Vajilla',
      slug: 'vajilla',
      ...price,
      variants: [{ name: 'Azul' }, { name: 'Roja', price: 100_000 }],
    })
    await aShippingOption(service!, store, { price: 100_000 })
    const [a, b] = [one, set].map(({ variants }) => variants[0]!.id) as [string, string]
    const body = { ...anOrder(store, [{ variantId: a, quantity: 9 }]), phone: '+4915123456789' }
    const placed = await service!.post('/api/orders', { headers: anAddress(), body })
    const order = new URL(placed.json.trackingUrl).pathname
    const cart = `?v=${a}~1&n=99&v=${b}~1&n=3`
    const paths = ['', '?q=jarra', '/p/jarra', '/p/vajilla', `/carrito${cart}`, `/pedir${cart}`]
    const addresses = [...paths.map((path) => `/${store.slug}${path}`), order]
    for (const theme of themeIds) {
      await activateTheme(service!.sql, store.id, theme)
      const enlarged = await browser!.open({ bypassCSP: true })
      const session = await enlarged.context.newCDPSession(enlarged.page)
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
      const { page } = await browser!.open({ bypassCSP: true })
      for (const address of addresses) {
        await enlarged.page.goto(service!.url + address)
        assert.equal(await overflow(enlarged.page), 0, `${address}, ${theme}, by the browser`)
        await page.goto(service!.url + address)
        await doubleText(page)
        assert.equal(await overflow(page), 0, `${address}, ${theme}`)
      }
    }
  })
})

/** Twice the size that the page has, which is not 16 px in every theme. */
const doubleText = (page: Page) =>
  page.evaluate(`{
    const { documentElement: root } = document
    root.style.setProperty('font-size', 2 * parseFloat(getComputedStyle(root).fontSize) + 'px', 'important')
  }`)

const watchShifts = `
  globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true })`

/** What is touched and less than 44 px high or wide; links within a text may be as high as its line. */
const tooSmall = `
  [...document.querySelectorAll('button:not(.hidden), select, input:not([type=hidden]), a:not(p a, h3 a, .lines a, .skip)')]
    .filter((element) => element.checkVisibility())
    .map((element) => [element.outerHTML.slice(0, 120), (element.closest('label') ?? element).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 43.5)
    .map(([html]) => html)`

/** Words that are broken after every letter or two. */
const stackedLetters = `
  (() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      if (!node.parentElement.checkVisibility() || node.parentElement.closest('.hidden, .skip')) continue
      for (const { 0: word, index } of node.data.matchAll(/\\p{L}{5,}/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > Math.max(2, word.length / 3)) found.push(word)
      }
    }
    return found
  })()`

/** The short words on buttons and links that stand in two lines. */
const brokenWords = `
  [...document.querySelectorAll('.button, .quiet, .crumbs :first-child')]
    .filter((element) => element.checkVisibility() && !/\\s/.test(element.textContent.trim()))
    .filter((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].filter(({ width }) => width > 30).map(({ top }) => Math.round(top / 12))).size > 1
    })
    .map(({ textContent }) => textContent)`

/** Whether an element is on the screen whole, and its middle under nothing else. */
const isInView = (selector: string) => `
  (() => {
    const element = document.querySelector('${selector}')
    const { top, bottom, left, width } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && Boolean(seen) && (element.contains(seen) || seen.contains(element))
  })()`

/** Prices in the middle of the screen that something else lies on, as far as it is no part of their own card. */
const coveredPrices = `
  [...document.querySelectorAll('.price b, .sum, .sums dd, .pick b')]
    .filter((price) => price.checkVisibility())
    .filter((price) => {
      price.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = price.getBoundingClientRect()
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      return !seen || !(price.contains(seen) || seen.contains(price) || price.closest('.card')?.contains(seen))
    })
    .map(({ textContent }) => textContent)`
