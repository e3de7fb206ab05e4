import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aModifierGroup, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)

suite('GET /api/v1/modifier-groups/:id', () => {
  test('shows every choice, and is 304 until the group or its products change', async () => {
    const choices = [{ name: 'Queso' }, { name: 'Tocino', isActive: false }]
    const group = await aModifierGroup(service, store, { choices })
    const read = (headers = {}) => service.get(`/api/v1/modifier-groups/${group.id}`, store.key, headers)
    const first = await read()
    assert.deepEqual(first.json.data, group)
    const etag = { 'if-none-match': first.headers.get('etag')! }
    assert.equal((await read(etag)).status, 304)
    await aProduct(service, store, { modifierGroupIds: [group.id] })
    assert.equal((await read(etag)).json.data.productCount, 1)
  })
})
