import type { Db } from '../../core/database/db.ts'
import type { Log } from '../../core/process/log.ts'
import { startLoop, type Loop } from '../../core/jobs/loop.ts'
import { checkDomain } from './check.ts'
import type { DnsSettings } from './look-up.ts'

const INTERVAL_MS = 20_000
/** Checks of one turn, all at once: a turn ends before the loop counts it as hung. */
const BATCH = 8
const LEASE_MINUTES = 5

export const startDomainChecks = ({ sql, log, config }: { sql: Db; log: Log; config: DnsSettings }): Loop =>
  startLoop({
    name: 'domains',
    log,
    intervalMs: INTERVAL_MS,
    runOnce: () => checkDueDomains(sql, log, config),
  })

/** One that fails is due again when its lease ends. */
export async function checkDueDomains(sql: Db, log: Log, settings: DnsSettings): Promise<void> {
  for (let due = await claimDue(sql); due.length > 0; due = await claimDue(sql)) {
    await Promise.all(
      due.map(({ storeId }) =>
        checkDomain(sql, storeId, settings).catch((err: unknown) =>
          log.error({ err, store: storeId }, 'domain could not be looked up'),
        ),
      ),
    )
    if (due.length < BATCH) return
  }
}

/** Postpones their next check, so that no other process takes them too. */
const claimDue = (sql: Db) => sql<{ storeId: string }[]>`
  update domains
  set check_at = statement_timestamp() + make_interval(mins => ${LEASE_MINUTES})
  where store_id = any(array(
    select store_id
    from domains
    where check_at <= statement_timestamp()
    order by check_at
    limit ${BATCH}
    for update skip locked
  ))
  returning store_id`
