import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { clientHasher } from '../http/log-requests.ts'

const { sql } = await startService()
const DAY = 24 * 3600_000

async function ready(hasher: ReturnType<typeof clientHasher>) {
  await waitFor(() => hasher('192.0.2.1') !== undefined)
  return hasher
}

suite('the hash of an address', () => {
  test('is the same in every process for a day, differs by address, and does not contain it', async () => {
    const [one, other] = await Promise.all([ready(clientHasher(sql)), ready(clientHasher(sql))])
    assert.equal(one('192.0.2.1'), other('192.0.2.1'))
    assert.notEqual(one('192.0.2.1'), one('192.0.2.2'))
    assert.match(one('192.0.2.1')!, /^[\w-]{12}$/)
  })

  test('changes daily, and the previous salt is deleted', async (t: TestContext) => {
    const hasher = await ready(clientHasher(sql))
    const today = hasher('192.0.2.1')
    const [before] = await sql<{ salt: string }[]>`select salt from log_salts`
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY })
    await waitFor(() => hasher('192.0.2.1') !== today)
    t.mock.timers.reset()
    const salts = await sql<{ salt: string }[]>`select salt from log_salts`
    assert.equal(salts.length, 1)
    assert.notEqual(salts[0]!.salt, before!.salt)
  })
})
