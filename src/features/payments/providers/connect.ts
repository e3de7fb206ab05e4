import {
  consumeChallenge,
  createChallenge,
  findChallenge,
  newChallengeSecret,
} from '../../accounts/challenge.ts'
import { transaction, type Db, type Sql, type Tx } from '../../../core/database/db.ts'
import { ApiError, conflict } from '../../../core/errors/errors.ts'
import type { Provider } from '../../orders/payment.ts'
import type { Session } from '../../sessions/session.ts'
import { deactivateMethods, paymentMethods } from '../payment-method.ts'
import { findAccount, saveAccount } from './account.ts'
import { ProviderError, type GrantedAccount, type PaymentProvider } from './provider.ts'
import type { Providers } from './providers.ts'
import { t } from '../../../core/texts/text.ts'

/** How long an owner may take at the provider's. */
const MAX_MINUTES = 60
const PURPOSE = 'payment-connection'

type Of = { storeId: string; provider: Provider }
type Start = Of & { session: Pick<Session, 'id' | 'accountId'>; returnUrl: string }

/** Begins to connect a store's account. @returns where the owner goes @throws 409 `PROVIDER_NOT_CONFIGURED`, ProviderError */
export async function startConnection(
  sql: Db,
  providers: Providers,
  { storeId, provider, session, returnUrl }: Start,
) {
  const client = requireProvider(providers, provider)
  const verifier = newChallengeSecret()
  const state = await createChallenge(sql, {
    purpose: PURPOSE,
    accountId: session.accountId,
    state: { storeId, provider, sessionId: session.id, verifier },
    minutes: MAX_MINUTES,
  })
  const pendingAccountId = await usableAccountId(sql, { storeId, provider })
  const started = await client.startConnection({
    state,
    verifier,
    returnUrl: withState(returnUrl, state),
    pendingAccountId,
  })
  if (started.accountId && started.accountId !== pendingAccountId) {
    const account = { accountId: started.accountId, tokens: null, expiresAt: null }
    await saveAccount(sql, providers, { storeId, id: provider, state: 'pending' }, account)
  }
  return started.url
}

function requireProvider(providers: Providers, name: Provider): PaymentProvider {
  const provider = providers.get(name)
  if (provider) return provider
  throw conflict('PROVIDER_NOT_CONFIGURED', t('Este servicio no tiene configurado ese proveedor'), {
    provider: name,
  })
}

/** One whose access was revoked is not used again: its owner has disconnected it there. */
async function usableAccountId(sql: Db, { storeId, provider }: Of): Promise<string | null> {
  const account = await findAccount(sql, storeId, provider)
  return account && account.state !== 'refused' ? account.accountId : null
}

const withState = (returnUrl: string, state: string) => returnUrl.replace('{state}', state)

/** The attempt that a `state` is of: whose store, and in which session. Null for one that nobody began, is finished or too old. */
export async function findAttempt(sql: Sql, provider: Provider, state: string) {
  const found = await findChallenge(sql, PURPOSE, state)
  return found?.state.provider === provider ? found.state : null
}

/**
 * Connects the account that the owner chose, and makes the store's payment method with it, or activates that. @param sql attributed to her
 * @returns whether it is connected; the provider may still need something of her @throws ProviderError
 */
export async function finishConnection(
  sql: Db,
  providers: Providers,
  { provider, returnUrl }: { provider: Provider; returnUrl: string },
  query: Record<string, string>,
): Promise<boolean> {
  const client = requireProvider(providers, provider)
  const state = query['state'] ?? ''
  const attempt = await consumeChallenge(sql, PURPOSE, state)
  if (!attempt) throw new ProviderError('rejected', 'The attempt to connect was finished already')
  const { storeId, verifier } = attempt.state
  const pendingAccountId = await usableAccountId(sql, { storeId, provider })
  const granted = await client.finishConnection(
    { state, verifier, returnUrl: withState(returnUrl, state), pendingAccountId },
    query,
  )
  if (granted)
    await transaction(sql, (tx) => connect(tx, providers, { storeId, provider, name: client.label }, granted))
  return granted !== null
}

async function connect(
  tx: Tx,
  providers: Providers,
  { storeId, provider, name }: Of & { name: string },
  granted: GrantedAccount,
) {
  const former = await findAccount(tx, storeId, provider)
  // Lock order, as in `disconnect`: account, pages, methods.
  await saveAccount(tx, providers, { storeId, id: provider, state: 'connected' }, granted)
  if (former && former.accountId !== granted.accountId) await deletePages(tx, storeId, provider)
  const { count } = await tx`
    update payment_methods
    set is_active = true, updated_at = statement_timestamp()
    where store_id = ${storeId} and kind = ${provider}`
  if (count === 0) await addMethod(tx, storeId, provider, name)
}

/** A store with as many methods as it may have has to delete one first. */
async function addMethod(tx: Tx, storeId: string, kind: Provider, name: string) {
  try {
    await tx.savepoint((inner) => paymentMethods.add(inner, storeId, { kind, name }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.code !== 'LIMIT_REACHED') throw error
  }
}

/** Forgets the account and its tokens. Its methods can't be chosen any more, and its pages are not offered. */
export function disconnect(sql: Db, { storeId, provider }: Of): Promise<void> {
  return transaction(sql, async (tx) => {
    await tx`delete from payment_accounts where store_id = ${storeId} and id = ${provider}`
    await deletePages(tx, storeId, provider)
    await deactivateMethods(tx, storeId, provider)
  })
}

async function deletePages(tx: Tx, storeId: string, provider: Provider) {
  await tx`delete from payment_pages where store_id = ${storeId} and provider = ${provider}`
}
