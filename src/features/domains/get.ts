import type { Config } from '../../core/config/config.ts'
import type { Sql } from '../../core/database/db.ts'
import type { Localized } from '../../core/texts/text.ts'
import { hintOf, isDegraded, verificationRecordOf, type DomainFacts, type DomainState } from './domain.ts'
import { readFacts } from './facts.ts'

export type Domain = Pick<DomainFacts, 'domain' | 'state' | 'leadsHere' | 'checkedAt' | 'seen'> & {
  isProved: boolean
  isDegraded: boolean
  hint: Localized | null
}

export async function findDomain(sql: Sql, storeId: string): Promise<Domain | null> {
  const facts = await readFacts(sql, storeId)
  if (!facts) return null
  const { provedAt, state } = facts
  return {
    ...facts,
    isProved: provedAt !== null,
    isDegraded: isDegraded(facts),
    hint: hintOf(facts, state),
  }
}

export async function describeDomain(sql: Sql, storeId: string, { domainTarget: target }: Config) {
  const found = await findDomain(sql, storeId)
  if (!found) return { domain: null, state: 'off', hint: null, verification: null, target }
  const { domain, state } = found
  const hint = found.hint?.in('es') ?? null
  return { domain, state, hint, verification: verificationRecordOf(storeId, domain), target }
}

const MAX_LISTED = 20

/** For the operator: how many domains are open, and which of those fail for longest. */
export async function summarizeDomains(sql: Sql) {
  const [{ open, claimed }] = await sql<[{ open: number; claimed: number }]>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'claimed') as claimed
    from domains`
  const failing = await sql<
    { domain: string; state: DomainState; failedDays: number; failedSince: string }[]
  >`
    select domain, state, failed_days, failed_since
    from domains
    where state <> 'claimed' and failed_days > 0
    order by failed_since
    limit ${MAX_LISTED}`
  const names = await sql<{ domain: string }[]>`
    select domain from domains where state = 'open' order by domain limit ${MAX_LISTED}`
  return {
    open,
    claimed,
    failing,
    openDomains: names.map(({ domain }) => domain),
    isDegraded: failing.some(isDegraded),
  }
}
