import { t } from '../../core/texts/text.ts'
import { Type } from 'typebox'
import { requireCapacity } from '../billing/plans.ts'
import { operation } from '../../core/operations/operation.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Db, Tx } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { Body, dataOf } from '../../core/http/schema.ts'
import { newId } from '../../core/values/id.ts'
import { checkDestination } from './destination.ts'
import { checkSecret, newWebhookSecret } from './secret.ts'
import {
  AnyEvent,
  isEvent,
  isOtherEvent,
  Secret,
  toWebhook,
  Webhook,
  webhookColumns,
  writableFields,
  type WebhookRow,
} from './webhook.ts'

const { url, events, isActive } = writableFields
const NewWebhook = Body({ url, events, secret: Secret, isActive: Type.Optional(isActive) })

export const createWebhook = operation({
  id: 'createWebhook',
  rest: 'POST /store/webhooks',
  scope: 'webhooks:write',
  summary: 'Crear un webhook',
  description:
    'Tú traes el secreto con el que se firma cada envío. Ni él ni la dirección se vuelven a mostrar: guárdalos.',
  body: NewWebhook,
  errors: ['PLAN_LIMIT_REACHED'],
  response: { 201: dataOf(Webhook) },
  async prepare({ body, service }) {
    checkSecret(body.secret)
    await checkDestination(body.url, service.config.allowPrivateDestinations)
  },
  async run({ sql, store, body }) {
    await requireCapacity(sql, store.id, 'webhooks', () => countRows(sql, 'webhooks', store.id))
    return { data: toWebhook(await insertWebhook(sql, store.id, body)) }
  },
})

type OperatorWebhook = { storeId: string; url: string; events: string[]; allowPrivate: boolean }

/** For the operator: without the plan's cap, and with a secret that is returned this once. @throws 400 */
export async function addWebhook(sql: Db, { storeId, url, events, allowPrivate }: OperatorWebhook) {
  checkEvents(events)
  await checkDestination(url, allowPrivate)
  const webhook = { url, events, secret: newWebhookSecret() }
  const { id, secret } = await sql.begin((tx) => insertWebhook(tx, storeId, webhook))
  return { id, secret }
}

function checkEvents(events: string[]): void {
  if (events.length === 0) throw invalid('events', 'min_items', t('El webhook necesita al menos un evento'))
  const unknown = events.find((event) => !isEvent(event) && !isOtherEvent(event))
  if (unknown !== undefined) {
    throw invalid(
      'events',
      'enum',
      t('No existe el evento "{unknown}"; hay {all}', { unknown, all: AnyEvent.enum.join(', ') }),
    )
  }
}

type WebhookInput = { url: string; events: string[]; secret: string; isActive?: boolean }

async function insertWebhook(
  tx: Tx,
  storeId: string,
  { url, events, secret, isActive = true }: WebhookInput,
): Promise<WebhookRow> {
  const [webhook] = await tx<[WebhookRow]>`
    insert into webhooks (store_id, id, url, secret, events, is_active)
    values (${storeId}, ${newId()}, ${new URL(url).href}, ${secret}, ${[...new Set(events)]}, ${isActive})
    returning ${webhookColumns(tx)}`
  return webhook
}
