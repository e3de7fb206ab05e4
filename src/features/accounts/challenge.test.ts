import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { startService } from '../../../test/service.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { verifyCode, findChallenge, createChallenge, consumeChallenge } from './challenge.ts'

const service = await startService()
const { sql } = service

const ask = (code: string | null = '123456') =>
  createChallenge(sql, {
    purpose: 'sign-in',
    accountId: null,
    state: { email: 'a@ejemplo.test', returnTo: null },
    code,
  })
const outcome = (secret: string, code: string, purpose: 'sign-in' | 'sign-up' = 'sign-in') =>
  verifyCode(sql, purpose, { secret, code }, async () => 'right').catch(({ body }: ApiError) =>
    body.code === 'CODE_EXPIRED' ? 'expired' : 'wrong',
  )
const outcomes = async (secret: string, codes: string[]) =>
  (await Promise.all(codes.map((code) => outcome(secret, code)))).toSorted()

suite('a code', () => {
  test('is accepted once', async () => {
    const secret = await ask()
    assert.equal(await outcome(secret, ' 123 456 '), 'right')
    assert.equal(await outcome(secret, '123456'), 'expired')
  })

  test('is accepted once when it is used twice at the same time', async () => {
    for (let n = 0; n < 10; n++) {
      assert.deepEqual(await outcomes(await ask(), ['123456', '123456']), ['expired', 'right'])
    }
  })

  test('allows five attempts, sequential or concurrent', async () => {
    const [fifth, sixth] = [await ask(), await ask()]
    for (const secret of [fifth, sixth])
      for (let n = 0; n < 4; n++) assert.equal(await outcome(secret, '000000'), 'wrong')
    assert.equal(await outcome(fifth, '123456'), 'right')
    assert.equal(await outcome(sixth, '000000'), 'expired', 'the last attempt')
    assert.equal(await outcome(sixth, '123456'), 'expired')
    const tries = await outcomes(
      await ask(),
      Array.from({ length: 30 }, (_, n) => String(n).padStart(6, '0')),
    )
    assert.equal(tries.filter((one) => one === 'wrong').length, 4)
  })

  test('expires after ten minutes', async () => {
    const secret = await ask()
    const [row] = await sql<{ seconds: number }[]>`
      select extract(epoch from max(expires_at) - now())::float8 as seconds from account_challenges`
    assert.ok(row!.seconds > 590 && row!.seconds <= 600)
    await sql`update account_challenges set expires_at = now()`
    assert.equal(await outcome(secret, '123456'), 'expired')
    assert.equal(await findChallenge(sql, 'sign-in', secret), undefined)
    await runPurge(sql, 'expired challenges')
    assert.equal((await sql`select 1 from account_challenges`).length, 0)
  })

  test('is bound to the browser that requested it, and to its purpose', async () => {
    const [mine, other] = [await ask('111111'), await ask('222222')]
    assert.equal(await outcome(other, '111111'), 'wrong')
    assert.equal(await outcome(mine, '111111', 'sign-up'), 'expired')
    assert.equal(await consumeChallenge(sql, 'recovery', mine), undefined)
  })

  test('that was never sent is never accepted', async () => {
    const secret = await ask(null)
    for (let n = 0; n < 4; n++) assert.equal(await outcome(secret, '123456'), 'wrong')
    for (let n = 0; n < 2; n++) assert.equal(await outcome(secret, '123456'), 'expired')
  })

  test('can not be derived from the stored row', async () => {
    const [a, b] = [await ask(), await ask()]
    const rows = await sql<{ hash: string; line: string }[]>`
      select encode(code_hash, 'hex') as hash, account_challenges::text as line from account_challenges
      where expires_at > now() and tries = 0`
    assert.equal(new Set(rows.map(({ hash }) => hash)).size, rows.length)
    for (const { line } of rows) assert.ok(![a, b, '123456'].some((secret) => line.includes(secret)))
  })
})
