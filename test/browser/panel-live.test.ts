import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { aPlacedOrder } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { noBrowser, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

/** Counts, in each page, the notes that it plays. */
const countNotes = `
  globalThis.notes = 0
  OscillatorNode.prototype.start = () => notes++
  OscillatorNode.prototype.stop = () => {}`

/** How often a page looks whether it shows the present orders. */
const LOOK = 15_000

const notesIn = (page: Page) => page.evaluate<number>('notes')

/** How many requests for events and for pages a context makes from now on. */
function requestsOf(context: BrowserContext) {
  const counts = { events: 0, pages: 0 }
  context.on('request', (request) => {
    if (request.url().endsWith('/eventos')) counts.events++
    else if (request.resourceType() === 'xhr') counts.pages++
  })
  return counts
}

suite('new orders in an open page', { skip: noBrowser }, () => {
  test('arrive by one stream for all tabs, with one sound', async () => {
    const { page, context, store, base } = await openAsOwner(service!, browser!)
    await context.addInitScript(countNotes)
    const counts = requestsOf(context)
    await page.goto(`${base}/pedidos`)
    const other = await context.newPage()
    await other.goto(`${base}/productos`)
    await waitFor(() => counts.events === 1)
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    await page.getByText('Beatriz Solís').waitFor()
    await other.getByText('Llegó un pedido nuevo').waitFor()
    for (const tab of [page, other]) assert.match(await tab.title(), /^\(1\) /)
    await waitFor(async () => (await notesIn(page)) + (await notesIn(other)) === 2)
    assert.deepEqual(counts, { events: 1, pages: 1 })

    await page.close()
    await waitFor(() => counts.events === 2)
    await aPlacedOrder(service!, store, { name: 'Carla Ruiz', phone: '+50255550002' })
    await waitFor(async () => (await other.title()).startsWith('(2) '))
    await other.getByRole('heading', { name: 'Productos', exact: true }).click()
    assert.match(await other.title(), /^Productos/)
  })

  test('are counted in the menu of every page, and opened by their message', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    await page.goto(`${base}/productos`)
    const menu = page.locator('.bottom [data-waiting]')
    assert.equal(await menu.isVisible(), false)
    await aPlacedOrder(service!, store)
    await menu.getByText('1').waitFor() // the stream is open: what arrives from now on is told
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís', phone: '+50255550002' })
    await menu.getByText('2').waitFor()
    await page.getByRole('link', { name: 'Llegó un pedido nuevo' }).click()
    await page.getByRole('heading', { name: 'Beatriz Solís' }).waitFor()
  })

  test('have no sound once it is disabled on the device', async () => {
    const { page, context, store, base } = await openAsOwner(service!, browser!)
    await context.addInitScript(countNotes)
    await page.goto(`${base}/pedidos`)
    await page.getByRole('switch', { name: /^Sonar/ }).click()
    await page.reload()
    assert.equal(await page.getByRole('switch', { name: /^Sonar/ }).isChecked(), false)
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    await page.getByText('Beatriz Solís').waitFor()
    await page.getByText('Llegó un pedido nuevo').waitFor()
    assert.equal(await notesIn(page), 0)
    await page.getByRole('switch', { name: /^Sonar/ }).click()
    assert.equal(await notesIn(page), 2)
  })

  test('arrive when the stream is interrupted: the page polls', async () => {
    const { page, context, store, base } = await openAsOwner(service!, browser!)
    await context.route('**/eventos', (route) => route.fulfill({ status: 502, body: '' }))
    await page.clock.install()
    const counts = requestsOf(context)
    await page.goto(`${base}/pedidos`)
    await page.getByText('Todavía no hay pedidos').waitFor()
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    assert.equal(counts.pages, 0)
    await page.clock.fastForward(LOOK)
    await page.getByText('Beatriz Solís').waitFor()
    await page.getByText('Llegó un pedido nuevo').waitFor()
    assert.ok(counts.pages > 0)
  })

  test('do not interrupt typing, and arrive afterwards', async () => {
    const { page, store, base } = await openAsOwner(service!, browser!)
    await page.clock.install()
    await page.goto(`${base}/pedidos`)
    const search = page.getByRole('searchbox')
    await search.fill('Bea')
    await aPlacedOrder(service!, store, { name: 'Beatriz Solís' })
    await page.getByText('Llegó un pedido nuevo').waitFor()
    assert.equal(await search.inputValue(), 'Bea')
    await search.blur()
    await page.clock.fastForward(LOOK)
    await page.getByText('Beatriz Solís').waitFor()
  })
})
