import { html, type Html } from '../../../core/http/html.ts'
import { listWebhookRows } from '../../../features/webhooks/list.ts'
import type { WebhookRow } from '../../../features/webhooks/webhook.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { badge, emptyState, list } from '../parts/list.ts'
import { eventSentence } from './webhook-labels.ts'

export const webhooksPage = storePage({
  path: '/webhooks',
  needs: 'webhooks',
  async show(context) {
    const { base, sql, store } = context
    const webhooks = await listWebhookRows(sql, store.id, { limit: 100, offset: 0 })
    const create = html`<a class="button" href="${base}/webhooks/nuevo">${icon('plus')} Crear un webhook</a>`
    if (webhooks.length === 0) return { title: 'Webhooks', main: emptyList(create) }
    return {
      title: 'Webhooks',
      action: create,
      main: html`
        <p class="muted">Un webhook avisa a otro programa, en el momento, de lo que pasa en tu tienda.</p>
        ${list(
          webhooks.map((webhook) => rowOf(context, webhook)),
          'Webhooks',
        )}
        <p class="links"><a href="${base}/webhooks/firmas">Cómo comprobar que un aviso es nuestro</a></p>
      `,
    }
  },
})

export function webhookState({ isActive, disabledReason, failingSince }: WebhookRow): Html {
  if (!isActive) return disabledReason ? badge('Se desactivó', 'bad') : badge('Apagado')
  return failingSince ? badge('Falla', 'warn') : badge('Encendido', 'good')
}

function rowOf({ base }: StoreContext, webhook: WebhookRow) {
  return {
    href: `${base}/webhooks/${webhook.id}`,
    title: new URL(webhook.url).host,
    detail: html`${webhookState(webhook)} ${webhook.events.map(eventSentence).join(' · ')}`,
    isFaint: !webhook.isActive,
  }
}

const emptyList = (create: Html): Html =>
  emptyState(
    'plug',
    'Todavía no hay webhooks',
    'Un webhook avisa a otro programa, en el momento, de lo que pasa en tu tienda: por ejemplo, tu ' +
      'sistema de inventario se entera de cada pedido.',
    create,
  )
