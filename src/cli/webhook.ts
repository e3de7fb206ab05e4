import { findStore } from '../stores/find.ts'
import { addWebhook } from '../webhooks/create.ts'
import { removeWebhook } from '../webhooks/delete.ts'
import { disableWebhook, enableWebhook } from '../webhooks/enable.ts'
import { selectWebhooks } from '../webhooks/list.ts'
import { enqueuePing } from '../webhooks/ping.ts'
import { redeliver } from '../webhooks/redeliver.ts'
import { replay, ReplayRange } from '../webhooks/replay.ts'
import { rotateSecret } from '../webhooks/rotate-secret.ts'
import { checked } from './check.ts'
import type { Call } from './command.ts'

export async function create({ sql, config, flags }: Call) {
  const events = flags['events']!.split(',').map((event) => event.trim())
  return addWebhook(sql, {
    storeId: await storeIn(sql, flags),
    url: flags['url']!,
    events: events.filter(Boolean),
    allowPrivate: config.allowPrivateDestinations,
  })
}

export async function list({ sql, flags }: Call) {
  const page = { limit: 100, offset: 0 }
  const { data, total } = await selectWebhooks(sql, await storeIn(sql, flags), page)
  return { data, total, ...page }
}

export const remove = async ({ sql, flags }: Call) =>
  removeWebhook(sql, await storeIn(sql, flags), flags['id']!)

export const enable = async ({ sql, flags }: Call) =>
  enableWebhook(sql, await storeIn(sql, flags), flags['id']!)

export const disable = async ({ sql, flags }: Call) =>
  disableWebhook(sql, await storeIn(sql, flags), flags['id']!)

/** The new secret, which is not shown again. */
export async function rotate({ sql, flags }: Call) {
  const webhook = await rotateSecret(sql, await storeIn(sql, flags), flags['id']!)
  const { id, secret, previousSecretUntil } = webhook
  return { id, secret, previousSecretUntil }
}

export const ping = async ({ sql, flags }: Call) => enqueuePing(sql, await storeIn(sql, flags), flags['id']!)

export const redeliverOne = async ({ sql, flags }: Call) =>
  redeliver(sql, await storeIn(sql, flags), flags['id']!, flags['delivery']!)

export async function replayRange({ sql, flags }: Call) {
  const range = checked(ReplayRange, { from: flags['from'], to: flags['to'] })
  return replay(sql, await storeIn(sql, flags), flags['id']!, range)
}

async function storeIn(sql: Call['sql'], flags: Call['flags']): Promise<string> {
  return (await findStore(sql, flags['store']!)).id
}
