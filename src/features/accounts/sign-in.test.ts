import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { mock, suite, test } from 'node:test'
import { aBrowser, aPerson, lastMailTo, mailsTo, PASSWORD } from '../../../test/accounts.ts'
import { startService } from '../../../test/service.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { newChallengeSecret } from './challenge.ts'
import { authenticateByCode, authenticateByPassword, requestSignInCode, resendSignInCode } from './sign-in.ts'
import { startSession } from './sign-in.ts'

const service = await startService()
const { sql } = service
const { hits } = service.app

const rejection = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => assert.fail('was not refused'),
    (error: ApiError) => error,
  )
const attempt = (email: string, password: string, browser = aBrowser()) =>
  authenticateByPassword(sql, { email, password }, browser)
async function ask(email: string, browser = aBrowser()): Promise<string> {
  const secret = newChallengeSecret()
  await requestSignInCode(sql, hits, { email, returnTo: '/panel/cuenta' }, { browser, secret })
  return secret
}
/** Each time by a form of its own. */
const enter = (secret: string, code: string) =>
  authenticateByCode(sql, { secret, key: newId() }, code, aBrowser())
const aStranger = () => `${newId()}@ejemplo.test`

suite('a password', () => {
  test('signs in, in any notation of the e-mail address', async () => {
    const { id, email } = await aPerson(service)
    assert.deepEqual(await attempt(` ${email.toUpperCase()} `, PASSWORD), {
      accountId: id,
      needsSecondStep: false,
    })
  })

  test('fails with the same message, after the same work, for known and unknown addresses', async () => {
    const argon2 = createRequire(import.meta.url)('@node-rs/argon2')
    const { email } = await aPerson(service)
    await rejection(attempt(aStranger(), PASSWORD)) // the hash of nobody is made once
    const verify = mock.method(argon2, 'verify')
    const [known, unknown] = [
      await rejection(attempt(email, 'otra-clave-distinta')),
      await rejection(attempt(aStranger(), 'otra-clave-distinta')),
    ]
    assert.deepEqual(known.body, unknown.body)
    assert.equal(known.status, unknown.status)
    const costs = verify.mock.calls.map((call: { arguments: unknown[] }) =>
      String(call.arguments[0]).split('$').slice(0, 4).join('$'),
    )
    assert.equal(costs.length, 2)
    assert.equal(costs[0], costs[1])
    verify.mock.restore()
  })

  test('locks after five failures, for unknown addresses too, but not in a known browser', async () => {
    const { id, email } = await aPerson(service)
    const { deviceToken } = await startSession(sql, id, aBrowser())
    const stranger = aStranger()
    for (const address of [email, stranger]) {
      const tries = Array.from({ length: 12 }, () => rejection(attempt(address, 'otra-clave-distinta')))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 400).length, 5)
    }
    const [held, unknown] = [
      await rejection(attempt(email, PASSWORD)),
      await rejection(attempt(stranger, PASSWORD)),
    ]
    const visible = ({ status, body, headers }: ApiError) =>
      JSON.stringify([status, body, headers]).replaceAll(/\d+/g, 'n')
    assert.equal(held.status, 429)
    assert.equal(visible(held), visible(unknown))
    assert.ok(await attempt(email, PASSWORD, aBrowser(deviceToken)))
    const { deviceToken: foreign } = await startSession(sql, (await aPerson(service)).id, aBrowser())
    assert.equal((await rejection(attempt(email, PASSWORD, aBrowser(foreign)))).status, 429)
  })
})

suite('a code by mail', () => {
  test('signs in once, in the browser that requested it', async () => {
    const { id, email } = await aPerson(service)
    const secret = await ask(email)
    const { payload } = await lastMailTo(service, email)
    const other = await ask((await aPerson(service)).email)
    assert.equal((await rejection(enter(other, payload['code']!))).status, 400)
    const result = await enter(secret, payload['code']!)
    assert.deepEqual(result, { accountId: id, needsSecondStep: false, returnTo: '/panel/cuenta' })
    assert.equal((await rejection(enter(secret, payload['code']!))).status, 400)
  })

  test('requested again stays valid when the form is resubmitted, before or after its cookie arrived', async () => {
    const { id, email } = await aPerson(service)
    const [before, secret] = [await ask(email), newChallengeSecret()]
    for (const cookie of [before, before, secret, secret]) {
      assert.equal(await resendSignInCode(sql, hits, cookie, { browser: aBrowser(), secret }), secret)
    }
    const mails = await mailsTo(service, email)
    assert.equal(mails.length, 2)
    assert.equal((await rejection(enter(before, mails[0]!.payload['code']!))).status, 400)
    const result = await enter(secret, mails[1]!.payload['code']!)
    assert.equal(result.accountId, id)
    assert.equal(await resendSignInCode(sql, hits, secret, { browser: aBrowser(), secret }), null)
  })

  test('submitted twice concurrently and once more signs in', async () => {
    const { id, email } = await aPerson(service)
    const form = { secret: await ask(email), key: newId() }
    const { code } = (await lastMailTo(service, email)).payload
    const send = () => authenticateByCode(sql, form, code!, aBrowser())
    const all = [...(await Promise.all([send(), send()])), await send()]
    for (const { accountId } of all) assert.equal(accountId, id)
    assert.equal((await rejection(enter(form.secret, code!))).status, 400)
  })

  test('for an unknown address has the same steps and errors, and a mail without a code', async () => {
    const [email, stranger] = [(await aPerson(service)).email, aStranger()]
    const secrets = [await ask(email), await ask(stranger)]
    assert.equal((await mailsTo(service, email)).length, 1)
    assert.deepEqual(await mailsTo(service, stranger), [{ event: 'account.missing', payload: {} }])
    const { code } = (await lastMailTo(service, email)).payload
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 6; n++) {
      const [known, unknown] = await Promise.all(secrets.map((secret) => rejection(enter(secret, wrong))))
      assert.deepEqual([known!.status, known!.body], [unknown!.status, unknown!.body])
    }
  })

  test('is locked when it is guessed across many challenges', async () => {
    const { email } = await aPerson(service)
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const secret = await ask(email)
      const { code } = (await lastMailTo(service, email)).payload
      const wrong = code === '000000' ? '000001' : '000000'
      for (let tries = 0; tries < 3; tries++) {
        statuses.push((await rejection(enter(secret, wrong))).status)
      }
    }
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429, 429, 429])
  })

  test('is sent five times in 15 minutes; a known browser has a limit of its own', async () => {
    const { id, email } = await aPerson(service)
    const { deviceToken } = await startSession(sql, id, aBrowser())
    for (const address of [email, aStranger()]) {
      for (let n = 0; n < 5; n++) await ask(address)
      assert.equal((await rejection(ask(address))).status, 429)
    }
    assert.ok(await ask(email, aBrowser(deviceToken)))
  })
})

suite('a new browser', () => {
  test('is reported by mail, a known one is not', async () => {
    const { id, email } = await aPerson(service)
    const { deviceToken } = await startSession(sql, id, aBrowser())
    assert.deepEqual(
      (await mailsTo(service, email)).map(({ event, payload }) => [event, payload['device']]),
      [['account.new_device', 'Chrome en Android']],
    )
    await startSession(sql, id, aBrowser(deviceToken))
    assert.equal((await mailsTo(service, email)).length, 1)
  })
})
