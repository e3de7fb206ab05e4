import { operation } from '../../core/operations/operation.ts'
import type { Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { announceOrder } from './announce.ts'
import { Order } from './order.ts'
import { lockOrder, toOrder } from './order-row.ts'
import { isOpen } from './proposal.ts'
import { requireChangeable } from './propose.ts'
import { ended, writeProposal } from './write-proposal.ts'
import { t } from '../../core/texts/text.ts'

export const withdrawProposal = operation({
  id: 'withdrawProposal',
  rest: 'DELETE /orders/:id/proposal',
  scope: 'orders:write',
  unrecorded: true,
  summary: 'Retirar el cambio propuesto de un pedido',
  description: 'Mientras quien compra no la haya aceptado. El pedido se queda como está.',
  errors: ['PROPOSAL_NOT_POSSIBLE'],
  response: { 200: dataOf(Order) },
  async run({ sql, store, id }) {
    return { data: await withdraw(sql, store.id, id) }
  },
})

/** @throws 404 where nothing is open, 409 `PROPOSAL_NOT_POSSIBLE` */
async function withdraw(tx: Tx, storeId: string, id: string): Promise<Order> {
  const order = await lockOrder(tx, storeId, id)
  requireChangeable(order)
  if (!isOpen(order.proposal)) throw notFound(t('El cambio propuesto'))
  const updated = await writeProposal(tx, order, ended(order.proposal, 'WITHDRAWN'))
  await announceOrder(tx, storeId, id, ['order.updated'])
  return toOrder(updated)
}
