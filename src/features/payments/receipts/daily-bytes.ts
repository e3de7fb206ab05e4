import type { Tx } from '../../../core/database/db.ts'
import { ApiError } from '../../../core/errors/errors.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { addToDay } from '../../../core/limits/rate-limit.ts'

type Sender = {
  storeId: string
  accountId: string
  client: string
  /** The store knows whose order it is: it confirmed the order, or an earlier one. */
  isKnown: boolean
}

/**
 * MiB of receipts in a day. An address is stopped long before a store, and one store before the account's others. Of a store and of an
 * account, half is for orders of people whom the store knows: unknown visitors, who can have many addresses, use up only the other half.
 */
export const RECEIPT_MIB = {
  addressInStore: 16,
  address: 64,
  store: { free: 64, paid: 1024 },
  account: { free: 128, paid: 4096 },
}

/**
 * Counts a receipt's bytes. A rejected one is rolled back, so it counts towards nothing. Call it last in the transaction, because it
 * locks the counters. @throws 429
 */
export async function countReceipt(tx: Tx, sender: Sender, bytes: number): Promise<void> {
  const bounds = boundsOf(sender, await readPlans(tx, sender))
  const kibibytes = Math.ceil(bytes / 1024)
  const counters = await addToDay(tx, new Map(bounds.map(({ key }) => [key, kibibytes])))
  for (const { key, mebibytes, why } of bounds) {
    const { hits, resetIn } = counters.find((counter) => counter.key === key)!
    if (hits > mebibytes * 1024) throw receiptsOfDayReached(why, Math.max(1, Math.ceil(resetIn)))
  }
}

type Plans = { store: 'free' | 'paid'; account: 'free' | 'paid' }

function boundsOf({ storeId, accountId, client, isKnown }: Sender, plans: Plans) {
  const { addressInStore, address, store, account } = RECEIPT_MIB
  const share = isKnown ? 1 : 0.5
  return [
    { key: `bytes:receipts-address:${client} ${storeId}`, mebibytes: addressInStore, why: BY_ADDRESS },
    { key: `bytes:receipts-address:${client}`, mebibytes: address, why: BY_ADDRESS },
    { key: `bytes:receipts-store:${storeId}`, mebibytes: store[plans.store] * share, why: BY_STORE },
    { key: `bytes:receipts:${accountId}`, mebibytes: account[plans.account] * share, why: BY_STORE },
  ]
}

const BY_ADDRESS = t(
  'Desde tu conexión ya se enviaron hoy muchos comprobantes: envíale el tuyo a la tienda por WhatsApp, o vuelve a intentarlo mañana',
)
const BY_STORE = t(
  'La tienda ya recibió hoy muchos comprobantes: envíale el tuyo a la tienda por WhatsApp, o vuelve a intentarlo mañana',
)

async function readPlans(tx: Tx, { storeId, accountId }: Sender): Promise<Plans> {
  const [{ isStorePaid, isAccountPaid }] = await tx<
    [{ isStorePaid: boolean | null; isAccountPaid: boolean | null }]
  >`
    select
      bool_or(stores.plan <> 'free') filter (where stores.id = ${storeId}) as is_store_paid,
      bool_or(stores.plan <> 'free') as is_account_paid
    from members
    join stores on stores.id = members.store_id
    where members.account_id = ${accountId}`
  return { store: isStorePaid ? 'paid' : 'free', account: isAccountPaid ? 'paid' : 'free' }
}

const receiptsOfDayReached = (why: Localized, retryAfter: number) =>
  new ApiError(
    429,
    {
      error: why,
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { 'retry-after': String(retryAfter) },
  )
