import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { conflict, notFound } from '../../core/errors/errors.ts'
import { lockDelivery, requeue } from '../../core/outbox/queue.ts'
import { requeueNotification } from './notification.ts'
import { t, type Localized } from '../../core/texts/text.ts'

/** To the store's present number. @throws 404, 409 `NOTICE_NOT_RESENDABLE` */
export function resendNotice(sql: Sql, storeId: string, orderId: string): Promise<void> {
  return transaction(sql, async (tx) => {
    const { deliveryId, number, isConfirmed } = await findNotice(tx, storeId, orderId)
    const delivery = deliveryId === null ? undefined : await lockDelivery(tx, { storeId, id: deliveryId })
    if (!delivery?.hasPayload) throw notResendable(t('no hay ninguno, o pasaron más de 30 días'))
    if (number === null) throw notResendable(t('tu tienda no tiene número de WhatsApp'))
    if (!isConfirmed) throw notResendable(t('confirma antes el número de tu tienda, en Conexiones'))
    const canRequeue = !delivery.isInFlight && (await requeueNotification(tx, { storeId, id: orderId }))
    if (!canRequeue) throw notResendable(t('ya va en camino, o ya llegó'))
    await requeue(tx, { ...delivery, recipient: number })
  })
}

type Notice = { deliveryId: string | null; number: string | null; isConfirmed: boolean | null }

/** Finds the delivery by its `created_at`, which equals the order's: deliveries have no index on the subject. */
async function findNotice(tx: Tx, storeId: string, orderId: string): Promise<Notice> {
  const [notice] = await tx<Notice[]>`
    select deliveries.id as delivery_id, store.*
    from orders
    cross join (
      select whatsapp_number as number, confirmed_number = whatsapp_number as is_confirmed
      from stores
      where id = ${storeId}
    ) as store
    left join deliveries on deliveries.store_id = orders.store_id
      and deliveries.subject_id = orders.id
      and deliveries.kind = 'whatsapp'
      and deliveries.created_at between orders.created_at - interval '1 hour' and orders.created_at + interval '1 hour'
    where orders.store_id = ${storeId} and orders.id = ${orderId}`
  if (!notice) throw notFound(t('El pedido'))
  return notice
}

const notResendable = (why: Localized) =>
  conflict('NOTICE_NOT_RESENDABLE', t('El aviso no se puede enviar otra vez: {why}', { why }))
