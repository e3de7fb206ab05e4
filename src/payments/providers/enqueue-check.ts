import type { Tx } from '../../core/database/db.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { wake } from '../../core/outbox/recipient.ts'
import type { Provider } from '../../orders/payment.ts'

/** A payment to be read, or the payments of an order to be searched. */
export type Check = { provider: Provider } & ({ paymentId: string } | { orderId: string; pageId: string })

type Of = { storeId: string; provider: Provider }

/**
 * Enqueues the reading of a payment, by `check-payment.ts`. One that waits and is due stands for all notifications until it begins:
 * later ones wake it.
 */
export async function enqueueCheck(tx: Tx, { storeId, provider, paymentId }: Of & { paymentId: string }) {
  await enqueueOnce(tx, storeId, paymentId, { provider, paymentId })
}

export async function enqueueSearch(
  tx: Tx,
  { storeId, provider, ...page }: Of & { orderId: string; pageId: string },
) {
  await enqueueOnce(tx, storeId, `search ${page.orderId}`, { provider, ...page })
}

async function enqueueOnce(tx: Tx, storeId: string, subjectId: string, payload: Check) {
  const recipient = `${payload.provider} ${subjectId}`
  if (await wake(tx, { storeId, kind: 'payment', recipient })) return
  const to = [{ kind: 'payment' as const, recipient }]
  await enqueue(tx, [{ storeId, event: 'payment', subjectId, payload, to }])
}
