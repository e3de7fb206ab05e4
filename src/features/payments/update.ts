import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { PartialBody, dataOf } from '../../core/http/schema.ts'
import type { Provider } from '../orders/payment.ts'
import { checkMethod } from './check-method.ts'
import { findPaymentMethod } from './get.ts'
import { PaymentMethod, paymentMethodColumns, writableFields } from './payment-method.ts'
import { requireUsable } from './require-usable.ts'

const PaymentMethodChanges = PartialBody(writableFields)
type PaymentMethodChanges = Static<typeof PaymentMethodChanges>

export const updatePaymentMethod = operation({
  id: 'updatePaymentMethod',
  rest: 'PUT /payment-methods/:id',
  scope: 'store:write',
  summary: 'Cambiar una forma de pago',
  description:
    'Solo cambian los campos enviados; el tipo no cambia. Los pedidos por pagar muestran las cuentas y la clave nuevas.',
  body: PaymentMethodChanges,
  errors: ['CURRENCY_MISMATCH', 'NOT_CONNECTED'],
  response: { 200: dataOf(PaymentMethod) },
  async run({ sql, store, id, body }) {
    return { data: await changePaymentMethod(sql, store.id, id, body) }
  },
})

/** @throws 400, 404, 409 `CURRENCY_MISMATCH`, `NOT_CONNECTED` for one that is switched on */
async function changePaymentMethod(tx: Tx, storeId: string, id: string, changes: PaymentMethodChanges) {
  await tx`select 1 from payment_methods where store_id = ${storeId} and id = ${id} for no key update`
  const stored = await findPaymentMethod(tx, storeId, id)
  const method = checkMethod({
    ...stored,
    ...changes,
    ...(changes.instructions === '' && { instructions: null }),
  })
  if (isDeepStrictEqual(method, stored)) return stored
  if (method.isActive && !stored.isActive) await requireUsable(tx, storeId, [method.kind])
  const [changed] = await tx<[PaymentMethod]>`
    update payment_methods
    set
      name = ${method.name}, instructions = ${method.instructions}, accounts = ${tx.json(method.accounts)},
      pix_key = ${method.pixKey}, merchant_name = ${method.merchantName}, merchant_city = ${method.merchantCity},
      position = ${method.position}, is_active = ${method.isActive}, updated_at = statement_timestamp()
    where store_id = ${storeId} and id = ${id}
    returning ${paymentMethodColumns(tx)}`
  return changed
}

/** Switches off what a provider that is not connected, or not any more, can't take. */
export async function deactivateMethods(tx: Tx, storeId: string, provider: Provider) {
  await tx`
    update payment_methods
    set is_active = false, updated_at = statement_timestamp()
    where store_id = ${storeId} and kind = ${provider} and is_active`
}
