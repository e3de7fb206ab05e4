import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const page = async (slug: string) => (await fetch(`${service.url}/${slug}`)).text()

/** By a plain request: `service.put` forgets the versions of pages first. */
const rename = (key: string, id: string, name: string) =>
  fetch(`${service.url}/api/v1/products/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

suite('the version that a cached page of a shop is checked by', () => {
  test('shows what the same process has just written, at once', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { name: 'Café de altura' })
    for (const name of ['Café uno', 'Café dos', 'Café tres']) {
      await page(store.slug)
      await rename(store.key, product.id, name)
      assert.match(await page(store.slug), new RegExp(name))
    }
  })

  test('shows what another process has written after 50 ms', async () => {
    const store = await aStore(service)
    const other = await startService({}, service)
    const product = await aProduct(service, store)
    await page(store.slug)
    await other.put(`/api/v1/products/${product.id}`, {
      key: store.key,
      body: { name: 'Té de otro proceso' },
    })
    await sleep(60)
    assert.match(await page(store.slug), /Té de otro proceso/)
  })
})
