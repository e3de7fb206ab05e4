import { parseArgs } from 'node:util'
import { createLog } from '../../src/core/process/log.ts'
import { readConfig } from '../../src/core/config/config.ts'
import { connect } from '../../src/core/database/db.ts'
import { startWorker } from '../../src/process/worker.ts'

/** The worker as a process that a test kills; its lease and pace are shorter than the service's. */
const { values } = parseArgs({ options: { lease: { type: 'string' }, pace: { type: 'string' } } })
const config = readConfig()
startWorker({
  config,
  sql: connect(config.databaseUrl!),
  log: createLog('silent'),
  leaseSeconds: Number(values.lease),
  paceSeconds: Number(values.pace),
})
setInterval(() => {}, 60_000)
