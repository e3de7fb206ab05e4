import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aBrowser, aPerson, lastMailTo, mailsTo, PASSWORD } from '../../../test/accounts.ts'
import { aStore } from '../../../test/factories.ts'
import { aGrant } from '../../../test/grants.ts'
import { startService } from '../../../test/service.ts'
import { newId } from '../../core/values/id.ts'
import { sessionLookup } from '../sessions/lookup.ts'
import { findRecovery, recoverAccount, requestRecovery } from './recovery.ts'
import { authenticateByPassword, requestSignInCode, authenticateByCode } from './sign-in.ts'
import { newChallengeSecret } from './challenge.ts'
import { startSession } from './sign-in.ts'

const service = await startService()
const { sql } = service
const { hits } = service.app
const find = sessionLookup(sql)

const NEW = 'una-bicicleta-roja'
const tokenTo = async (email: string) => {
  await requestRecovery(sql, hits, email, 'es')
  return (await lastMailTo(service, email)).payload['token']!
}
const recover = (token: string, password = NEW) => recoverAccount(sql, token, password, aBrowser())

suite('recovery', () => {
  test('sets the password, ends all sessions and open challenges, and mails the owner', async () => {
    const { id, email } = await aPerson(service)
    const sessions = [await startSession(sql, id, aBrowser()), await startSession(sql, id, aBrowser())]
    const begun = newChallengeSecret()
    await requestSignInCode(sql, hits, { email, returnTo: null }, { browser: aBrowser(), secret: begun })
    const { code } = (await lastMailTo(service, email)).payload
    const deviceToken = await recover(await tokenTo(email))
    for (const { token } of sessions) assert.equal(await find(token, null), undefined)
    await assert.rejects(authenticateByCode(sql, { secret: begun, key: newId() }, code!, aBrowser()), {
      status: 400,
    })
    assert.equal((await sql`select 1 from sessions where account_id = ${id}`).length, 0)
    assert.equal((await mailsTo(service, email)).at(-1)!.event, 'account.password_changed')
    await assert.rejects(authenticateByPassword(sql, { email, password: PASSWORD }, aBrowser()), {
      status: 400,
    })
    assert.ok(await authenticateByPassword(sql, { email, password: NEW }, aBrowser(deviceToken)))
  })

  test("revokes the account's grants to assistants, and no others", async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const grants = await Promise.all(
      [store, other].map(({ id: storeId, ownerId: accountId }) => aGrant(service, { storeId, accountId })),
    )
    const [{ email }] = await sql<[{ email: string }]>`select email from accounts where id = ${store.ownerId}`
    await recover(await tokenTo(email))
    const found = await Promise.all(grants.map(({ token }) => service.app.lookUpKey(token, null)))
    assert.deepEqual(
      found.map((one) => one !== undefined),
      [false, true],
    )
  })

  test('works once, also when it is used twice at once', async () => {
    const { email } = await aPerson(service)
    const token = await tokenTo(email)
    const twice = await Promise.allSettled([recover(token), recover(token)])
    assert.deepEqual(twice.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    await assert.rejects(recover(token), { status: 404 })
  })

  test('works for 30 minutes; a rejected password leaves the link', async () => {
    const { email } = await aPerson(service)
    const token = await tokenTo(email)
    await assert.rejects(recover(token, 'password'), { status: 400 })
    await sql`update account_challenges set expires_at = expires_at - interval '29 minutes'`
    assert.ok(await findRecovery(sql, token))
    await sql`update account_challenges set expires_at = expires_at - interval '1 minute'`
    await assert.rejects(findRecovery(sql, token), { status: 404 })
    await assert.rejects(recover(token), { status: 404 })
  })

  test('sends no further link while a valid one was mailed, past the limit', async () => {
    for (const email of [(await aPerson(service)).email, `${newId()}@ejemplo.test`]) {
      for (let n = 0; n < 6; n++) await requestRecovery(sql, hits, email, 'es')
      assert.equal((await mailsTo(service, email)).length, 3)
    }
  })

  test('has no effect for an address without an account, except for one mail', async () => {
    const email = `${newId()}@ejemplo.test`
    await requestRecovery(sql, hits, email, 'es')
    assert.deepEqual(await mailsTo(service, email), [
      { event: 'account.missing', payload: { language: 'es' } },
    ])
    const [row] = await sql<{ accountId: string | null }[]>`
      select account_id from account_challenges where purpose = 'recovery' order by expires_at desc limit 1`
    assert.equal(row!.accountId, null)
  })

  test('makes the browser a known one: failures in unknown browsers do not lock the owner out', async () => {
    const { email } = await aPerson(service)
    const fail = () =>
      authenticateByPassword(sql, { email, password: 'otra-clave-distinta' }, aBrowser()).catch(() => {})
    for (let n = 0; n < 8; n++) await fail()
    const deviceToken = await recover(await tokenTo(email))
    assert.ok(await authenticateByPassword(sql, { email, password: NEW }, aBrowser(deviceToken)))
  })
})
