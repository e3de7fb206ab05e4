import type { Sql, Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { isProvider, type PaymentKind, type Provider } from '../orders/payment.ts'
import { t } from '../../core/texts/text.ts'

/** By Pix in its currency, which stays until `tx` ends. @throws 409 `CURRENCY_MISMATCH`, `NOT_CONNECTED` */
export async function requireUsable(tx: Tx, storeId: string, kinds: PaymentKind[]): Promise<void> {
  if (kinds.includes('pix')) {
    const [{ currency }] = await tx<[{ currency: string }]>`
      select currency from stores where id = ${storeId} for key share`
    if (currency !== 'BRL') throw currencyMismatch(currency)
  }
  for (const kind of kinds)
    if (isProvider(kind) && !(await isConnected(tx, storeId, kind))) throw notConnected(kind)
}

const currencyMismatch = (currency: string) =>
  conflict('CURRENCY_MISMATCH', t('Pix solo cobra en BRL, y la tienda vende en {currency}', { currency }), {
    currency,
  })

const notConnected = (provider: PaymentKind) =>
  conflict('NOT_CONNECTED', t('Conecta primero la cuenta de la tienda con este proveedor, en el panel'), {
    provider,
  })

async function isConnected(sql: Sql, storeId: string, provider: Provider): Promise<boolean> {
  const [account] = await sql`
    select 1 from payment_accounts where store_id = ${storeId} and id = ${provider} and state = 'connected'`
  return account !== undefined
}
