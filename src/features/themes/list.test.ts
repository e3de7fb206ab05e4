import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/store/themes', () => {
  test('a new store has the built-in themes, one of them active', async () => {
    const store = await aStore(service)
    const { status, json } = await service.get('/api/v1/store/themes', store.key)
    assert.equal(status, 200)
    assert.deepEqual([json.data.storeId, json.data.activeThemeId], [store.id, 'barro'])
    assert.deepEqual(
      json.data.themes.map(({ id, isActive }: { id: string; isActive: boolean }) => [id, isActive]),
      [
        ['barro', true],
        ['lino', false],
        ['tinta', false],
      ],
    )
  })

  test('returns the active theme, and drafts', async () => {
    const store = await aStore(service)
    await service.sql`
      insert into themes (store_id, id, is_active, draft, draft_updated_at)
      values (${store.id}, 'tinta', true, '{"accent": "#aa0000"}', now())`
    const { json } = await service.get('/api/v1/store/themes', store.key)
    assert.equal(json.data.activeThemeId, 'tinta')
    assert.deepEqual(
      json.data.themes.map(({ hasDraft }: { hasDraft: boolean }) => hasDraft),
      [false, false, true],
    )
  })

  test('needs themes:read', async () => {
    const { id, ownerId } = await aStore(service)
    const key = await aKey(service, { storeId: id, accountId: ownerId, scopes: ['store:read'] })
    assert.equal((await service.get('/api/v1/store/themes', key)).status, 403)
  })
})
