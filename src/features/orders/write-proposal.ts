import { type Tx, transaction, type Db } from '../../core/database/db.ts'
import { orderColumns, type LockedOrder, type OrderRow, lockOrder } from './order-row.ts'
import { toProposal, type ProposalState, type StoredProposal, PROPOSAL_HOURS } from './proposal.ts'
import { announceOrder } from './announce.ts'

export async function writeProposal(
  tx: Tx,
  { storeId, id }: Pick<LockedOrder, 'storeId' | 'id'>,
  proposal: StoredProposal,
): Promise<OrderRow> {
  const [updated] = await tx<[OrderRow]>`
    update orders
    set proposal = ${tx.json(proposal)}, updated_at = date_trunc('milliseconds', statement_timestamp())
    where store_id = ${storeId} and id = ${id}
    returning ${orderColumns(tx)}`
  return updated
}

export function ended(proposal: StoredProposal, state: Exclude<ProposalState, 'OPEN'>): StoredProposal {
  const { state: present, decidedAt } = toProposal(proposal)!
  if (present === 'EXPIRED') return { ...proposal, state: present, decidedAt }
  return { ...proposal, state, decidedAt: new Date().toISOString() }
}

/** Ends what is still open of an order that went on without it, such as one that was paid or cancelled. @returns whether there was one */
export async function endProposal(tx: Tx, order: LockedOrder): Promise<boolean> {
  if (order.proposal?.state !== 'OPEN') return false
  await writeProposal(tx, order, ended(order.proposal, 'WITHDRAWN'))
  return true
}

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
