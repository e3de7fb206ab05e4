import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { aStore } from '../../test/factories.ts'

const service = await startService()

async function lastUsed(storeId: string): Promise<string | null> {
  const [key] = await service.sql<{ lastUsedAt: string | null }[]>`
    select last_used_at from api_keys where store_id = ${storeId}`
  return key!.lastUsedAt
}

async function waitForUse(storeId: string): Promise<string> {
  for (const since = Date.now(); Date.now() - since < 10_000; await sleep(50)) {
    const at = await lastUsed(storeId)
    if (at) return at
  }
  throw new Error('The last use was never recorded')
}

suite('the last use of a key', () => {
  test('is recorded soon after the request, and not again within a minute', async () => {
    const store = await aStore(service)
    assert.equal(await lastUsed(store.id), null)
    await service.get('/api/v1/store', store.key)
    const first = await waitForUse(store.id)
    assert.ok(Math.abs(Date.parse(first) - Date.now()) < 15_000)

    await service.get('/api/v1/store', store.key)
    await sleep(1_200)
    assert.equal(await lastUsed(store.id), first)
  })

  test('is recorded when the service stops', async () => {
    const second = await startService({}, service)
    const store = await aStore(service)
    await second.get('/api/v1/store', store.key)
    await second.close()
    assert.ok(await lastUsed(store.id))
  })

  test('is not recorded for a refused key', async () => {
    const store = await aStore(service)
    await service.sql`update api_keys set revoked_at = now() where store_id = ${store.id}`
    assert.equal((await service.get('/api/v1/store', store.key)).status, 401)
    await sleep(1_200)
    assert.equal(await lastUsed(store.id), null)
  })
})
