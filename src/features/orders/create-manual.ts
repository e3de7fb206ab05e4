import { createHash } from 'node:crypto'
import { Type, type Static } from 'typebox'
import type { App } from '../../core/http/app.ts'
import type { Attribution, Tx } from '../../core/database/db.ts'
import { commitOnce } from '../../core/http/stored-responses.ts'
import { Body } from '../../core/http/schema.ts'
import { NewOrder, placeOrderAs } from './create.ts'
import { moveOrder } from './move.ts'
import type { OrderRow } from './order-row.ts'
import { queuedOrders } from './queue.ts'

const { storeId: _named, expectedTotal: _seen, ...fields } = NewOrder.properties

/** An order that a member of the store enters in the panel for a customer who calls or comes by. */
export const ManualOrder = Body({
  ...fields,
  isTest: Type.Optional(
    Type.Boolean({
      description: 'Pedido de prueba: no cuenta en estadísticas ni en el historial del cliente',
    }),
  ),
  isConfirmed: Type.Optional(
    Type.Boolean({ description: 'Se guarda confirmado, como si se hubiera confirmado después' }),
  ),
})
export type ManualOrder = Static<typeof ManualOrder>

/**
 * Places an order that the store entered itself, with the rules and prices of public orders, but without their limits, the
 * check for duplicates and the owner's notice. Webhooks get its event. The same form with the same order returns the first
 * order, for 24 hours; with another order, as after going back to it, it places that one. It is recorded as a change of the store.
 * @throws 400 on what can't be bought, 402 suspended, 404 no such store
 */
export async function createManualOrder(
  { sql, config }: Pick<App, 'sql' | 'config'>,
  storeId: string,
  order: ManualOrder,
  { formKey, attribution }: { formKey: string; attribution?: Attribution },
) {
  const { isTest = false, isConfirmed = false, ...input } = order
  const hash = createHash('sha256').update(JSON.stringify(order)).digest()
  const { body } = await commitOnce(
    queuedOrders(sql, storeId),
    { storeId, scope: 'panel', key: `${formKey} ${hash.toString('base64url')}` },
    hash,
    async (tx) => {
      const placed = await placeOrderAs(tx, { ...input, storeId }, { notify: false, by: 'panel', isTest })
      const { id, orderNumber } = placed.order
      if (attribution) await recordEntry(tx, storeId, placed.order, attribution)
      if (isConfirmed) await moveOrder(tx, config, { storeId, id, to: 'confirmed', by: 'panel', attribution })
      return { status: 201, body: JSON.stringify({ id, orderNumber }), location: null }
    },
  )
  return JSON.parse(body) as { id: string; orderNumber: string }
}

/** Notes who entered the order, in its timeline and in the store's changes: db/functions/record_order.sql. */
async function recordEntry(
  tx: Tx,
  storeId: string,
  { id, orderNumber }: Pick<OrderRow, 'id' | 'orderNumber'>,
  attribution: Attribution,
) {
  await tx`
    update orders
    set timeline = jsonb_set(timeline, '{0,accountId}', to_jsonb(${attribution.accountId}::text))
    where store_id = ${storeId} and id = ${id}`
  await tx`
    select record_order(${storeId}, ${tx.json(attribution)}, ${id}, ${orderNumber}, null::jsonb, '{}'::jsonb)`
}
