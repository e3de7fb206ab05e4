import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { startMaintenance, type MaintenanceJob } from './maintenance.ts'
import { createLog } from '../process/log.ts'

const { sql } = await startService()
const log = createLog('silent')

suite('a job', () => {
  test('runs once per interval over three processes', async () => {
    let done = 0
    const jobs: MaintenanceJob[] = [{ name: 'a', everySeconds: 0.5, run: async () => (done++, false) }]
    const begun = performance.now()
    const all = [1, 2, 3].map(() => startMaintenance({ sql, log, jobs, intervalMs: 20 }))
    await waitFor(() => done >= 3)
    await Promise.all(all.map(({ stop }) => stop()))
    const passed = performance.now() - begun
    assert.ok(done <= passed / 500 + 1, `${done} times in ${passed} ms`)
  })

  test('runs again at once while there is more to do', async () => {
    let left = 3
    const jobs: MaintenanceJob[] = [{ name: 'b', everySeconds: 3600, run: async () => --left > 0 }]
    const { stop } = startMaintenance({ sql, log, jobs, intervalMs: 20 })
    await waitFor(() => left === 0)
    await sleep(100)
    await stop()
    assert.equal(left, 0)
  })

  test('goes on in one run while there is more, by turns with others, and until the budget is spent', async () => {
    const left = { d: 3, e: 2, f: Infinity }
    const parts: string[] = []
    const jobs = Object.keys(left).map((name): MaintenanceJob => {
      const run = async () => (parts.push(name), --left[name as keyof typeof left] > 0)
      return { name, everySeconds: 3600, run }
    })
    const { stop } = startMaintenance({ sql, log, jobs, intervalMs: 60_000, budgetMs: 1_000 })
    await waitFor(() => left.d === 0 && left.e === 0)
    assert.deepEqual(parts.slice(0, 6), ['d', 'e', 'f', 'd', 'e', 'f'])
    const isDue = () => sql`select from maintenance_jobs where name = 'f' and next_at <= now()`
    await sleep(1_200)
    const spent = parts.length
    await sleep(200)
    await stop()
    assert.equal(parts.length, spent)
    assert.equal((await isDue()).length, 1)
  })

  test('ignores a next run that a clock ahead of time has set', async () => {
    await sql`insert into maintenance_jobs (name, next_at) values ('c', now() + interval '1 year')`
    let done = 0
    const jobs: MaintenanceJob[] = [{ name: 'c', everySeconds: 3600, run: async () => (done++, false) }]
    const { stop } = startMaintenance({ sql, log, jobs, intervalMs: 20 })
    await waitFor(() => done === 1)
    await sleep(100)
    await stop()
    assert.equal(done, 1)
  })
})
