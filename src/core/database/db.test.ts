import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { isTransientError, transaction } from './db.ts'

const { sql } = await startService()

suite('a temporary failure', () => {
  test('is a deadlock: one transaction commits, the other may be retried', async () => {
    await sql`create table pair (n integer primary key)`
    await sql`insert into pair values (1), (2)`
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const takeBoth = (first: 0 | 1) =>
      transaction(sql, async (tx) => {
        await tx`select 1 from pair where n = ${first + 1} for update`
        met[first].resolve()
        await Promise.all(met.map(({ promise }) => promise))
        await tx`select 1 from pair where n = ${2 - first} for update`
      })
    const results = await Promise.allSettled([takeBoth(0), takeBoth(1)])
    const failed = results.filter((result) => result.status === 'rejected')
    assert.equal(failed.length, 1)
    assert.ok(isTransientError(failed[0]!.reason))
  })

  test('is not the violation of a constraint', async () => {
    const denied = await sql`insert into pair values (1)`.catch((error: unknown) => error)
    assert.equal(isTransientError(denied), false)
    assert.equal(isTransientError(await sql`select 1 / 0`.catch((error: unknown) => error)), false)
  })
})
