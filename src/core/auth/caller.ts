import { forbidden, paymentRequired, planRequired, storeRequired, type Feature } from '../errors/errors.ts'
import type { Attribution } from '../database/db.ts'
import type { Key, KeyLookup, RequestStore } from './key-lookup.ts'
import type { Scope } from './scopes.ts'
import { t } from '../texts/text.ts'

export type Caller = {
  by: 'api' | 'panel' | 'assistant' | 'whatsapp'
  key: Key
  store: RequestStore | null
  changeId: string
}

export type Access = {
  scope: Scope
  feature?: Feature
  accountLevel?: true
}

const noStoreReasons = {
  STORE: t('Quien creó la clave ya no administra la tienda'),
  ACCOUNT: t('La clave no alcanza ninguna tienda: su cuenta no es dueña ni administradora de ninguna'),
}

/** The store that a key and a `Service-Store` header select; null for an operation on the account. @throws 400, 403 */
export function selectStore(
  key: KeyLookup,
  selector: string | null,
  { accountLevel }: Pick<Access, 'accountLevel'>,
): RequestStore | null {
  if (accountLevel) {
    if (key.kind !== 'ACCOUNT') throw forbidden(t('Esta operación necesita una clave de cuenta'))
    return null
  }
  if (key.kind === 'ACCOUNT' && !selector && key.storeCount > 1) throw storeRequired()
  if (!key.store) throw forbidden(selector ? t('La clave no alcanza esa tienda') : noStoreReasons[key.kind])
  if (selector && selector !== key.store.id && selector !== key.store.slug) {
    throw forbidden(t('La clave no alcanza esa tienda'))
  }
  return key.store
}

/** Checks, in this order, that the store is not suspended (402), the scope (403) and the plan (403). */
export function authorize({ key, store }: Caller, { scope, feature }: Access): void {
  if (store?.billingState === 'suspended') throw paymentRequired(store.slug)
  if (!key.scopes.includes(scope)) {
    throw forbidden(t('A la clave le falta el permiso {scope}', { scope }), { requiredScope: scope })
  }
  if (feature && store?.plan === 'free') throw planRequired(feature, store.slug)
}

export const attributionOf = ({ by, key, changeId }: Caller): Attribution => ({
  changeId,
  by,
  accountId: key.accountId,
  keyId: by === 'panel' || by === 'whatsapp' ? null : key.id,
})
