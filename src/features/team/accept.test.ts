import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import { acceptInvitation, findInvitation } from './accept.ts'
import { addMember, removeMember } from './change.ts'
import { inviteMember } from './invite.ts'

const service = await startService()
const { sql } = service

async function anInvitation() {
  const [store, account] = [await aStore(service), await anAccount(service)]
  const { token } = await inviteMember(sql, store.id, {
    email: account.email,
    role: 'STAFF',
    inviterId: store.ownerId,
  })
  return { store, token, account: { accountId: account.id, email: account.email } }
}
const rolesIn = (storeId: string, accountId: string) => sql<{ role: string }[]>`
  select role from members where store_id = ${storeId} and account_id = ${accountId}`

suite('an invitation', () => {
  test('has the inviter, the store and the role', async () => {
    const { store, token } = await anInvitation()
    const { storeName, role, invitedBy } = await findInvitation(sql, token)
    assert.deepEqual([storeName, role, invitedBy], [store.name, 'STAFF', `${store.ownerId}@ejemplo.test`])
  })

  test('adds its account to the team once, also concurrently', async () => {
    const { store, token, account } = await anInvitation()
    const twice = await Promise.allSettled([1, 2].map(() => acceptInvitation(sql, token, account)))
    assert.deepEqual(twice.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.deepEqual([...(await rolesIn(store.id, account.accountId))].map(({ role }) => role), ['STAFF']) // prettier-ignore
    await assert.rejects(acceptInvitation(sql, token, account), { status: 404 })
  })

  test('is for the invited address only', async () => {
    const { store, token } = await anInvitation()
    const other = await anAccount(service)
    const who = { accountId: other.id, email: other.email }
    await assert.rejects(acceptInvitation(sql, token, who), { status: 403 })
    assert.equal((await rolesIn(store.id, other.id)).length, 0)
  })

  test('is 404 when it expired, was replaced, its sender may not invite any more, or its store is deleted', async () => {
    const over = await anInvitation()
    await sql`update invitations set expires_at = now() where store_id = ${over.store.id}`
    await assert.rejects(acceptInvitation(sql, over.token, over.account), { status: 404 })
    const replaced = await anInvitation()
    await inviteMember(sql, replaced.store.id, { email: replaced.account.email, role: 'STAFF' })
    await assert.rejects(acceptInvitation(sql, replaced.token, replaced.account), { status: 404 })
    for (const end of [
      (storeId: string, id: string) => removeMember(sql, storeId, id),
      (storeId: string, id: string) => addMember(sql, storeId, id, 'STAFF'),
    ]) {
      const [store, invited, admin] = [
        await aStore(service),
        await anAccount(service),
        await anAccount(service),
      ]
      await addMember(sql, store.id, admin.id, 'ADMIN')
      const { token } = await inviteMember(sql, store.id, {
        email: invited.email,
        role: 'ADMIN',
        inviterId: admin.id,
      })
      await end(store.id, admin.id)
      await assert.rejects(findInvitation(sql, token), { status: 404 })
    }
    const gone = await anInvitation()
    await sql`update stores set deleted_at = now() where id = ${gone.store.id}`
    await assert.rejects(findInvitation(sql, gone.token), { status: 404 })
  })
})
