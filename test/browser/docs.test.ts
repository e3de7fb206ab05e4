import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addressOf, guides } from '../../src/doors/docs/guides.ts'
import { groupHref, objectsHref } from '../../src/doors/docs/reference/addresses.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('the documentation in a browser', { skip: noBrowser }, () => {
  test('fits phone and desktop, loads nothing from other hosts, and has no policy or axe violations', async () => {
    const { page } = await browser!.open({ isMobile: false })
    const [asked, complaints] = [new Set<string>(), [] as string[]]
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))

    for (const path of ['/docs', objectsHref, groupHref('Estadísticas'), ...guides.map(addressOf)]) {
      await page.goto(service!.url + path)
      await page.locator('details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')))
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${service!.url}/docs/referencia/compra#createOrder`)
    await page.getByText('Hacer un pedido').last().waitFor()
    assert.deepEqual(await axeViolations(page), [])

    assert.deepEqual(
      [...asked].filter((origin) => origin !== 'null'),
      [service!.url],
    )
    assert.deepEqual(complaints, [])
  })
})
