import type { Sql } from '../core/database/db.ts'
import { summarizeDomains } from '../domains/get.ts'
import type { Check } from './doctor-check.ts'

/** The domains of shops: which are open, which fail, and since when. */
export async function checkDomains(sql: Sql): Promise<Check[]> {
  const { open, claimed, openDomains, failing, isDegraded } = await summarizeDomains(sql)
  if (open + claimed + failing.length === 0) return []
  const more = open > openDomains.length ? ', …' : ''
  const counts = `${open} open${open > 0 ? ` (${openDomains.join(', ')}${more})` : ''}, ${claimed} not open yet`
  const failures = failing.map(
    ({ domain, failedDays, failedSince }) => `${domain} fails since ${failedSince} (${failedDays} days)`,
  )
  const message = [counts, ...failures].join('; ')
  const advice = ': `npm run -s cli -- domain check --store S` says why'
  return [
    { name: 'domains', status: isDegraded ? 'warn' : 'ok', message: isDegraded ? message + advice : message },
  ]
}
