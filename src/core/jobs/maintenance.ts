import type { Db } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { recordHeartbeat } from './heartbeat.ts'
import { startLoop, type Loop } from './loop.ts'
import { registerGauge } from '../metrics/metrics.ts'

/** A periodic clean-up. `run` does a bounded part of the work and returns whether there is more. */
export type MaintenanceJob = {
  name: string
  everySeconds: number
  run: (sql: Db, log: Log) => Promise<boolean>
}

type Options = { sql: Db; log: Log; jobs: MaintenanceJob[]; intervalMs?: number; budgetMs?: number }

const MINUTE = 60_000
/** ms after which no job begins another part of its work until the next run: half of each minute. */
const BUDGET = 30_000

export function startMaintenance(options: Options): Pick<Loop, 'stop'> {
  const { sql, log, jobs, intervalMs = MINUTE, budgetMs = BUDGET } = options
  registerJobMetrics(sql, jobs)
  return startLoop({ name: 'maintenance', log, runOnce, intervalMs })

  async function runOnce() {
    const until = performance.now() + budgetMs
    await recordHeartbeat(sql, intervalMs)
    const unfinished: MaintenanceJob[] = []
    for (const job of jobs) if ((await claimJob(job)) && (await runJob(job))) unfinished.push(job)
    while (unfinished.length > 0 && performance.now() < until) {
      const job = unfinished.shift()!
      if (await runJob(job)) unfinished.push(job)
    }
  }

  async function runJob(job: MaintenanceJob): Promise<boolean> {
    const hasMore = await job.run(sql, log)
    await recordSuccess(job, hasMore)
    return hasMore
  }

  /** The process that moves `next_at` forward runs the job. A `next_at` too far ahead was set by a clock that was wrong. */
  async function claimJob({ name, everySeconds }: MaintenanceJob): Promise<boolean> {
    const [ours] = await sql`
      insert into maintenance_jobs (name, next_at)
      values (${name}, statement_timestamp() + make_interval(secs => ${everySeconds}))
      on conflict (name) do update
      set next_at = excluded.next_at
      where maintenance_jobs.next_at <= statement_timestamp()
      or maintenance_jobs.next_at > excluded.next_at + interval '1 minute'
      returning name`
    return Boolean(ours)
  }

  /** A job with more to do is due at once. One that has ended after several parts is due an interval later. */
  async function recordSuccess({ name, everySeconds }: MaintenanceJob, hasMore: boolean) {
    await sql`
      update maintenance_jobs
      set
        succeeded_at = statement_timestamp(),
        next_at = case
          when ${hasMore} then statement_timestamp()
          when next_at <= statement_timestamp() then statement_timestamp() + make_interval(secs => ${everySeconds})
          else next_at
        end
      where name = ${name}`
  }
}

function registerJobMetrics(sql: Db, jobs: { name: string; everySeconds: number }[]): void {
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
