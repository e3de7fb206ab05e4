import { transaction, type Db } from '../../core/database/db.ts'
import { announceOrder } from './announce.ts'
import { lockOrder } from './order-row.ts'
import { PROPOSAL_HOURS } from './proposal.ts'
import { endProposal } from './write-proposal.ts'

const MAX_PROPOSALS = 500

/** Stores the end of proposals that have expired, which readers see already, and says it to the webhooks. */
export async function expireProposals(sql: Db): Promise<boolean> {
  const orders = await sql<{ storeId: string; id: string }[]>`
    select store_id, id
    from orders
    where proposal ->> 'state' = 'OPEN'
    and (proposal ->> 'sentAt')::timestamptz <= now() - make_interval(hours => ${PROPOSAL_HOURS})
    limit ${MAX_PROPOSALS}`
  for (const { storeId, id } of orders) {
    await transaction(sql, async (tx) => {
      const order = await lockOrder(tx, storeId, id)
      if (order.proposal?.state !== 'OPEN') return
      await endProposal(tx, order)
      await announceOrder(tx, storeId, id, ['order.updated'])
    })
  }
  return orders.length === MAX_PROPOSALS
}
