import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { suite, test } from 'node:test'
import { chromium } from 'playwright-core'
import { addressOf } from '../../src/docs/guide.ts'
import { guides } from '../../src/docs/guides.ts'
import { startService } from '../service.ts'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)
const service = await startService()

suite('the reference in a browser', { skip: !executablePath && 'no Chromium on this machine' }, () => {
  test('shows the operations, asks no other host, and breaks no rule of its policy', async (t) => {
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
    t.after(() => browser.close())
    const page = await browser.newPage()
    const [asked, complaints] = [new Set<string>(), [] as string[]]
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))

    await page.goto(`${service.url}/docs`, { waitUntil: 'networkidle' })
    await page.getByText('Hacer un pedido').first().waitFor()

    assert.deepEqual(
      [...asked].filter((origin) => origin !== 'null'),
      [service.url],
    )
    assert.deepEqual(complaints, [])
  })

  test('cuts no heading short, at the widths of a phone, a tablet and a desk', async (t) => {
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
    t.after(() => browser.close())
    for (const width of [360, 768, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      await page.goto(`${service.url}/docs`, { waitUntil: 'networkidle' })
      await page.getByText('Autenticación').last().waitFor()
      assert.deepEqual(await page.evaluate(cut), [], `${width} px`)
      await page.close()
    }
  })
})

suite('the guides in a browser', { skip: !executablePath && 'no Chromium on this machine' }, () => {
  test('fit a small screen', async (t) => {
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] })
    t.after(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 360, height: 780 } })
    for (const guide of guides) {
      await page.goto(service.url + addressOf(guide))
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, guide.slug)
    }
  })
})

/** The headings that are wider than the box that they stand in. */
const cut = `
  [...document.querySelectorAll('#referencia :is(h1, h2, h3)')]
    .filter((heading) => heading.checkVisibility())
    .filter(({ parentElement: box }) => box.scrollWidth > box.clientWidth + 1)
    .map(({ textContent }) => textContent)`
