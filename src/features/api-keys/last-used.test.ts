import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { waitFor } from '../../../test/wait-for.ts'

const service = await startService()

async function lastUsed(storeId: string): Promise<string | null> {
  const [key] = await service.sql<{ lastUsedAt: string | null }[]>`
    select last_used_at from api_keys where store_id = ${storeId}`
  return key!.lastUsedAt
}

async function waitForUse(storeId: string): Promise<string> {
  await waitFor(async () => (await lastUsed(storeId)) !== null)
  return (await lastUsed(storeId))!
}

suite('the last use of a key', () => {
  test('is recorded soon after the request, and not again within a minute', async () => {
    const store = await aStore(service)
    assert.equal(await lastUsed(store.id), null)
    await service.get('/api/v1/store', store.key)
    const first = await waitForUse(store.id)
    assert.ok(Math.abs(Date.parse(first) - Date.now()) < 60_000)

    const second = await startService({}, service)
    await second.get('/api/v1/store', store.key)
    await second.close()
    assert.equal(await lastUsed(store.id), first)
  })

  test('is recorded when the service stops', async () => {
    const second = await startService({}, service)
    const store = await aStore(service)
    await second.get('/api/v1/store', store.key)
    await second.close()
    assert.ok(await lastUsed(store.id))
  })

  test('is not recorded for an invalid key', async () => {
    const store = await aStore(service)
    await service.sql`update api_keys set revoked_at = now() where store_id = ${store.id}`
    const second = await startService({}, service)
    assert.equal((await second.get('/api/v1/store', store.key)).status, 401)
    await second.close()
    assert.equal(await lastUsed(store.id), null)
  })
})
