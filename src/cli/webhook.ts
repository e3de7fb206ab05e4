import { findStore } from '../stores/find.ts'
import { createWebhook } from '../webhooks/create.ts'
import type { Call } from './command.ts'

export async function create({ sql, config, flags }: Call) {
  const { id: storeId } = await findStore(sql, flags['store']!)
  const events = flags['events']!.split(',').map((event) => event.trim())
  return createWebhook(sql, {
    storeId,
    url: flags['url']!,
    events: events.filter(Boolean),
    allowPrivate: config.allowPrivateDestinations,
  })
}
