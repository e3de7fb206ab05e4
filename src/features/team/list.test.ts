import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, anAccount, aStore } from '../../../test/factories.ts'
import { STORE_SCOPES } from '../../core/auth/scopes.ts'
import { addMember } from './change.ts'
import { inviteMember } from './invite.ts'

const service = await startService()

type Shop = Awaited<ReturnType<typeof aStore>>

const team = async ({ key }: Shop, query = '') =>
  (await service.get(`/api/v1/store/team${query}`, key)).json.data
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

suite('GET /api/v1/store/team', () => {
  test('shows members and pending invitations without addresses or tokens', async () => {
    const store = await aStore(service)
    const helper = await anAccount(service)
    const member = await addMember(service.sql, store.id, helper.id, 'STAFF')
    const invitation = await inviteMember(service.sql, store.id, {
      email: 'Nueva@Ejemplo.test',
      role: 'ADMIN',
    })
    const { status, text, json } = await service.get('/api/v1/store/team', store.key)
    assert.equal(status, 200)
    const { members, pendingInvitations, rolePermissions: _permissions, ...rest } = json.data
    assert.equal(members.length, 2)
    assert.deepEqual(Object.keys(members[0]!).toSorted(), ['id', 'role'])
    assert.equal(members[0]!.role, 'OWNER')
    assert.deepEqual(members[1], member)
    const { id, role, expiresAt } = invitation
    assert.deepEqual(pendingInvitations, [{ id, role, expiresAt }])
    assert.deepEqual(rest, {
      memberTotal: 2,
      pendingInvitationTotal: 1,
      limit: 50,
      offset: 0,
      invitationDelivery: 'UNVERIFIED',
    })
    for (const secret of [helper.email, invitation.email, invitation.token]) assert.ok(!text.includes(secret))
  })

  test('lists the permissions of each role', async () => {
    const { rolePermissions } = await team(await aStore(service))
    const { OWNER, ADMIN, STAFF } = rolePermissions as Record<string, string[]>
    const extra = ['billing', 'team', 'keys', 'webhooks', 'connections', 'store:delete']
    assert.deepEqual(new Set(OWNER), new Set([...STORE_SCOPES, ...extra]))
    assert.deepEqual(
      new Set(ADMIN),
      new Set(OWNER!.filter((name) => name !== 'billing' && name !== 'store:delete')),
    )
    const worked = ['products', 'categories', 'orders', 'discounts', 'shipping']
    assert.deepEqual(
      new Set(STAFF),
      new Set([
        ...worked.flatMap((name) => [`${name}:read`, `${name}:write`]),
        'customers:read',
        'reviews:read',
        'store:read',
      ]),
    )
  })

  test('pages the two lists independently, each in a stable order', async () => {
    const store = await aStore(service)
    for (let n = 0; n < 2; n++) {
      await addMember(service.sql, store.id, (await anAccount(service)).id, 'STAFF')
      await inviteMember(service.sql, store.id, { email: `n${n}@ejemplo.test`, role: 'STAFF' })
    }
    await service.sql`update members set created_at = now() where store_id = ${store.id}`
    const all = await team(store)
    assert.deepEqual(ids(all.members), ids(all.members).toSorted())
    const page = await team(store, '?limit=1&offset=1')
    assert.deepEqual(ids(page.members), [all.members[1]!.id])
    assert.deepEqual(ids(page.pendingInvitations), [all.pendingInvitations[1]!.id])
    assert.deepEqual([page.memberTotal, page.pendingInvitationTotal, page.limit, page.offset], [3, 2, 1, 1])
    const past = await team(store, '?offset=2')
    assert.deepEqual([past.members.length, past.pendingInvitations.length], [1, 0])
    assert.equal(past.pendingInvitationTotal, 2)
  })

  test('excludes expired invitations and other stores', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    await inviteMember(service.sql, other.id, { email: 'otra@ejemplo.test', role: 'STAFF' })
    await inviteMember(service.sql, store.id, { email: 'vieja@ejemplo.test', role: 'STAFF' })
    await service.sql`update invitations set expires_at = now() where store_id = ${store.id}`
    const { pendingInvitations, pendingInvitationTotal, memberTotal } = await team(store)
    assert.deepEqual([pendingInvitations, pendingInvitationTotal, memberTotal], [[], 0, 1])
  })

  test('400 on limit or offset out of range', async () => {
    const store = await aStore(service)
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'offset=-1']) {
      const { status, json } = await service.get(`/api/v1/store/team?${query}`, store.key)
      assert.equal(status, 400, query)
      assert.equal(json.details.field, query.split('=')[0])
    }
  })

  test('403 without its scope', async () => {
    const store = await aStore(service)
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: ['store:read'] })
    const { status, json } = await service.get('/api/v1/store/team', key)
    assert.equal(status, 403)
    assert.equal(json.details.requiredScope, 'team:read')
  })
})
