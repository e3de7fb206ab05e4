import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { planLimitReached } from '../../core/errors/errors.ts'
import { defaultLanguage } from '../../core/texts/language.ts'
import { newId } from '../../core/values/id.ts'
import { currencyDigits } from '../../core/values/currency.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { claimSlug, requireCapacityForUnusedSlug } from './slug.ts'
import {
  MAX_FREE_STORES,
  OwnStore,
  storeColumns,
  storeSettings,
  toStore,
  type Plan,
  type StoreRow,
} from './store.ts'
import { t } from '../../core/texts/text.ts'

export const NewStore = Body({
  name: storeSettings.name,
  slug: storeSettings.slug,
  currency: storeSettings.currency,
  language: Type.Optional(storeSettings.language),
  whatsappNumber: Type.Optional(storeSettings.whatsappNumber),
})
type NewStore = Static<typeof NewStore>

export const createStore = operation({
  id: 'createStore',
  rest: 'POST /stores',
  scope: 'stores:write',
  accountLevel: true,
  summary: 'Crear una tienda',
  description:
    `Con una clave de cuenta, que queda como dueña. Una cuenta tiene como máximo ${MAX_FREE_STORES} ` +
    'tiendas en el plan gratuito.',
  body: NewStore,
  errors: ['DUPLICATE_SLUG', 'SLUG_LIMIT_REACHED', 'PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(OwnStore) },
  async run({ sql, accountId, body, service }) {
    await requireCapacityForStore(sql, accountId)
    await requireCapacityForUnusedSlug(sql, accountId)
    const store = await addStore(sql, { ...body, ownerId: accountId })
    return { data: { ...toStore(store, service), role: 'OWNER' as const } }
  },
})

/** Locks the account's row, so that concurrent calls can't exceed the limit together. @throws 403 `PLAN_LIMIT_REACHED` */
async function requireCapacityForStore(tx: Tx, accountId: string) {
  await tx`select 1 from accounts where id = ${accountId} for no key update`
  const [{ used }] = await tx<[{ used: number }]>`
    select count(*) as used
    from members
    join stores on stores.id = members.store_id
    where members.account_id = ${accountId}
    and members.role = 'OWNER'
    and stores.plan = 'free'
    and stores.deleted_at is null`
  if (used < MAX_FREE_STORES) return
  throw planLimitReached('stores', t('tiendas gratuitas por cuenta'), MAX_FREE_STORES, used)
}

/** Creates a store owned by the account, from validated input. @throws 409 `DUPLICATE_SLUG` */
export async function addStore(
  tx: Tx,
  {
    ownerId,
    name,
    slug,
    currency,
    language,
    whatsappNumber,
    plan,
  }: NewStore & { ownerId: string; plan?: Plan },
): Promise<StoreRow> {
  const id = newId()
  await claimSlug(tx, slug, id)
  const [store] = await tx<[StoreRow]>`
    insert into stores (id, name, slug, currency, currency_digits, language, whatsapp_number, plan)
    values (
      ${id}, ${name}, ${slug}, ${currency}, ${currencyDigits(currency) ?? 2}, ${language ?? defaultLanguage},
      ${whatsappNumber ?? null}, ${plan ?? 'free'}
    )
    returning ${storeColumns(tx)}`
  await tx`
    insert into members (store_id, id, account_id, role)
    values (${id}, ${newId()}, ${ownerId}, 'OWNER')`
  return store
}
