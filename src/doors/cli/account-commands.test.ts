import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { findRecovery } from '../../features/accounts/recovery.ts'
import { newId } from '../../core/values/id.ts'
import { createSession } from '../../features/sessions/session.ts'
import { anOperator } from '../../../test/operator.ts'

const service = await startService()
const { json, owner, aShop, fails } = await anOperator(service)

suite('account create', () => {
  test('account create creates an account, its e-mail in lower case', () => {
    assert.equal(owner.email, 'marta@ejemplo.test')
  })

  test('account create rejects an invalid e-mail, a short password and a duplicate account', async () => {
    await fails(/correo/, 'account', 'create', '--email', 'marta', '--password', '12345678')
    await fails(/contraseña/, 'account', 'create', '--email', 'm@ejemplo.test', '--password', '1234567')
    await fails(
      /An account with that e-mail exists: ".*Ya existe/,
      'account',
      'create',
      '--email',
      'MARTA@ejemplo.test',
      '--password',
      '12345678',
    )
  })
})

suite('account reset', () => {
  test('account reset prints a link to set a new password, valid for half an hour', async () => {
    const email = `${newId()}@ejemplo.test`
    await json('account', 'create', '--email', email, '--password', 'una-clave-larga')
    const { url, expiresAt } = await json('account', 'reset', '--email', email.toUpperCase())
    const [, token] = /^http:\/\/localhost:3000\/panel\/recuperar\/([\w-]{43})$/.exec(url)!
    assert.equal((await findRecovery(service.sql, token!)).email, email)
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    assert.ok(minutes > 25 && minutes <= 30, expiresAt)
    await fails(/nadie@ejemplo.test no existe/, 'account', 'reset', '--email', 'nadie@ejemplo.test')
  })
})

suite('account sessions end', () => {
  test('account sessions end ends all sessions of the account, and prints how many there were', async () => {
    const email = `${newId()}@ejemplo.test`
    const { id } = await json('account', 'create', '--email', email, '--password', 'una-clave-larga')
    for (const device of ['Chrome en Android', 'Safari en iPhone']) {
      await createSession(service.sql, { accountId: id, device })
    }
    assert.deepEqual(await json('account', 'sessions', 'end', '--email', email), { ended: 2 })
    assert.deepEqual(await json('account', 'sessions', 'end', '--email', email), { ended: 0 })
    await fails(/has no "sessions".*account sessions end/, 'account', 'sessions', 'begin')
  })
})

suite('member add and remove', () => {
  test('member add and remove adds and removes a role', async () => {
    const store = await aShop()
    const { email } = await json(
      'account',
      'create',
      '--email',
      `${newId()}@ejemplo.test`,
      '--password',
      '12345678',
    )
    const add = (role: string) =>
      json('member', 'add', '--store', store.slug, '--email', email, '--role', role)
    const first = await add('STAFF')
    assert.deepEqual(await add('ADMIN'), { id: first.id, role: 'ADMIN' })
    const remove = ['member', 'remove', '--store', store.slug, '--email', email]
    assert.deepEqual(await json(...remove), { deleted: true })
    await fails(/no existe/, ...remove)
  })

  test('member add and remove never leaves a store without an owner', async () => {
    const store = await aShop()
    const flags = ['--store', store.slug, '--email', owner.email]
    await fails(/sin dueño/, 'member', 'remove', ...flags)
    await fails(/sin dueño/, 'member', 'add', ...flags, '--role', 'ADMIN')
  })

  test('member add and remove reject an unknown role', async () => {
    const store = await aShop()
    await fails(
      /^role is not an allowed value/,
      'member',
      'add',
      '--store',
      store.slug,
      '--email',
      owner.email,
      '--role',
      'BOSS',
    )
  })
})

suite('account list, member list and key list', () => {
  test('list members and keys without any secret', async () => {
    const store = await aShop()
    const made = await json(
      'key',
      'create',
      '--store',
      store.slug,
      '--scopes',
      'orders:read',
      '--name',
      'Caja',
    )
    const [account] = (await json('account', 'list')).data
    assert.equal(account.email, owner.email)
    assert.ok(account.stores >= 1)

    const members = await json('member', 'list', '--store', store.slug)
    assert.equal(members.total, 1)
    const [{ id, createdAt, ...member }] = members.data
    assert.deepEqual(member, { accountId: account.id, email: owner.email, name: null, role: 'OWNER' })
    assert.ok(id && createdAt)

    const keys = await json('key', 'list', '--store', store.slug)
    assert.equal(keys.total, 1)
    const { prefix, scopes, name, revokedAt } = keys.data[0]
    const shown = { prefix: made.prefix, scopes: ['orders:read'], name: 'Caja', revokedAt: null }
    assert.deepEqual({ prefix, scopes, name, revokedAt }, shown)
    assert.ok(!JSON.stringify(keys).includes(made.key))
    await json('key', 'revoke', '--id', made.id)
    const ofAccount = (await json('key', 'list', '--account', owner.email)).data
    const revoked = ofAccount.find((key: { id: string }) => key.id === made.id)
    assert.ok(Date.parse(revoked.revokedAt))
    await fails(/either/, 'key', 'list')
    await fails(/Not found: ".*no existe/, 'member', 'list', '--store', 'ninguna')
  })
})
