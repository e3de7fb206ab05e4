import type { App } from '../core/http/app.ts'
import { listWebhooksRoute } from './list.ts'
import { createWebhookRoute } from './create.ts'
import { getWebhookRoute } from './get.ts'
import { updateWebhookRoute } from './update.ts'
import { deleteWebhookRoute } from './delete.ts'
import { pingWebhookRoute } from './ping.ts'
import { rotateWebhookSecretRoute } from './rotate-secret.ts'
import { replayWebhookRoute } from './replay.ts'
import { listWebhookLogsRoute } from './list-logs.ts'
import { redeliverRoute } from './redeliver.ts'

/** The store's webhooks and what was delivered to them, below `/store/webhooks`. */
export function webhookRoutes(app: App) {
  listWebhooksRoute(app)
  createWebhookRoute(app)
  getWebhookRoute(app)
  updateWebhookRoute(app)
  deleteWebhookRoute(app)
  pingWebhookRoute(app)
  rotateWebhookSecretRoute(app)
  replayWebhookRoute(app)
  listWebhookLogsRoute(app)
  redeliverRoute(app)
}
