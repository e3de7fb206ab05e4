import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aShop, noBrowser, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

suite('a review on a phone', { skip: noBrowser }, () => {
  test('is stored once, tapped twice and sent again after a lost response', async () => {
    const { mug, url } = await aShop(service!)
    const { context, page } = await browser!.open()
    const keys: (string | undefined)[] = []
    let respond = () => {}
    const late = new Promise<void>((done) => (respond = done))
    await context.route('**/api/reviews', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await late
      await route.abort()
    })
    await page.goto(`${url}/p/taza`)
    await page.evaluate(`taps = 0; addEventListener('submit', () => void taps++)`)
    await page.getByText('Escribir una opinión').click()
    await page.getByLabel('5 estrellas').check()
    await page.getByLabel('Tu nombre').fill('Ana')
    await page.getByLabel('Tu opinión').fill('Muy linda.')
    const send = page.getByRole('button', { name: 'Enviar opinión' })
    await send.click()
    await waitFor(() => keys.length === 1)
    await send.click()
    // A tap that is handled only after the connection was lost would be a retry: what is imported here again comes after both.
    await waitFor(() => page.evaluate(`taps === 2`))
    await page.evaluate(
      `import(performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/review.js')).name)`,
    )
    assert.equal(keys.length, 1)
    respond()
    await page.getByText('No hay conexión. Tu opinión sigue aquí').waitFor()
    await send.click()
    await page.getByText('¡Gracias!').waitFor()
    const [first, retry, ...more] = keys
    assert.ok(first)
    assert.deepEqual([retry, more], [first, []])
    const [{ count }] = await service!.sql<[{ count: number }]>`
      select count(*)::int as count from reviews where product_id = ${mug.id}`
    assert.equal(count, 1)
  })
})
