import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, mailsTo } from '../../../test/accounts.ts'
import { anAuthenticator } from '../../../test/authenticator.ts'
import { startService } from '../../../test/service.ts'
import {
  addPasskey,
  listPasskeys,
  passkeyCreationOptions,
  passkeySignInOptions,
  verifyPasskey,
  removePasskey,
} from './passkey.ts'

const service = await startService()
const { sql } = service
const PANEL = 'https://panel.vitrina.test'

async function aPersonWithPasskey() {
  const account = { ...(await aPerson(service)), name: null }
  const device = anAuthenticator(PANEL)
  const { challenge } = await passkeyCreationOptions(sql, account, PANEL)
  await addPasskey(
    sql,
    account,
    { response: device.create({ challenge }), name: 'Mi teléfono', challenge },
    PANEL,
  )
  return { account, device }
}
const signInChallenge = async () => (await passkeySignInOptions(PANEL)).challenge

suite('a passkey', () => {
  test('authenticates its account with a response to this challenge on this origin', async () => {
    const { account, device } = await aPersonWithPasskey()
    const challenge = await signInChallenge()
    assert.equal(await verifyPasskey(sql, device.get({ challenge }), challenge, PANEL), account.id)
    assert.equal(await verifyPasskey(sql, device.get({ challenge }), await signInChallenge(), PANEL), null)
    assert.equal(await verifyPasskey(sql, device.get({ challenge }), challenge, 'https://vitrina.test'), null)
    const stranger = anAuthenticator(PANEL)
    assert.equal(await verifyPasskey(sql, stranger.get({ challenge }), challenge, PANEL), null)
    const forged = { ...stranger.get({ challenge }), id: device.get({ challenge }).id }
    assert.equal(await verifyPasskey(sql, forged, challenge, PANEL), null)
  })

  test('is rejected for a malformed response', async () => {
    for (const odd of [
      null,
      undefined,
      'x',
      7,
      [],
      {},
      { id: 1 },
      { id: 'a\0' },
      { id: 'abc', response: 'x' },
    ]) {
      assert.equal(await verifyPasskey(sql, odd, 'reto', PANEL), null)
    }
    const { account, device } = await aPersonWithPasskey()
    await assert.rejects(addPasskey(sql, account, { response: {}, name: 'x', challenge: 'x' }, PANEL), {
      status: 400,
    })
    const broken = { ...device.get({ challenge: 'x' }), response: {} }
    assert.equal(await verifyPasskey(sql, broken, 'x', PANEL), null)
  })

  test('is created once, listed and removed, with a mail to the owner each time', async () => {
    const { account, device } = await aPersonWithPasskey()
    const { challenge, excludeCredentials } = await passkeyCreationOptions(sql, account, PANEL)
    assert.equal(excludeCredentials!.length, 1)
    const again = { response: device.create({ challenge }), name: 'Otra vez', challenge }
    await assert.rejects(addPasskey(sql, account, again, PANEL), { status: 400 })
    const [passkey] = await listPasskeys(sql, account.id)
    assert.equal(passkey!.name, 'Mi teléfono')
    const other = { ...(await aPerson(service)), name: null }
    await assert.rejects(removePasskey(sql, other, passkey!.id), { status: 404 })
    await removePasskey(sql, account, passkey!.id)
    const next = await signInChallenge()
    assert.equal(await verifyPasskey(sql, device.get({ challenge: next }), next, PANEL), null)
    assert.deepEqual(
      (await mailsTo(service, account.email)).map(({ payload }) => payload['change']),
      ['passkey_added', 'passkey_removed'],
    )
  })
})
