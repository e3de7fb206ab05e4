import type { Db, Sql, Tx } from '../../../core/database/db.ts'
import type { Provider } from '../../orders/payment.ts'
import { deactivateMethods } from '../payment-method.ts'
import { decrypt, encrypt, type SecretKeys } from './encryption.ts'
import {
  ProviderError,
  type GrantedAccount,
  type PaymentProvider,
  type ProviderAccount,
  type Tokens,
} from './provider.ts'
import type { Providers } from './providers.ts'

/** `pending`: the provider still needs something of the owner; `refused`: it has revoked our access, she has to connect again. */
export type AccountState = 'pending' | 'connected' | 'refused'

export type AccountRow = {
  storeId: string
  id: Provider
  state: AccountState
  accountId: string
  secrets: string | null
  expiresAt: string | null
}

export const accountColumns = (sql: Sql) => sql`store_id, id, state, account_id, secrets, expires_at`

export async function findAccount(sql: Sql, storeId: string, provider: Provider): Promise<AccountRow | null> {
  const [row] = await sql<AccountRow[]>`
    select ${accountColumns(sql)} from payment_accounts where store_id = ${storeId} and id = ${provider}`
  return row ?? null
}

export async function listRefusedAccounts(sql: Sql, storeId: string): Promise<Provider[]> {
  const rows = await sql<{ id: Provider }[]>`
    select id from payment_accounts where store_id = ${storeId} and state = 'refused'`
  return rows.map(({ id }) => id)
}

/** The context of the encryption: the tokens of one store are of no use in the row of another. */
const contextOf = (storeId: string, provider: Provider) => `${storeId} ${provider}`

export function encryptTokens(keys: SecretKeys, storeId: string, provider: Provider, tokens: Tokens): string {
  return encrypt(keys, contextOf(storeId, provider), JSON.stringify(tokens))
}

export function toProviderAccount(
  providers: Providers,
  { storeId, id, accountId, secrets }: AccountRow,
): ProviderAccount {
  if (secrets === null) return { accountId, tokens: null }
  const tokens = JSON.parse(decrypt(providers.keys(), contextOf(storeId, id), secrets)) as Tokens
  return { accountId, tokens }
}

export async function saveAccount(
  sql: Sql,
  providers: Providers,
  { storeId, id, state }: Pick<AccountRow, 'storeId' | 'id' | 'state'>,
  { accountId, tokens, expiresAt }: GrantedAccount,
): Promise<void> {
  const secrets = tokens && encryptTokens(providers.keys(), storeId, id, tokens)
  await sql`
    insert into payment_accounts (store_id, id, state, account_id, secrets, expires_at)
    values (${storeId}, ${id}, ${state}, ${accountId}, ${secrets}, ${expiresAt})
    on conflict (store_id, id) do update
    set
      state = excluded.state, account_id = excluded.account_id, secrets = excluded.secrets,
      expires_at = excluded.expires_at, updated_at = statement_timestamp()`
}

type Work<T> = (provider: PaymentProvider, account: ProviderAccount) => Promise<T>

/**
 * Calls a provider for a store. Tokens whose time is up are renewed before; others that are not accepted any more after, and the
 * call is made once more.
 * @throws ProviderError
 */
export async function withAccount<T>(
  sql: Db,
  providers: Providers,
  { storeId, id }: Pick<AccountRow, 'storeId' | 'id'>,
  work: Work<T>,
): Promise<T> {
  const provider = providers.get(id)
  const found = await findAccount(sql, storeId, id)
  const row = found && hasLapsed(found) ? await renewAccount(sql, providers, found) : found
  if (!provider || row?.state !== 'connected')
    throw new ProviderError('unauthorized', 'The store has not connected its account')
  try {
    return await work(provider, toProviderAccount(providers, row))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.why !== 'unauthorized') throw error
    const renewed = await renewAccount(sql, providers, row)
    if (!renewed) throw error
    return work(provider, toProviderAccount(providers, renewed))
  }
}

const hasLapsed = ({ expiresAt }: AccountRow): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now()

/**
 * Renews the tokens that `used` has, one process at a time: a token that renews can be used once. Where another one has renewed
 * them meanwhile, those are the result. An account whose tokens the provider does not renew any more is marked.
 * @returns null where the owner has to connect again @throws ProviderError
 */
export function renewAccount(sql: Db, providers: Providers, used: AccountRow): Promise<AccountRow | null> {
  const { storeId, id } = used
  // The row stays locked during the call; all such transactions together have the connections of one owner at most.
  return sql.queuedBy('payment accounts').begin(async (tx) => {
    const [row] = await tx<AccountRow[]>`
      select ${accountColumns(tx)} from payment_accounts where store_id = ${storeId} and id = ${id} for update`
    const provider = providers.get(id)
    if (!row || !provider || row.state !== 'connected') return null
    if (row.secrets !== used.secrets) return row
    const { tokens } = toProviderAccount(providers, row)
    const granted = await renewed(provider, tokens)
    if (granted) await saveAccount(tx, providers, row, { ...granted, accountId: row.accountId })
    else await markRefused(tx, row)
    return granted && findAccount(tx, storeId, id)
  })
}

/** The owner reads it in Hoy; shoppers are not offered what they can't pay with. */
async function markRefused(tx: Tx, { storeId, id }: AccountRow) {
  await tx`
    update payment_accounts
    set state = 'refused', secrets = null, updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}`
  await deactivateMethods(tx, storeId, id)
}

async function renewed(provider: PaymentProvider, tokens: Tokens | null): Promise<GrantedAccount | null> {
  if (!tokens) return null
  try {
    return await provider.renew(tokens)
  } catch (error) {
    if (error instanceof ProviderError && error.why === 'unauthorized') return null
    throw error
  }
}
