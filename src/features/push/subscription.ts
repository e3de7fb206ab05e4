import { createECDH } from 'node:crypto'
import { lockText } from '../../core/database/advisory-locks.ts'
import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { invalid, notFound } from '../../core/errors/errors.ts'
import { enqueue } from '../../core/outbox/outbox.ts'
import { destinationError } from '../../core/outgoing/destination.ts'
import { newId } from '../../core/values/id.ts'
import { t } from '../../core/texts/text.ts'

/** A member's devices in one store; a further one replaces the oldest. */
export const MAX_DEVICES = 10

export const TEST = 'push.test'

export type PushDevice = { id: string; endpoint: string; device: string; createdAt: string }

type Member = { storeId: string; accountId: string }
type Keys = { endpoint: string; p256dh: string; auth: string }
type NewSubscription = Member & Keys & { sessionId: string; device: string; allowPrivate: boolean }

/** Subscribes a device to new orders; the same device again replaces its subscription. @throws 400 */
export async function subscribe(sql: Sql, subscription: NewSubscription): Promise<void> {
  await checkSubscription(subscription)
  await transaction(sql, async (tx) => {
    const { storeId, accountId, sessionId, endpoint, p256dh, auth, device } = subscription
    await lockDevices(tx, subscription)
    await tx`delete from push_subscriptions where store_id = ${storeId} and endpoint = ${endpoint}`
    await dropOldest(tx, subscription)
    await tx`
      insert into push_subscriptions (store_id, id, account_id, session_id, endpoint, p256dh, auth, device)
      values (${storeId}, ${newId()}, ${accountId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${device})`
  })
}

/** Serialises subscriptions of a store, so that concurrent ones can't exceed the maximum. */
const lockDevices = (tx: Tx, { storeId }: Member) => lockText(tx, 'pushDevices', storeId)

const dropOldest = (tx: Tx, { storeId, accountId }: Member) => tx`
  delete from push_subscriptions
  where store_id = ${storeId}
  and id in (
    select id
    from push_subscriptions
    where store_id = ${storeId} and account_id = ${accountId}
    order by created_at desc
    offset ${MAX_DEVICES - 1}
  )`

const faults = {
  malformed: t('El navegador dio una dirección que no se puede usar'),
  not_https: t('La dirección de los avisos debe ser https'),
  credentials: t('La dirección de los avisos no puede llevar usuario ni contraseña'),
  port: t('La dirección de los avisos tiene un puerto que no se puede usar'),
  not_public: t('La dirección de los avisos debe estar en internet'),
  trailing_dot: t('La dirección de los avisos no puede terminar en punto'),
}

async function checkSubscription({ endpoint, p256dh, auth, allowPrivate }: NewSubscription) {
  if (!isPublicKey(p256dh)) throw invalid('p256dh', 'format', t('La clave del navegador no es válida'))
  if (Buffer.from(auth, 'base64url').length !== 16) {
    throw invalid('auth', 'format', t('El secreto del navegador no es válido'))
  }
  const fault = await destinationError(endpoint)
  if (fault === null || (allowPrivate && ['not_https', 'port', 'not_public'].includes(fault))) return
  throw invalid('endpoint', 'invalid', faults[fault])
}

/** Whether the key is a point on the curve P-256; encryption would fail otherwise. */
function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65) return false
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}

export async function listPushDevices(sql: Sql, { storeId, accountId }: Member): Promise<PushDevice[]> {
  return sql<PushDevice[]>`
    select id, endpoint, device, created_at
    from push_subscriptions
    where store_id = ${storeId} and account_id = ${accountId}
    order by created_at desc`
}

/** @throws 404 when the member has no such device */
export async function unsubscribe(sql: Sql, { storeId, accountId }: Member, id: string): Promise<void> {
  const { count } = await sql`
    delete from push_subscriptions where store_id = ${storeId} and account_id = ${accountId} and id = ${id}`
  if (count === 0) throw notFound(t('Ese dispositivo'))
}

export async function sendTestPush(sql: Sql, { storeId, accountId }: Member, id: string): Promise<void> {
  await transaction(sql, async (tx) => {
    const [found] = await tx`
      select 1 from push_subscriptions where store_id = ${storeId} and account_id = ${accountId} and id = ${id}`
    if (!found) throw notFound(t('Ese dispositivo'))
    const to = [{ kind: 'push' as const, recipient: id }]
    await enqueue(tx, [{ storeId, event: TEST, subjectId: null, payload: {}, to }])
  })
}
