import { randomBytes } from 'node:crypto'
import { requireRoom } from '../billing/plans.ts'
import type { Sql, Tx } from '../core/db.ts'
import { invalid } from '../core/errors.ts'
import { newId } from '../core/id.ts'
import { WebhookEvent } from './webhook.ts'

type NewWebhook = { storeId: string; url: string; events: string[]; allowPrivate: boolean }

const SECRET_BYTES = 24

/**
 * Makes a webhook and tells its secret, this once. Not subject to the plan's cap: whoever is calls `requireRoomForWebhook`
 * first. The destination's address is judged again each time that we connect.
 * @throws 400
 */
export async function createWebhook(sql: Sql, { storeId, url, events, allowPrivate }: NewWebhook) {
  refuseUnknownEvents(events)
  const destination = cleanDestination(url, allowPrivate)
  const [id, secret] = [newId(), `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`]
  await sql`
    insert into webhooks (store_id, id, url, secret, events)
    values (${storeId}, ${id}, ${destination}, ${secret}, ${[...new Set(events)]})`
  return { id, secret }
}

/** @throws 403 `PLAN_LIMIT_REACHED` */
export function requireRoomForWebhook(tx: Tx, storeId: string) {
  return requireRoom(tx, storeId, 'webhooks', async () => {
    const [{ used }] = await tx<[{ used: number }]>`
      select count(*) as used
      from webhooks
      where store_id = ${storeId}`
    return used
  })
}

function refuseUnknownEvents(events: string[]) {
  if (events.length === 0) throw invalid('events', 'min_items', 'El webhook necesita al menos un evento')
  const known: string[] = [...WebhookEvent.enum]
  const unknown = events.find((event) => !known.includes(event))
  if (unknown === undefined) return
  throw invalid('events', 'enum', `No existe el evento "${unknown}"; hay ${known.join(', ')}`)
}

function cleanDestination(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) && text.length <= 2048 ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('url', 'format', 'La dirección del webhook debe empezar con https://')
  }
  if (url.protocol === 'http:' && !allowPrivate) {
    throw invalid('url', 'invalid', 'La dirección del webhook debe ser https')
  }
  if (url.username || url.password) {
    throw invalid('url', 'invalid', 'La dirección del webhook no puede llevar usuario ni contraseña')
  }
  return url.href
}
