import { requireRoom } from '../billing/plans.ts'
import { transaction, type Sql, type Tx } from '../core/database/db.ts'
import { destinationFault } from '../core/outgoing/destination.ts'
import { invalid } from '../core/errors/errors.ts'
import { newId } from '../core/values/id.ts'
import { newWebhookSecret } from './secret.ts'
import { isEvent, WebhookEvent } from './webhook.ts'

type NewWebhook = { storeId: string; url: string; events: string[]; allowPrivate: boolean }

/** Creates a webhook and returns its secret, which is not shown again. @throws 400, 403 `PLAN_LIMIT_REACHED` */
export async function createWebhook(sql: Sql, input: NewWebhook) {
  await checkWebhook(input)
  return transaction(sql, async (tx) => {
    await requireRoom(tx, input.storeId, 'webhooks', () => countWebhooks(tx, input.storeId))
    return insertWebhook(tx, input)
  })
}

/** The same without the plan's cap: for the operator. @throws 400 */
export async function addWebhook(sql: Sql, input: NewWebhook) {
  await checkWebhook(input)
  return insertWebhook(sql, input)
}

const faults = {
  malformed: 'La dirección del webhook debe empezar con https://',
  not_https: 'La dirección del webhook debe ser https',
  credentials: 'La dirección del webhook no puede llevar usuario ni contraseña',
  port: 'La dirección del webhook tiene un puerto que no se puede usar: quítalo o usa el 443',
  not_public: 'La dirección del webhook debe estar en internet: no puede ser privada ni local',
}

/** The destination is checked again on every connection. */
async function checkWebhook({ url, events, allowPrivate }: NewWebhook) {
  if (events.length === 0) throw invalid('events', 'min_items', 'El webhook necesita al menos un evento')
  const unknown = events.find((event) => !isEvent(event))
  if (unknown !== undefined) {
    throw invalid('events', 'enum', `No existe el evento "${unknown}"; hay ${WebhookEvent.enum.join(', ')}`)
  }
  if (url.length > 2048) throw invalid('url', 'max_length', 'Debe tener como máximo 2048 caracteres')
  const fault = await destinationFault(url)
  if (fault === null) return
  if (allowPrivate && ['not_https', 'port', 'not_public'].includes(fault)) return
  throw invalid('url', fault === 'malformed' ? 'format' : 'invalid', faults[fault])
}

async function countWebhooks(tx: Tx, storeId: string): Promise<number> {
  const [{ used }] = await tx<[{ used: number }]>`
    select count(*) as used from webhooks where store_id = ${storeId}`
  return used
}

async function insertWebhook(sql: Sql, { storeId, url, events }: NewWebhook) {
  const [id, secret] = [newId(), newWebhookSecret()]
  await sql`
    insert into webhooks (store_id, id, url, secret, events)
    values (${storeId}, ${id}, ${new URL(url).href}, ${secret}, ${[...new Set(events)]})`
  return { id, secret }
}
