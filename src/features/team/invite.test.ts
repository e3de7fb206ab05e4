import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { addMember } from './change.ts'
import { hashInvitation, inviteMember, requireCapacityForMember } from './invite.ts'

const service = await startService()
const { sql } = service

const rejection = (code: string) => (error: ApiError) => error.body.code === code

suite('an invitation', () => {
  test('is stored with only the hash of its token', async () => {
    const store = await aStore(service)
    const { id, token } = await inviteMember(sql, store.id, { email: 'ana@ejemplo.test', role: 'STAFF' })
    const [row] = await sql<{ tokenHash: Buffer; line: string }[]>`
      select token_hash, invitations::text as line from invitations where id = ${id}`
    assert.ok(row!.tokenHash.equals(hashInvitation(token)))
    assert.ok(!row!.line.includes(token))
  })

  test('is sent by mail', async () => {
    const store = await aStore(service)
    const { token } = await inviteMember(sql, store.id, { email: 'Ana@ejemplo.test', role: 'ADMIN' })
    const mails = await sql<{ recipient: string; event: string; payload: object }[]>`
      select recipient, event, payload
      from deliveries
      join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
      where deliveries.store_id = ${store.id} and kind = 'mail'`
    assert.deepEqual(
      mails.map((mail) => ({ ...mail })),
      [
        {
          recipient: 'ana@ejemplo.test',
          event: 'team.invited',
          payload: { storeName: store.name, role: 'ADMIN', token, invitedBy: null, daysOpen: 7 },
        },
      ],
    )
  })

  test('that is sent again replaces the token, role and expiry', async () => {
    const store = await aStore(service)
    const first = await inviteMember(sql, store.id, { email: 'ana@ejemplo.test', role: 'STAFF' })
    await sql`update invitations set expires_at = now() - interval '1 day' where id = ${first.id}`
    const second = await inviteMember(sql, store.id, { email: ' ANA@ejemplo.test ', role: 'ADMIN' })
    assert.equal(second.id, first.id)
    assert.notEqual(second.token, first.token)
    assert.equal(second.role, 'ADMIN')
    assert.ok(Date.parse(second.expiresAt) > Date.now())
    const rows = await sql<
      { tokenHash: Buffer }[]
    >`select token_hash from invitations where store_id = ${store.id}`
    assert.equal(rows.length, 1)
    assert.ok(rows[0]!.tokenHash.equals(hashInvitation(second.token)))
  })

  test('is rejected for a member and for an invalid address', async () => {
    const store = await aStore(service)
    const member = await anAccount(service)
    await addMember(sql, store.id, member.id, 'STAFF')
    await assert.rejects(
      inviteMember(sql, store.id, { email: member.email, role: 'ADMIN' }),
      rejection('ALREADY_MEMBER'),
    )
    await assert.rejects(
      inviteMember(sql, store.id, { email: 'ana', role: 'ADMIN' }),
      rejection('VALIDATION_ERROR'),
    )
  })

  test('is deleted when its account is added to the team', async () => {
    const store = await aStore(service)
    const account = await anAccount(service)
    await inviteMember(sql, store.id, { email: account.email, role: 'STAFF' })
    await addMember(sql, store.id, account.id, 'STAFF')
    assert.equal((await sql`select 1 from invitations where store_id = ${store.id}`).length, 0)
  })
})

suite('the cap of members', () => {
  const room = (storeId: string, email?: string) =>
    sql.begin((tx) => requireCapacityForMember(tx, storeId, email))

  test('counts pending invitations, except expired ones and one that is sent again', async () => {
    const store = await aStore(service, { plan: 'free' })
    await room(store.id)
    await inviteMember(sql, store.id, { email: 'ana@ejemplo.test', role: 'STAFF' })
    await assert.rejects(room(store.id), rejection('PLAN_LIMIT_REACHED'))
    await room(store.id, 'ana@ejemplo.test')
    await sql`update invitations set expires_at = now() where store_id = ${store.id}`
    await room(store.id)
  })
})
