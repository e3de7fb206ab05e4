import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Route } from 'playwright-core'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

type Reply = (route: Route) => Promise<void>
const isFor = (route: Route) => route.request().url().includes('G-AB12CD34EF')

/** What a visit to a shop with analytics reports, where the provider's host replies in this way. */
async function reportsOf(reply: Reply) {
  const { store, url } = await aShop(service!)
  await service!.sql`
    insert into connections (store_id, id, settings)
    values (${store.id}, 'google_analytics', '{"measurementId": "G-AB12CD34EF"}')`
  const { context, page } = await browser!.open()
  const reports: string[] = []
  const asked: string[] = []
  await context.route('https://www.googletagmanager.com/**', async (route) => {
    asked.push(route.request().resourceType())
    await reply(route)
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/medicion')) reports.push(request.postData()!)
  })
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Security Policy|Trusted/.test(message.text())) violations.push(message.text())
  })
  await page.goto(url)
  await page.getByRole('button', { name: 'Sí, acepto' }).click()
  const stateIs = async (error: RegExp | null) => {
    const [{ lastError }] = await service!.sql<[{ lastError: string | null }]>`
      select last_error from connections where store_id = ${store.id}`
    return error ? error.test(lastError ?? '') : lastError === null
  }
  return { page, reports, asked, violations, stateIs }
}

suite("the report of a provider's script", { skip: noBrowser }, () => {
  test('is sent once in a visit where the provider refused the identifier', async () => {
    const { page, reports, violations, stateIs } = await reportsOf((route) =>
      route.fulfill({ status: isFor(route) ? 404 : 200 }),
    )
    await waitFor(() => stateIs(/Google no reconoce/))
    await page.reload({ waitUntil: 'networkidle' })
    assert.deepEqual(reports, ['identifier=G-AB12CD34EF&isLoaded=false'])
    assert.deepEqual(violations, [])
  })

  test('says so where the script is loaded', async () => {
    const { reports } = await reportsOf((route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await waitFor(() => reports.length === 1)
    assert.deepEqual(reports, ['identifier=G-AB12CD34EF&isLoaded=true'])
  })

  test('is not sent where a content blocker or the network withholds the script', async () => {
    const { page, reports, asked } = await reportsOf((route) => route.abort())
    await waitFor(() => asked.includes('fetch'))
    await page.waitForLoadState('networkidle')
    assert.deepEqual(reports, [])
  })
})
