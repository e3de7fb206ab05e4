import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TOTP } from 'otpauth'
import { aBrowser, aPerson, mailsTo, PASSWORD } from '../../../test/accounts.ts'
import { startService } from '../../../test/service.ts'
import { newId } from '../../core/values/id.ts'
import { createChallenge } from './challenge.ts'
import { disableSecondStep, enableSecondStep, newSecondStep, verifySecondStep } from './second-step.ts'
import { authenticateBySecondStep, authenticateByPassword } from './sign-in.ts'

const service = await startService()
const { sql } = service

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Someone with a second step; its last used code is the one before the present. */
async function aCarefulPerson() {
  const account = await aPerson(service)
  const { secret } = newSecondStep(account.email)
  const codes = await enableSecondStep(sql, account, secret, codeOf(secret, -1))
  return { ...account, secret, codes }
}
const begin = (accountId: string) =>
  createChallenge(sql, { purpose: 'second-step', accountId, state: { returnTo: null } })

/** Each time by a form of its own. */
const finish = (secret: string, code: string) =>
  authenticateBySecondStep(sql, { secret, key: newId() }, code, aBrowser())

suite('a second step', () => {
  test('is required after the password, and completed by a code of the authenticator app', async () => {
    const { id, email, secret } = await aCarefulPerson()
    assert.deepEqual(await authenticateByPassword(sql, { email, password: PASSWORD }, aBrowser()), {
      accountId: id,
      needsSecondStep: true,
    })
    const step = await begin(id)
    await assert.rejects(finish(step, '000000'), { status: 400 })
    assert.equal((await finish(step, codeOf(secret))).accountId, id)
    await assert.rejects(finish(step, codeOf(secret, 1)), { status: 400 })
  })

  test('submitted twice concurrently and once more completes once', async () => {
    const { id, secret } = await aCarefulPerson()
    const form = { secret: await begin(id), key: newId() }
    const send = () => authenticateBySecondStep(sql, form, codeOf(secret), aBrowser())
    const all = [...(await Promise.all([send(), send()])), await send()]
    for (const { accountId } of all) assert.equal(accountId, id)
    await assert.rejects(finish(form.secret, codeOf(secret, 1)), { status: 400 })
  })

  test('is enabled only with a code of the authenticator app', async () => {
    const account = await aPerson(service)
    const { secret, address } = newSecondStep(account.email)
    assert.match(address, /^otpauth:\/\/totp\/Vitrina:/)
    assert.throws(() => enableSecondStep(sql, account, secret, '000000'), { status: 400 })
    assert.throws(() => enableSecondStep(sql, account, 'MFRGG', '000000'), { status: 400 })
    await enableSecondStep(sql, account, secret, codeOf(secret))
    assert.deepEqual(
      (await mailsTo(service, account.email)).map(({ payload }) => payload['change']),
      ['second_step_on'],
    )
  })

  test('accepts each code once, also concurrently, and none of an earlier time step', async () => {
    const { id, secret } = await aCarefulPerson()
    assert.equal(await verifySecondStep(sql, id, codeOf(secret, -1)), false)
    const code = codeOf(secret)
    const twice = await Promise.all([verifySecondStep(sql, id, code), verifySecondStep(sql, id, code)])
    assert.deepEqual(twice.toSorted(), [false, true])
    assert.equal(await verifySecondStep(sql, id, codeOf(secret, 5)), false)
  })

  test('counts a code for its own time step when that ends meanwhile', async (t) => {
    const { id, secret } = await aCarefulPerson()
    const timestamp = Date.now()
    const step = Math.floor(timestamp / 30_000)
    const code = new TOTP({ secret }).generate({ timestamp })
    const end = (step + 1) * 30_000
    let reads = 0
    t.mock.method(Date, 'now', () => end - (++reads % 2))
    assert.equal(await verifySecondStep(sql, id, code), true)
    const [account] = await sql<{ totpLastStep: number }[]>`
      select totp_last_step from accounts where id = ${id}`
    assert.equal(account!.totpLastStep, step)
  })

  test('accepts each of ten recovery codes once, in any notation', async () => {
    const { id, codes } = await aCarefulPerson()
    assert.equal(new Set(codes).size, 10)
    const typed = ` ${codes[0]!.slice(0, 5).toUpperCase()}-${codes[0]!.slice(5)} `
    assert.equal(await verifySecondStep(sql, id, typed), true)
    assert.equal(await verifySecondStep(sql, id, codes[0]!), false)
    assert.equal(await verifySecondStep(sql, (await aCarefulPerson()).id, codes[1]!), false)
  })

  test('is locked after many failures, across sign-ins', async () => {
    const { id, secret } = await aCarefulPerson()
    for (let n = 0; n < 5; n++) {
      await assert.rejects(finish(await begin(id), 'xxxxxx'), { status: 400 })
    }
    await assert.rejects(finish(await begin(id), codeOf(secret)), { status: 429 })
  })

  test('is deleted with its recovery codes when it is switched off', async () => {
    const { id, email, secret, codes } = await aCarefulPerson()
    await disableSecondStep(sql, { id, email })
    assert.equal(await verifySecondStep(sql, id, codeOf(secret)), false)
    assert.equal(await verifySecondStep(sql, id, codes[0]!), false)
    const { needsSecondStep } = await authenticateByPassword(sql, { email, password: PASSWORD }, aBrowser())
    assert.equal(needsSecondStep, false)
  })
})
