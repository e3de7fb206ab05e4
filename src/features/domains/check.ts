import { transaction, type Sql, type Tx, type Db } from '../../core/database/db.ts'
import { mailOwners } from '../mail/queue.ts'
import type { DomainFacts } from './domain.ts'
import { readFacts } from './facts.ts'
import { lookUp, type DnsSettings, type DomainCheck } from './look-up.ts'
import { lockClaimants, settleDomain } from './settle.ts'
import type { Log } from '../../core/process/log.ts'
import { startLoop, type Loop } from '../../core/jobs/loop.ts'

const HOUR = 3600
const REMINDER_DAYS = 7

/** Looks a store's domain up and applies what was found; nothing where it claims none. @throws 429 while too many wait */
export async function checkDomain(sql: Sql, storeId: string, settings: DnsSettings): Promise<void> {
  const [claim] = await sql<{ domain: string }[]>`select domain from domains where store_id = ${storeId}`
  if (!claim) return
  const found = await lookUp(claim.domain, storeId, settings)
  await transaction(sql, (tx) => recordCheck(tx, storeId, claim.domain, found))
}

async function recordCheck(tx: Tx, storeId: string, domain: string, found: DomainCheck) {
  await lockClaimants(tx, storeId)
  const before = await readFacts(tx, storeId)
  if (before?.domain !== domain) return // another one was saved meanwhile

  await writeCheck(tx, before, found)
  await settleDomain(tx, storeId)
  await remindOfGrace(tx, before)
}

/**
 * An open domain keeps its proof when the record is gone; a claim that is not open loses it, so that it is newer when it comes back.
 * Checks count once a day as failed.
 */
async function writeCheck(
  tx: Tx,
  { storeId, state, now }: DomainFacts,
  { seen, isProved, leadsHere }: DomainCheck,
) {
  const hasFailed = !(isProved === true && leadsHere === true)
  const isProofLost = isProved === false && state === 'claimed'
  await tx`
    update domains
    set
      seen = ${tx.json(seen)},
      proved_at = case
        when ${isProved === true} then coalesce(proved_at, ${now})
        when not ${isProofLost} then proved_at
      end,
      leads_here = coalesce(${leadsHere}, leads_here),
      failed_days = case
        when not ${hasFailed} then 0
        when failed_days = 0 or (checked_at at time zone 'UTC')::date < (${now}::timestamptz at time zone 'UTC')::date
          then failed_days + 1
        else failed_days
      end,
      failed_since = case when ${hasFailed} then coalesce(failed_since, ${now}) end,
      checked_at = ${now},
      check_at = ${now}::timestamptz + make_interval(secs => ${secondsToNext(state, hasFailed)})
    where store_id = ${storeId}`
}

/** Hourly until it is open, then daily; spread, so that not all domains are looked up at the same time. */
const secondsToNext = (state: DomainFacts['state'], hasFailed: boolean) => {
  const interval = state === 'claimed' && hasFailed ? HOUR : 24 * HOUR
  return Math.round(interval * (1 - Math.random() / 6))
}

/** By the first check within the last week of the 30 days that a domain stays open after a downgrade. */
async function remindOfGrace(tx: Tx, { storeId, checkedAt, now }: DomainFacts) {
  const after = await readFacts(tx, storeId)
  if (!after?.graceEndsAt || after.state !== 'open') return
  const dueAt = Date.parse(after.graceEndsAt) - REMINDER_DAYS * 24 * HOUR * 1000
  if (Date.parse(now) < dueAt || (checkedAt !== null && Date.parse(checkedAt) >= dueAt)) return
  const store = { id: storeId, name: after.storeName }
  await mailOwners(tx, store, 'domain.grace_ends', { domain: after.domain, until: after.graceEndsAt })
}

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
