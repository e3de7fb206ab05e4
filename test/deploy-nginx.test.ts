import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { aProduct, aStore } from './factories.ts'
import { startNginx } from './nginx.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const skip = spawnSync('nginx', ['-v']).error && 'there is no nginx'
const service = await startService()

suite('nginx in front of the service', { skip }, async () => {
  if (skip) return
  const nginx = await startNginx(Number(new URL(service.url).port))
  after(nginx.stop)
  const store = await aStore(service, { currency: 'GTQ' })
  const product = await aProduct(service, store, { price: 25 })
  const page = `/${store.slug}/p/${product.slug}`

  async function get(path: string, headers: Record<string, string> = {}) {
    const reply = await fetch(nginx.url + path, { redirect: 'manual', headers })
    return { text: await reply.text(), status: reply.status, headers: reply.headers }
  }
  /** How many of 20 requests, one after the other, reached the service. */
  async function reached(path: string, headers?: Record<string, string>) {
    const ids = new Set<string>()
    await get(path, headers)
    for (let i = 0; i < 20; i++) {
      const reply = await get(path, headers)
      assert.equal(reply.status, 200, path)
      ids.add(reply.headers.get('x-request-id')!)
    }
    return ids.size
  }

  test('answers from its copy what is the same for everybody', async () => {
    for (const path of [`/${store.slug}`, page, `/${store.slug}/feed.xml`, `/${store.slug}/llms.txt`])
      assert.ok((await reached(path)) <= 3, path)
  })

  test('asks each time for a cart, the panel, the API and what has an account', async () => {
    const cart = `/${store.slug}/carrito?v=${product.variants[0]!.id}.2`
    for (const path of [cart, '/panel/entrar', '/api/health']) assert.equal(await reached(path), 20, path)
    assert.equal(await reached('/api/v1/products', { authorization: `Bearer ${store.key}` }), 20)
  })

  test('shows a changed price once its copy is over', async () => {
    assert.match((await get(page)).text, /Q\s?25\.00/)
    const body = { price: 30 }
    const { status, text } = await service.put(`/api/v1/products/${product.id}`, { key: store.key, body })
    assert.equal(status, 200, text)
    await waitFor(async () => /Q\s?30\.00/.test((await get(page)).text), 3)
  })
})
