import type { Tx } from '../../core/database/db.ts'
import { addWebhook } from '../../features/webhooks/create.ts'
import { removeWebhook } from '../../features/webhooks/delete.ts'
import { disableWebhook, enableWebhook } from '../../features/webhooks/enable.ts'
import { lockWebhook } from '../../features/webhooks/find.ts'
import { selectWebhooks } from '../../features/webhooks/list.ts'
import { enqueuePing } from '../../features/webhooks/ping.ts'
import { redeliver } from '../../features/webhooks/redeliver.ts'
import { replay, ReplayRange } from '../../features/webhooks/replay.ts'
import { rotateSecret } from '../../features/webhooks/rotate-secret.ts'
import { newWebhookSecret } from '../../features/webhooks/secret.ts'
import { toWebhook, type WebhookRow } from '../../features/webhooks/webhook.ts'
import { checked } from './check.ts'
import { onStore, type Command, type Flags } from './command.ts'

export const webhookCommands: Record<string, Command> = {
  'webhook create': {
    flags: '--store S --url U --events a,b',
    does: 'Sends events to the URL U: order.created, order.updated, order.paid, product.created, product.updated, product.deleted',
    run: onStore(async ({ sql, config, flags, store }) => {
      const events = flags['events']!.split(',').map((event) => event.trim())
      return addWebhook(sql, {
        storeId: store.id,
        url: flags['url']!,
        events: events.filter(Boolean),
        allowPrivate: config.allowPrivateDestinations,
      })
    }),
  },
  'webhook list': {
    flags: '--store S',
    does: 'Lists the webhooks of a store',
    run: onStore(async ({ sql, store }) => {
      const page = { limit: 100, offset: 0 }
      const { data, total } = await selectWebhooks(sql, store.id, page)
      return { data, total, ...page }
    }),
  },
  'webhook delete': {
    flags: '--store S --id ID',
    does: 'Deletes a webhook and its logs',
    run: withWebhook((tx, { storeId, id }) => removeWebhook(tx, storeId, id)),
  },
  'webhook enable': {
    flags: '--store S --id ID',
    does: 'Enables a webhook; pending events are delivered in order',
    run: withWebhook(async (tx, webhook) => toWebhook(await enableWebhook(tx, webhook))),
  },
  'webhook disable': {
    flags: '--store S --id ID',
    does: 'Disables a webhook',
    run: withWebhook(async (tx, webhook) => toWebhook(await disableWebhook(tx, webhook))),
  },
  'webhook rotate': {
    flags: '--store S --id ID',
    does: 'Creates a new secret; the old one stays valid for 24 hours',
    run: withWebhook(async (tx, webhook) => {
      const { id, secret, previousSecretUntil } = await rotateSecret(tx, webhook, newWebhookSecret())
      return { id, secret, previousSecretUntil }
    }),
  },
  'webhook ping': {
    flags: '--store S --id ID',
    does: 'Sends a test event',
    run: withWebhook(async (tx, webhook) => ({ id: await enqueuePing(tx, webhook), webhookId: webhook.id })),
  },
  'webhook redeliver': {
    flags: '--store S --id ID --delivery ID',
    does: 'Sends one delivery again',
    run: withWebhook(async (tx, webhook, { delivery }) => {
      await redeliver(tx, webhook, delivery!)
      return { id: delivery!, webhookId: webhook.id }
    }),
  },
  'webhook replay': {
    flags: '--store S --id ID --from ISO --to ISO',
    does: 'Sends again the events created in a period, without its end',
    run: withWebhook(async (tx, webhook, flags) => {
      const replayed = await replay(tx, webhook, checked(ReplayRange.properties, flags))
      return { webhookId: webhook.id, replayed }
    }),
  },
}

type Write = (tx: Tx, webhook: WebhookRow, flags: Flags) => Promise<object>

function withWebhook(write: Write): Command['run'] {
  return onStore(({ sql, flags, store }) =>
    sql.begin(async (tx) => write(tx, await lockWebhook(tx, store.id, flags['id']!), flags)),
  )
}
