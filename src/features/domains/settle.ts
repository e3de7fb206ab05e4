import { lockText } from '../../core/database/advisory-locks.ts'
import type { Tx } from '../../core/database/db.ts'
import { mailOwners } from '../mail/queue.ts'
import { lockCatalog, setStoreDomain } from '../stores/catalog-version.ts'
import { hintOf, stateOf } from './domain.ts'
import { readFacts, type StoreFacts } from './facts.ts'

const GRACE_DAYS = 30
const DAY = 24 * 3600 * 1000

/** In the order of their ids, so that transactions about the same ones don't deadlock. */
export async function lockClaimants(tx: Tx, storeId: string): Promise<void> {
  const others = await tx<{ storeId: string }[]>`
    select store_id
    from domains
    where domain = (select domain from domains where store_id = ${storeId}) and store_id <> ${storeId}`
  for (const id of [storeId, ...others.map((other) => other.storeId)].toSorted()) await lockCatalog(tx, id)
}

/** Call it after whatever changes its connection, plan or check, in a transaction that began with `lockClaimants`. */
export async function settleDomain(tx: Tx, storeId: string): Promise<void> {
  const [saved] = await tx<{ domain: string | null; held: string | null }[]>`
    select
      case when stores.deleted_at is null then settings ->> 'domain' end as domain,
      domains.domain as held
    from stores
    left join connections on connections.store_id = stores.id and connections.id = 'custom_domain'
    left join domains on domains.store_id = stores.id
    where stores.id = ${storeId}`
  if (!saved || (saved.domain === null && saved.held === null)) return
  const { domain, held } = saved
  // In the order of their names, so that two transactions don't deadlock.
  for (const name of new Set([domain, held].filter((one) => one !== null).toSorted()))
    await lockText(tx, 'domains', name)
  if (held !== null && held !== domain) await release(tx, storeId, held)
  if (domain === null) return setStoreDomain(tx, storeId, null)
  await tx`
    insert into domains (domain, store_id, check_at)
    values (${domain}, ${storeId}, statement_timestamp())
    on conflict (store_id) do nothing`
  await settle(tx, (await readFacts(tx, storeId))!)
}

async function release(tx: Tx, storeId: string, domain: string) {
  await tx`delete from domains where store_id = ${storeId}`
  await tx`
    update domains
    set check_at = statement_timestamp()
    where domain = ${domain} and check_at is not null`
}

async function settle(tx: Tx, facts: StoreFacts) {
  const { storeId, domain, state: before, isPaid, isPaused, now, storeName: name } = facts
  const store = { id: storeId, name }
  const graceEndsAt = isPaid
    ? null
    : (facts.graceEndsAt ?? (before === 'open' ? inDays(now, GRACE_DAYS) : null))
  const state = stateOf(facts, graceEndsAt)
  if (before === 'claimed' && state !== 'claimed') await closeRival(tx, facts)
  if (before !== 'claimed' && state === 'claimed' && facts.isLost)
    await mailOwners(tx, store, 'domain.lost', { domain })
  if (state === 'open' && graceEndsAt !== null && facts.graceEndsAt === null)
    await mailOwners(tx, store, 'domain.grace', { domain, until: graceEndsAt })
  // Release 0.4.0 reads the hint; later ones derive it, in the language of who reads it.
  await tx`
    update domains
    set
      state = ${state}, grace_ends_at = ${graceEndsAt}, hint = ${hintOf({ ...facts, graceEndsAt }, state)?.in('es') ?? null},
      opened_at = case when ${state} = 'open' and state = 'claimed' then ${now}::timestamptz else opened_at end,
      check_at = case
        when not ${isPaused || (!isPaid && state === 'claimed')}
          then least(coalesce(check_at, ${now}), ${state === 'open' ? graceEndsAt : null})
      end,
      updated_at = ${now}
    where store_id = ${storeId}`
  await setStoreDomain(tx, storeId, state === 'open' ? domain : null)
}

/** The store that had the domain gives it up first: only one row of a domain is served. */
async function closeRival(tx: Tx, { storeId, domain }: StoreFacts) {
  const [rival] = await tx<{ storeId: string }[]>`
    select store_id from domains where domain = ${domain} and state <> 'claimed' and store_id <> ${storeId}`
  if (rival) await settleDomain(tx, rival.storeId)
}

const inDays = (from: string, days: number) => new Date(Date.parse(from) + days * DAY).toISOString()
