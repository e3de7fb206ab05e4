import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, lastMailTo, mailsTo, PASSWORD } from '../../../test/accounts.ts'
import { startService } from '../../../test/service.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { newChallengeSecret } from './challenge.ts'
import { findAccount } from './find.ts'
import { confirmAccount, requestAccount, resendAccountCode } from './sign-up.ts'

const service = await startService()
const { sql } = service
const { hits } = service.app

const anEmail = () => `${newId()}@ejemplo.test`
async function request(email: string): Promise<string> {
  const secret = newChallengeSecret()
  await requestAccount(sql, hits, { email, password: PASSWORD, returnTo: null, language: 'es' }, secret)
  return secret
}
const codeTo = async (email: string) => (await lastMailTo(service, email)).payload['code']!
/** Each time by a form of its own. */
const confirm = (secret: string, code: string) => confirmAccount(sql, { secret, key: newId() }, code)
const denied = (code: 'VALIDATION_ERROR' | 'CODE_EXPIRED') => (error: ApiError) => error.body.code === code

suite('sign-up', () => {
  test('creates the account only when the code has verified the address', async () => {
    const email = anEmail()
    const secret = await request(email.toUpperCase())
    assert.equal((await sql`select 1 from accounts where email = ${email}`).length, 0)
    const { accountId } = await confirm(secret, await codeTo(email))
    assert.equal((await findAccount(sql, email)).id, accountId)
    await assert.rejects(confirm(secret, await codeTo(email)), denied('CODE_EXPIRED'))
  })

  test('with the address of an account does the same work, and its mail has no code', async () => {
    const { email } = await aPerson(service)
    const secret = await request(email)
    const mails = await mailsTo(service, email)
    assert.deepEqual(
      mails.map((mail) => [mail.event, mail.payload]),
      [['account.exists', {}]],
    )
    for (let n = 4; n >= 0; n--) {
      await assert.rejects(confirm(secret, '123456'), denied(n > 0 ? 'VALIDATION_ERROR' : 'CODE_EXPIRED'))
    }
  })

  test('concurrently for one address creates one account', async () => {
    const email = anEmail()
    const first = await request(email)
    const firstCode = await codeTo(email)
    const second = await request(email)
    const made = await Promise.allSettled([confirm(first, firstCode), confirm(second, await codeTo(email))])
    assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  test('sends another code, and the previous one expires', async () => {
    const email = anEmail()
    const first = await request(email)
    const firstCode = await codeTo(email)
    const second = await resendAccountCode(sql, hits, first, newChallengeSecret())
    await assert.rejects(confirm(first, firstCode), denied('CODE_EXPIRED'))
    assert.equal(await resendAccountCode(sql, hits, first, newChallengeSecret()), null)
    assert.ok(await confirm(second!, await codeTo(email)))
  })

  test('sends one code when the form is resubmitted, before or after its cookie arrived', async () => {
    const email = anEmail()
    const [before, secret] = [await request(email), newChallengeSecret()]
    for (const cookie of [before, before, secret, secret])
      assert.equal(await resendAccountCode(sql, hits, cookie, secret), secret)
    assert.equal((await mailsTo(service, email)).length, 2)
    assert.ok(await confirm(secret, await codeTo(email)))
  })

  test('with a code submitted twice concurrently and once more creates one account', async () => {
    for (let n = 0; n < 5; n++) {
      const email = anEmail()
      const form = { secret: await request(email), key: newId() }
      const code = await codeTo(email)
      const twice = await Promise.all([confirmAccount(sql, form, code), confirmAccount(sql, form, code)])
      assert.deepEqual(twice[0], twice[1])
      assert.deepEqual(await confirmAccount(sql, form, code), twice[0])
      await assert.rejects(confirm(form.secret, code), denied('CODE_EXPIRED'))
    }
  })

  test('limits mails to an address, whether it has an account or not', async () => {
    for (const email of [anEmail(), (await aPerson(service)).email]) {
      for (let n = 0; n < 5; n++) await request(email)
      await assert.rejects(request(email), { status: 429 })
      assert.equal((await mailsTo(service, email)).length, 5)
    }
  })
})
