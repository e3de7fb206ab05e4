import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/store/themes/{id}', () => {
  test('has a value for every setting of its schema', async () => {
    const { key } = await aStore(service)
    for (const id of ['barro', 'lino', 'tinta']) {
      const { status, json } = await service.get(`/api/v1/store/themes/${id}`, key)
      assert.equal(status, 200)
      const { schema, published, draft, draftUpdatedAt } = json.data
      const settings = schema.groups.flatMap((group: { settings: { id: string }[] }) => group.settings)
      assert.deepEqual(
        Object.keys(published).toSorted(),
        settings.map((s: { id: string }) => s.id).toSorted(),
      )
      assert.deepEqual([draft, draftUpdatedAt], [null, null])
    }
  })

  test('returns published and draft settings separately', async () => {
    const store = await aStore(service)
    await service.sql`
      insert into themes (store_id, id, is_active, published, draft, draft_updated_at)
      values (${store.id}, 'lino', true, '{"accent": "#123456"}', '{"accent": "#654321", "corners": 99}', now())`
    const { json } = await service.get('/api/v1/store/themes/lino', store.key)
    assert.equal(json.data.published.accent, '#123456')
    assert.equal(json.data.draft!.accent, '#654321')
    assert.equal(json.data.draft!.corners, 14)
    assert.equal(json.data.hasDraft, true)
  })

  test('is 404 for a theme that does not exist', async () => {
    const { key } = await aStore(service)
    assert.equal((await service.get('/api/v1/store/themes/nada', key)).status, 404)
  })
})
