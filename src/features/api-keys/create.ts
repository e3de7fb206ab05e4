import { t } from '../../core/texts/text.ts'
import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { forbidden, invalid } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { scopesOf, type Scope } from '../../core/auth/scopes.ts'
import { type Role, ROLE_PERMISSIONS } from '../../core/auth/roles.ts'
import { hashToken, newToken } from './token.ts'

// ISO 8601 only: `01/02/2026` is January 2nd or February 1st, depending on who reads it.
const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

type NewKey = {
  /** The creator; a key never reaches more stores than its creator. */
  accountId: string
  /** The one store the key belongs to; null for an account key. */
  storeId: string | null
  name: string
  scopes: Scope[]
  expiresAt?: string | null
  token?: string
}

/**
 * Creates a key and returns its token, which is not stored and can't be read again.
 * @throws 400 on a scope that this kind of key can't hold or an expiry in the past, 403 when the creator is no owner or administrator
 */
export async function createApiKey(
  sql: Sql,
  { accountId, storeId, name, scopes, expiresAt = null, token = newToken() }: NewKey,
) {
  const kind = storeId ? 'STORE' : 'ACCOUNT'
  rejectForeignScopes(kind, scopes)
  const end = expiresAt === null ? null : new Date(expiresAt)
  if (end && !(isIso.test(expiresAt!) && end.getTime() > Date.now())) {
    throw invalid(
      'expiresAt',
      'invalid',
      t('El vencimiento debe ser una fecha, o una fecha y hora con zona, en ISO 8601, que no haya pasado'),
    )
  }
  const id = newId()
  const prefix = token.slice(0, 12)
  return transaction(sql, async (tx) => {
    if (storeId) await requireCreator(tx, storeId, accountId, scopes)
    await tx`
      insert into api_keys (id, token_hash, prefix, name, kind, account_id, store_id, scopes, expires_at)
      values (
        ${id}, ${hashToken(token)}, ${prefix}, ${name}, ${kind}, ${accountId}, ${storeId}, ${scopes},
        ${end && end.toISOString()}
      )`
    return { id, key: token, prefix, scopes }
  })
}

function rejectForeignScopes(kind: 'STORE' | 'ACCOUNT', scopes: string[]) {
  const known: string[] = scopesOf(kind)
  const foreign = scopes.find((scope) => !known.includes(scope))
  if (foreign !== undefined) {
    const message =
      kind === 'STORE'
        ? t('Una clave de tienda no puede tener el permiso "{scope}"', { scope: foreign })
        : t('Una clave de cuenta no puede tener el permiso "{scope}"', { scope: foreign })
    throw invalid('scopes', 'enum', message)
  }
  if (scopes.length === 0) throw invalid('scopes', 'min_items', t('La clave debe tener al menos un permiso'))
}

/** A key never reaches more than its creator may. */
async function requireCreator(tx: Tx, storeId: string, accountId: string, scopes: Scope[]) {
  const [member] = await tx<{ role: Role }[]>`
    select role
    from members
    where store_id = ${storeId} and account_id = ${accountId} and role in ('OWNER', 'ADMIN')`
  const isAllowed = member && scopes.every((scope) => ROLE_PERMISSIONS[member.role].includes(scope))
  if (!isAllowed) throw forbidden(t('Solo una dueña o administradora de la tienda puede crear sus claves'))
}
