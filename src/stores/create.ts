import { transaction, violated, type Sql, type Tx } from '../core/db.ts'
import { conflict } from '../core/errors.ts'
import { newId } from '../core/id.ts'
import { currencyDigits } from '../core/money.ts'
import { storeColumns } from './columns.ts'
import { RESERVED_SLUGS, type Plan, type StoreRow } from './store.ts'

type NewStore = {
  ownerId: string
  name: string
  slug: string
  currency: string
  whatsappNumber?: string | null
  plan?: Plan
}

/** Makes a store whose owner is the account. Input is checked already. @throws 409 `DUPLICATE_SLUG` */
export function createStore(sql: Sql, { ownerId, name, slug, currency, whatsappNumber, plan }: NewStore) {
  return transaction(sql, async (tx) => {
    await refuseHeldSlug(tx, slug)
    const store = await insertStore(tx, { name, slug, currency, whatsappNumber, plan })
    await tx`
      insert into members (store_id, id, account_id, role)
      values (${store.id}, ${newId()}, ${ownerId}, 'OWNER')`
    return store
  })
}

async function insertStore(
  tx: Tx,
  { name, slug, currency, whatsappNumber, plan }: Omit<NewStore, 'ownerId'>,
) {
  try {
    const [store] = await tx.savepoint(
      (tx) => tx<[StoreRow]>`
      insert into stores (id, name, slug, currency, currency_digits, whatsapp_number, plan)
      values (
        ${newId()}, ${name}, ${slug}, ${currency}, ${currencyDigits(currency) ?? 2}, ${whatsappNumber ?? null},
        ${plan ?? 'free'}
      )
      returning ${storeColumns(tx)}`,
    )
    return store
  } catch (error) {
    if (violated(error) === 'stores_slug_key') throw duplicateSlug()
    throw error
  }
}

/** Refuses a slug that is reserved, or that a redirect or a deleted store still holds. @throws 409 */
export async function refuseHeldSlug(tx: Tx, slug: string, exceptStoreId: string | null = null) {
  const [held] = await tx`
    select 1 from slug_holds
    where slug = ${slug} and held_until > now() and store_id is distinct from ${exceptStoreId}`
  if (held || RESERVED_SLUGS.has(slug)) throw duplicateSlug()
}

export const duplicateSlug = () =>
  conflict('DUPLICATE_SLUG', 'Esta dirección ya está en uso o está reservada')
