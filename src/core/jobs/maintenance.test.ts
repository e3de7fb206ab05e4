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
