import type { Db } from '../../../core/database/db.ts'
import type { Log } from '../../../core/process/log.ts'
import { accountColumns, encryptTokens, renewAccount, toProviderAccount, type AccountRow } from './account.ts'
import { keyId } from './encryption.ts'
import type { Providers } from './providers.ts'

/** Tokens of Mercado Pago last 180 days. */
const DAYS_BEFORE = 30
/** Of one run: each may take as long as the provider's time limit. */
const MAX_ACCOUNTS = 5

/** Renews tokens before they lapse. @returns whether there are more */
export async function renewExpiring(sql: Db, log: Log, providers: Providers): Promise<boolean> {
  const expiring = await sql<AccountRow[]>`
    select ${accountColumns(sql)}
    from payment_accounts
    where state = 'connected' and expires_at < statement_timestamp() + make_interval(days => ${DAYS_BEFORE})
    order by expires_at
    limit ${MAX_ACCOUNTS}`
  let failed = false
  for (const account of expiring) {
    const of = { store: account.storeId, provider: account.id }
    try {
      if (!(await renewAccount(sql, providers, account)))
        log.warn(of, 'a payment account has to be connected again')
    } catch (err) {
      failed = true
      log.warn({ err, ...of }, 'tokens of a payment account not renewed, will be tried again')
    }
  }
  return expiring.length === MAX_ACCOUNTS && !failed
}

/** So that the second can be taken away. What no key decrypts is logged, and does not hold up the others. */
export async function encryptByFirstKey(sql: Db, log: Log, providers: Providers): Promise<boolean> {
  const current = keyId(providers.keys()[0])
  const accounts = await sql<AccountRow[]>`
    select ${accountColumns(sql)}
    from payment_accounts
    where secrets is not null
    and (split_part(secrets, '.', 1) < ${current} or split_part(secrets, '.', 1) > ${current}) -- ranges, which an index has`
  for (const account of accounts) {
    const { storeId, id } = account
    try {
      const { tokens } = toProviderAccount(providers, account)
      await sql`
        update payment_accounts
        set secrets = ${encryptTokens(providers.keys(), storeId, id, tokens!)}
        where store_id = ${storeId} and id = ${id} and secrets = ${account.secrets}`
    } catch (err) {
      log.error(
        { err, store: storeId, provider: id },
        'tokens of a payment account not encrypted by the new key',
      )
    }
  }
  return false
}
