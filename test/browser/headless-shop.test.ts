import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { aProduct, aStore } from '../factories.ts'
import { startService } from '../service.ts'
import { noBrowser, startBrowser } from './browser.ts'

suite('a shop on a site of its own', { skip: noBrowser }, () => {
  test('orders through the API from another origin', async () => {
    const service = await startService()
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Mi tienda</title>'),
    ).listen(0, '127.0.0.1')
    after(() => site.close())
    const { page } = await (await startBrowser()).open({ extraHTTPHeaders: {} })
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    const answer = await page.evaluate(
      async ({ url, order }) => {
        const response = await fetch(`${url}/api/orders`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
          body: JSON.stringify(order),
        })
        const left = response.headers.get('x-ratelimit-remaining')
        return { status: response.status, left, body: (await response.json()) as { orderNumber: string } }
      },
      {
        url: service.url,
        order: {
          storeId: store.id,
          name: 'Ana',
          phone: '+50255551234',
          items: [{ variantId: variants[0]!.id, quantity: 1 }],
        },
      },
    )
    assert.deepEqual([answer.status, answer.left], [201, '9'])
    assert.match(answer.body.orderNumber, /^PED-/)
  })
})
