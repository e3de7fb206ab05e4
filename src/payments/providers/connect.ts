import { createHmac, timingSafeEqual } from 'node:crypto'
import { transaction, type Db, type Tx } from '../../core/database/db.ts'
import { ApiError, conflict } from '../../core/errors/errors.ts'
import type { Provider } from '../../orders/payment.ts'
import { deactivateMethods } from '../update.ts'
import { addPaymentMethod } from '../create.ts'
import { findAccount, saveAccount } from './account.ts'
import type { ConnectionAttempt, GrantedAccount, PaymentProvider } from './provider.ts'
import type { Providers } from './providers.ts'

/** How long an owner may take at the provider's. */
const MAX_MINUTES = 60

type Of = { storeId: string; provider: Provider }
/** `session` is the token of the session, which no other site and no other person has. */
type Attempt = Of & { session: string; returnUrl: string }

/** Begins to connect a store's account. @returns where the owner goes @throws 409 `PROVIDER_NOT_CONFIGURED`, ProviderError */
export async function startConnection(
  sql: Db,
  providers: Providers,
  { storeId, provider, session, returnUrl }: Attempt,
) {
  const client = requireProvider(providers, provider)
  const state = makeState({ storeId, provider }, session, Math.floor(Date.now() / 1000))
  const pendingAccountId = await usableAccountId(sql, { storeId, provider })
  const started = await client.startConnection(attemptOf(state, session, returnUrl, pendingAccountId))
  if (started.accountId && started.accountId !== pendingAccountId) {
    const account = { accountId: started.accountId, tokens: null, expiresAt: null }
    await saveAccount(sql, providers, { storeId, id: provider, state: 'pending' }, account)
  }
  return started.url
}

/** @throws 409 */
function requireProvider(providers: Providers, name: Provider): PaymentProvider {
  const provider = providers.get(name)
  if (provider) return provider
  throw conflict('PROVIDER_NOT_CONFIGURED', 'Este servicio no tiene configurado ese proveedor', {
    provider: name,
  })
}

/** One whose access was revoked is not used again: its owner has disconnected it there. */
async function usableAccountId(sql: Db, { storeId, provider }: Of): Promise<string | null> {
  const account = await findAccount(sql, storeId, provider)
  return account && account.state !== 'refused' ? account.accountId : null
}

/**
 * `state` names the store, and is signed with the session: what another session began, or another site made up, is not accepted. The
 * PKCE verifier is derived from it, so neither is stored.
 */
function attemptOf(
  state: string,
  session: string,
  returnUrl: string,
  pendingAccountId: string | null,
): ConnectionAttempt {
  const verifier = createHmac('sha256', session).update(`verifier ${state}`).digest('base64url')
  return { state, verifier, returnUrl: returnUrl.replace('{state}', state), pendingAccountId }
}

function makeState({ storeId, provider }: Of, session: string, at: number): string {
  const signature = createHmac('sha256', session)
    .update(`connect ${provider} ${storeId} ${at}`)
    .digest('base64url')
  return `${storeId}.${at}.${signature}`
}

/** The store that a `state` of this session names; null for any other, and for one that is too old. */
export function storeOfState(state: string, provider: Provider, session: string): string | null {
  const [, storeId = '', at = ''] = /^([a-z0-9]{1,64})\.(\d{1,12})\.[\w-]{43}$/.exec(state) ?? []
  const expected = Buffer.from(makeState({ storeId, provider }, session, Number(at)))
  if (storeId === '' || expected.length !== state.length || !timingSafeEqual(expected, Buffer.from(state)))
    return null
  return Date.now() / 1000 - Number(at) < MAX_MINUTES * 60 ? storeId : null
}

/**
 * Connects the account that the owner chose, and makes the store's payment method with it, or activates that. @param sql attributed to her
 * @returns whether it is connected; the provider may still need something of her @throws ProviderError
 */
export async function finishConnection(
  sql: Db,
  providers: Providers,
  { storeId, provider, session, returnUrl }: Attempt,
  query: Record<string, string>,
): Promise<boolean> {
  const client = requireProvider(providers, provider)
  const pendingAccountId = await usableAccountId(sql, { storeId, provider })
  const attempt = attemptOf(query['state'] ?? '', session, returnUrl, pendingAccountId)
  const granted = await client.finishConnection(attempt, query)
  if (granted)
    await transaction(sql, (tx) => connect(tx, providers, { storeId, provider }, client.label, granted))
  return granted !== null
}

async function connect(
  tx: Tx,
  providers: Providers,
  { storeId, provider }: Of,
  name: string,
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
    await tx.savepoint((inner) => addPaymentMethod(inner, storeId, { kind, name }))
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
