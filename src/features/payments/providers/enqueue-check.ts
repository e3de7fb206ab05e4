import type { Tx } from '../../../core/database/db.ts'
import { enqueue } from '../../../core/outbox/outbox.ts'
import { wake } from '../../../core/outbox/recipient.ts'
import type { Provider } from '../../orders/payment.ts'

export type Check = { provider: Provider } & ({ paymentId: string } | { orderId: string; pageId: string })

/** Enqueues a check, by `check-payment.ts`. One that waits and is due stands for all later ones until it begins: they wake it. */
export async function enqueueCheck(tx: Tx, { storeId, ...check }: Check & { storeId: string }) {
  const subjectId = 'orderId' in check ? `search ${check.orderId}` : check.paymentId
  const recipient = `${check.provider} ${subjectId}`
  if (await wake(tx, { storeId, kind: 'payment', recipient })) return
  const to = [{ kind: 'payment' as const, recipient }]
  await enqueue(tx, [{ storeId, event: 'payment', subjectId, payload: check, to }])
}
