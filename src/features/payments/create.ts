import { Type, type Static } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { nextPosition } from '../../core/database/next-position.ts'
import { conflict } from '../../core/errors/errors.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { newId } from '../../core/values/id.ts'
import { isProvider, PaymentKind, type Provider } from '../orders/payment.ts'
import { checkMethod } from './check-method.ts'
import {
  MAX_METHODS,
  PaymentMethod,
  paymentMethodColumns,
  tooManyMethods,
  writableFields,
} from './payment-method.ts'
import { requireUsable } from './require-usable.ts'

const { name, ...optional } = writableFields
const NewPaymentMethod = Body({
  kind: PaymentKind,
  name,
  ...Type.Partial(Type.Object(optional)).properties,
})
export type PaymentMethodInput = Static<typeof NewPaymentMethod>

export const createPaymentMethod = operation({
  id: 'createPaymentMethod',
  rest: 'POST /payment-methods',
  scope: 'store:write',
  summary: 'Crear una forma de pago',
  description:
    `Hasta ${MAX_METHODS} por tienda; el tipo no cambia después. Pix necesita una tienda en BRL, y Mercado Pago y Stripe que la ` +
    'tienda los haya conectado en el panel: hay una de cada uno como máximo. Sin `position` queda al final de la lista.',
  body: NewPaymentMethod,
  errors: ['LIMIT_REACHED', 'CURRENCY_MISMATCH', 'NOT_CONNECTED', 'DUPLICATE_METHOD'],
  response: { 201: dataOf(PaymentMethod) },
  async run({ sql, store, body }) {
    return { data: await addPaymentMethod(sql, store.id, body) }
  },
})

/** @throws 400 on a field that is not of its kind, 409 `LIMIT_REACHED`, `CURRENCY_MISMATCH`, `NOT_CONNECTED`, `DUPLICATE_METHOD` */
export async function addPaymentMethod(
  tx: Tx,
  storeId: string,
  body: PaymentMethodInput,
): Promise<PaymentMethod> {
  const method = checkMethod({
    kind: body.kind,
    name: body.name,
    instructions: body.instructions || null,
    accounts: body.accounts ?? [],
    pixKey: body.pixKey ?? null,
    merchantName: body.merchantName ?? null,
    merchantCity: body.merchantCity ?? null,
    isActive: body.isActive ?? true,
  })
  await lockMethods(tx, storeId)
  await requireUsable(tx, storeId, [method.kind])
  if (isProvider(method.kind)) await requireFirst(tx, storeId, method.kind)
  if ((await countRows(tx, 'payment_methods', storeId)) >= MAX_METHODS) throw tooManyMethods()
  const [made] = await tx<[PaymentMethod]>`
    insert into payment_methods (
      store_id, id, kind, name, instructions, accounts, pix_key, merchant_name, merchant_city, position, is_active
    )
    values (
      ${storeId}, ${newId()}, ${method.kind}, ${method.name}, ${method.instructions}, ${tx.json(method.accounts)},
      ${method.pixKey}, ${method.merchantName}, ${method.merchantCity},
      ${body.position ?? (await nextPosition(tx, 'payment_methods', storeId))}, ${method.isActive}
    )
    returning ${paymentMethodColumns(tx)}`
  return made
}

/** Locks the store's row, so that writers of its methods run one at a time. */
async function lockMethods(tx: Tx, storeId: string) {
  await tx`select 1 from stores where id = ${storeId} for no key update`
}

/** @throws 409 */
async function requireFirst(tx: Tx, storeId: string, kind: Provider) {
  const [other] = await tx`select 1 from payment_methods where store_id = ${storeId} and kind = ${kind}`
  if (other) throw conflict('DUPLICATE_METHOD', 'La tienda ya tiene una forma de pago con este proveedor')
}
