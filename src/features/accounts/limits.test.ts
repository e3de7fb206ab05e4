import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { countFailure, resetFailures, type AuthenticationAttempt } from './limits.ts'

const service = await startService()
const { sql } = service

const someone = (knownDeviceId: string | null = null): AuthenticationAttempt => {
  return { method: 'password', subject: `${newId()}@ejemplo.test`, knownDeviceId }
}
const fail = async (attempt: AuthenticationAttempt, times: number) => {
  for (let n = 0; n < times; n++) await countFailure(sql, attempt)
}
/** Seconds of the pause that the next try meets; null when it meets none. */
const waitOf = async (attempt: AuthenticationAttempt) => {
  const error = await countFailure(sql, attempt).then(
    () => null,
    (thrown: ApiError) => thrown,
  )
  if (!error) return null
  assert.equal(error.status, 429)
  const left = Number(error.headers['retry-after'])
  return pauses.find((pause) => left <= pause)
}
const pauses = [30, 60, 120, 240, 480, 900]
/** Ends the current pause. */
const advanceTime = (seconds: number) => sql`
  update proof_failures set paused_until = paused_until - make_interval(secs => ${seconds})`

suite('failures', () => {
  test('are allowed five times; then each locks for a time that doubles up to 15 minutes', async () => {
    const attempt = someone()
    await fail(attempt, 5)
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      waits.push((await waitOf(attempt))!)
      await advanceTime(901)
      await fail(attempt, 1)
    }
    assert.deepEqual(waits, [30, 60, 120, 240, 480, 900, 900, 900])
  })

  test('that are concurrent get no more attempts than sequential ones', async () => {
    const attempt = someone()
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => countFailure(sql, attempt)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 5)
  })

  test('in unknown browsers do not lock out known ones, other addresses or other factors', async () => {
    const stranger = someone()
    await fail(stranger, 5)
    assert.ok(await waitOf(stranger))
    assert.equal(await waitOf({ ...stranger, knownDeviceId: newId() }), null)
    assert.equal(await waitOf({ ...stranger, method: 'code' }), null)
    assert.equal(await waitOf(someone()), null)
  })

  test('in a known browser lock it out too', async () => {
    const known = someone(newId())
    await fail(known, 5)
    assert.equal(await waitOf(known), 30)
  })

  test('are reset after a success, and after a day', async () => {
    const [a, b] = [someone(), someone()]
    await fail(a, 4)
    await resetFailures(sql, a)
    await fail(a, 5)
    await fail(b, 4)
    await sql`update proof_failures set failed_at = now() - interval '25 hours' where paused_until is null`
    await fail(b, 5)
    assert.equal(await waitOf(b), 30)
  })
})
