import { registerGauge } from '../metrics/metrics.ts'
import type { Db } from '../database/db.ts'

/** Registers the gauges of each job's last success, in any process, and its interval. */
export function registerJobMetrics(sql: Db, jobs: { name: string; everySeconds: number }[]): void {
  registerGauge('jobInterval', () =>
    jobs.map(({ name, everySeconds }) => ({ labels: { task: name }, value: everySeconds })),
  )
  registerGauge('jobSuccess', async () => {
    const rows = await sql<{ name: string; succeededAt: number }[]>`
      select name, extract(epoch from succeeded_at)::float8 as succeeded_at
      from maintenance_jobs
      where name = any(${jobs.map(({ name }) => name)}) and succeeded_at is not null`
    return rows.map(({ name, succeededAt }) => ({ labels: { task: name }, value: succeededAt }))
  })
}
