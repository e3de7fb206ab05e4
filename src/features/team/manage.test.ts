import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import { addMember } from './change.ts'
import { cancelInvitation, changeRole, dismissMember, transferOwnership } from './manage.ts'
import { inviteByMember, inviteMember } from './invite.ts'
import type { Role } from '../../core/auth/roles.ts'

const service = await startService()
const { sql } = service

/** A store with members of these roles beside its owner; each can act on each. */
async function aTeam(...roles: Role[]) {
  const store = await aStore(service)
  const [owner] = await sql<[{ id: string }]>`select id from members where store_id = ${store.id}`
  const members = [{ id: owner.id, accountId: store.ownerId }]
  for (const role of roles) {
    const { id: accountId } = await anAccount(service)
    members.push({ id: (await addMember(sql, store.id, accountId, role)).id, accountId })
  }
  const acting = (actor: number, on: number) => ({
    storeId: store.id,
    memberId: members[on]!.id,
    actorId: members[actor]!.accountId,
  })
  return { store, members, acting }
}

const rolesOf = async (store: { id: string }) =>
  (await sql<{ role: Role }[]>`select role from members where store_id = ${store.id} order by role`).map(
    ({ role }) => role,
  )

suite('managing members', () => {
  test('is for an administrator on members below owner, for an owner on all', async () => {
    const { store, acting } = await aTeam('ADMIN', 'STAFF')
    await assert.rejects(changeRole(sql, acting(1, 0), 'STAFF'), { status: 403 })
    await assert.rejects(dismissMember(sql, acting(1, 0)), { status: 403 })
    await assert.rejects(transferOwnership(sql, acting(1, 2)), { status: 403 })
    await assert.rejects(dismissMember(sql, acting(2, 1)), { status: 403 })
    await changeRole(sql, acting(1, 2), 'ADMIN')
    await changeRole(sql, acting(0, 1), 'STAFF')
    assert.deepEqual(await rolesOf(store), ['ADMIN', 'OWNER', 'STAFF'])
    await dismissMember(sql, acting(0, 1))
    assert.deepEqual(await rolesOf(store), ['ADMIN', 'OWNER'])
  })

  test('of two owners who demote each other concurrently, one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const { store, acting } = await aTeam('OWNER')
      const both = [changeRole(sql, acting(0, 1), 'ADMIN'), changeRole(sql, acting(1, 0), 'ADMIN')]
      const outcomes = (await Promise.allSettled(both)).map(({ status }) => status)
      assert.deepEqual(outcomes.toSorted(), ['fulfilled', 'rejected'])
      assert.deepEqual(await rolesOf(store), ['ADMIN', 'OWNER'])
    }
  })

  test('is never possible on a member of another store', async () => {
    const [mine, theirs] = [await aTeam('STAFF'), await aTeam('STAFF')]
    const across = { ...mine.acting(0, 1), memberId: theirs.members[1]!.id }
    await assert.rejects(changeRole(sql, across, 'ADMIN'), { status: 404 })
    await assert.rejects(dismissMember(sql, across), { status: 404 })
    await assert.rejects(transferOwnership(sql, across), { status: 404 })
    assert.deepEqual(await rolesOf(theirs.store), ['OWNER', 'STAFF'])
  })

  test('transferring the store leaves one owner, and mails both', async () => {
    const { store, members, acting } = await aTeam('STAFF')
    await transferOwnership(sql, acting(0, 1))
    const owners = await sql<{ accountId: string }[]>`
      select account_id from members where store_id = ${store.id} and role = 'OWNER'`
    assert.deepEqual([...owners], [{ accountId: members[1]!.accountId }])
    assert.deepEqual(await rolesOf(store), ['ADMIN', 'OWNER'])
    const mails = await sql<{ event: string; recipient: string }[]>`
      select event, recipient from deliveries where store_id = ${store.id} and kind = 'mail' order by event`
    assert.deepEqual(
      [...mails],
      [
        { event: 'team.store_handed_over', recipient: `${members[0]!.accountId}@ejemplo.test` },
        { event: 'team.store_received', recipient: `${members[1]!.accountId}@ejemplo.test` },
      ],
    )
    await assert.rejects(transferOwnership(sql, acting(0, 1)), { status: 403 })
  })
})

suite('an invitation by a member', () => {
  const invite = (store: { id: string; ownerId: string }, email: string, secret = 'x'.repeat(43) + email) =>
    inviteByMember(sql, { storeId: store.id, inviterId: store.ownerId, email, role: 'STAFF', secret })
  const mailsOf = async (store: { id: string }) => {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from deliveries where store_id = ${store.id} and event = 'team.invited'`
    return count
  }

  test('counts towards the cap together with the members, also concurrently', async () => {
    const store = await aStore(service, { plan: 'free' })
    const addresses = ['a', 'b', 'c'].map((name) => `${name}-${store.slug}@ejemplo.test`)
    const outcomes = await Promise.allSettled(addresses.map((email) => invite(store, email)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    const denied = outcomes.find((one) => one.status === 'rejected')!
    assert.equal(denied.reason.body.code, 'PLAN_LIMIT_REACHED')
  })

  test('is sent once per token', async () => {
    const store = await aStore(service)
    const email = `x-${store.slug}@ejemplo.test`
    await Promise.all([invite(store, email), invite(store, email)])
    assert.equal(await mailsOf(store), 1)
    await invite(store, email, 'y'.repeat(43) + email)
    assert.equal(await mailsOf(store), 2)
  })

  test('can be cancelled by its own store only', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id } = await inviteMember(sql, store.id, { email: `z-${store.slug}@ejemplo.test`, role: 'STAFF' })
    await assert.rejects(cancelInvitation(sql, other.id, id), { status: 404 })
    await cancelInvitation(sql, store.id, id)
    await assert.rejects(cancelInvitation(sql, store.id, id), { status: 404 })
  })
})
