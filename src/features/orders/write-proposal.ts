import type { Tx } from '../../core/database/db.ts'
import { orderColumns, type LockedOrder, type OrderRow } from './order-row.ts'
import { toProposal, type ProposalState, type StoredProposal } from './proposal.ts'

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
