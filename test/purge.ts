import type { Db } from '../src/core/database/db.ts'
import { createLog } from '../src/core/process/log.ts'
import { purgeJobs } from '../src/retention.ts'

/** Runs a job that deletes rows once. @returns whether there may be more */
export function runPurge(sql: Db, name: string): Promise<boolean> {
  const job = purgeJobs.find((one) => one.name === name)
  if (!job) throw new Error(`no job deletes ${name}`)
  return job.run(sql, createLog('silent'))
}
