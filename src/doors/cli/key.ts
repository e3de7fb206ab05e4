import { createApiKey } from '../../features/api-keys/create.ts'
import { listApiKeys, revokeApiKey } from '../../features/api-keys/manage.ts'
import { findOwner } from '../../features/team/owner.ts'
import { findAccount } from '../../features/accounts/find.ts'
import { SingleLine } from '../../core/http/schema.ts'
import { scopesOf, type Scope } from '../../core/auth/scopes.ts'
import { findStore } from '../../features/stores/find.ts'
import { checked } from './check.ts'
import { UsageError, type Command, type Flags } from './command.ts'
import { singlePage } from './print.ts'

export const keyCommands: Record<string, Command> = {
  'key create': {
    flags: '[--store S] [--account E] [--owner E] --scopes a,b [--expires ISO] [--name N]',
    does: 'Creates a key for a store or for all stores of an account; --scopes all grants every scope',
    async run({ sql, flags }) {
      const { store, account, owner, expires } = flags
      requireOne(flags)
      const common = {
        ...checked({ name: SingleLine({ max: 80 }) }, { name: 'Línea de comandos', ...flags }),
        scopes: scopesIn(flags),
        expiresAt: expires ?? null,
      }
      if (account) {
        return createApiKey(sql, {
          ...common,
          storeId: null,
          accountId: (await findAccount(sql, account)).id,
        })
      }
      const { id: storeId } = await findStore(sql, store!)
      const accountId = owner ? (await findAccount(sql, owner)).id : await findOwner(sql, storeId)
      return createApiKey(sql, { ...common, storeId, accountId })
    },
  },
  'key list': {
    flags: '[--store S] [--account E]',
    does: 'Lists the keys of a store or of an account, without their secrets',
    async run({ sql, flags }) {
      const { store, account } = flags
      requireOne(flags)
      const of = store
        ? { storeId: (await findStore(sql, store)).id }
        : { accountId: (await findAccount(sql, account!)).id }
      return singlePage(await listApiKeys(sql, of))
    },
  },
  'key revoke': {
    flags: '--id ID',
    does: 'Revokes a key permanently',
    run: ({ sql, flags }) => revokeApiKey(sql, flags['id']!),
  },
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
