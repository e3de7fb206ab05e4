import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../../core/values/id.ts'
import type { Role } from '../../core/auth/roles.ts'
import { startService } from '../../../test/service.ts'
import { aKey, anAccount, aStore } from '../../../test/factories.ts'

const { sql, ...service } = await startService()
const harness = { sql, ...service }

const accountKey = (accountId: string) => aKey(harness, { accountId, scopes: ['stores:read'] })

async function join(storeId: string, accountId: string, role: Role) {
  await sql`
    insert into members (store_id, id, account_id, role)
    values (${storeId}, ${newId()}, ${accountId}, ${role})`
}

suite('GET /api/v1/stores/:id', () => {
  test('returns the same object as the list', async () => {
    const store = await aStore(harness)
    const key = await accountKey(store.ownerId)
    const { status, json } = await service.get(`/api/v1/stores/${store.id}`, key)
    assert.deepEqual([status, json.data.role], [200, 'OWNER'])
    assert.deepEqual([json.data], (await service.get('/api/v1/stores', key)).json.data)
  })

  test('is 200 for ADMIN, 404 for STAFF and for other accounts', async () => {
    const { id } = await aStore(harness)
    const status = async (role: Role | null) => {
      const account = await anAccount(harness)
      if (role) await join(id, account.id, role)
      return (await service.get(`/api/v1/stores/${id}`, await accountKey(account.id))).status
    }
    assert.deepEqual([await status('ADMIN'), await status('STAFF'), await status(null)], [200, 404, 404])
  })

  test('is 403 with a store key, even for its own id', async () => {
    const { id, key } = await aStore(harness)
    assert.equal((await service.get(`/api/v1/stores/${id}`, key)).status, 403)
  })
})
