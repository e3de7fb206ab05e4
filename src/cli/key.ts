import { createApiKey } from '../api-keys/create.ts'
import { listApiKeys } from '../api-keys/list.ts'
import { findOwner } from '../team/owner.ts'
import { revokeApiKey } from '../api-keys/revoke.ts'
import { findAccount } from '../accounts/find.ts'
import { Body, SingleLine } from '../core/http/schema.ts'
import { scopesOf, type Scope } from '../core/auth/scopes.ts'
import { findStore } from '../stores/find.ts'
import { checked } from './check.ts'
import { UsageError, type Call, type Flags } from './command.ts'
import { singlePage } from './print.ts'

export async function create({ sql, flags }: Call) {
  const { store, account, owner, expires } = flags
  requireOne(flags)
  const common = {
    ...checked(Body({ name: SingleLine({ max: 80 }) }), { name: flags['name'] ?? 'Línea de comandos' }),
    scopes: scopesIn(flags),
    expiresAt: expires ?? null,
  }
  if (account) {
    return createApiKey(sql, { ...common, storeId: null, accountId: (await findAccount(sql, account)).id })
  }
  const { id: storeId } = await findStore(sql, store!)
  const accountId = owner ? (await findAccount(sql, owner)).id : await findOwner(sql, storeId)
  return createApiKey(sql, { ...common, storeId, accountId })
}

export async function list({ sql, flags }: Call) {
  const { store, account } = flags
  requireOne(flags)
  const of = store
    ? { storeId: (await findStore(sql, store)).id }
    : { accountId: (await findAccount(sql, account!)).id }
  return singlePage(await listApiKeys(sql, of))
}

export function revoke({ sql, flags }: Call) {
  return revokeApiKey(sql, flags['id']!)
}

function requireOne({ store, account }: Flags) {
  if (Boolean(store) !== Boolean(account)) return
  throw new UsageError('A key is either of a store (--store S) or of a whole account (--account E)')
}

function scopesIn({ scopes = '', store }: Flags): Scope[] {
  if (scopes.trim() === 'all') return scopesOf(store ? 'STORE' : 'ACCOUNT')
  const named = scopes.split(',').map((scope) => scope.trim())
  return [...new Set(named.filter(Boolean))] as Scope[]
}
