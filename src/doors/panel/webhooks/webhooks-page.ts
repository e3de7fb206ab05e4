import { joined, t } from '../../../core/texts/text.ts'
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
    const create = html`<a class="button" href="${base}/webhooks/nuevo">${icon('plus')} ${t('Crear un webhook')}</a>`
    if (webhooks.length === 0) return { title: t('Webhooks'), main: emptyList(create) }
    return {
      title: t('Webhooks'),
      action: create,
      main: html`
        <p class="muted">${t('Un webhook avisa a otro programa, en el momento, de lo que pasa en tu tienda.')}</p>
        ${list(
          webhooks.map((webhook) => rowOf(context, webhook)),
          t('Webhooks'),
        )}
        <p class="links"><a href="${base}/webhooks/firmas">${t('Cómo comprobar que un aviso es nuestro')}</a></p>
      `,
    }
  },
})

export function webhookState({ isActive, disabledReason, failingSince }: WebhookRow): Html {
  if (!isActive) return disabledReason ? badge(t('Se desactivó'), 'bad') : badge(t('Apagado'))
  return failingSince ? badge(t('Falla'), 'warn') : badge(t('Encendido'), 'good')
}

function rowOf({ base }: StoreContext, webhook: WebhookRow) {
  return {
    href: `${base}/webhooks/${webhook.id}`,
    title: new URL(webhook.url).host,
    detail: html`${webhookState(webhook)} ${joined(webhook.events.map(eventSentence), ' · ')}`,
    isFaint: !webhook.isActive,
  }
}

const emptyList = (create: Html): Html =>
  emptyState(
    'plug',
    t('Todavía no hay webhooks'),
    t(
      'Un webhook avisa a otro programa, en el momento, de lo que pasa: por ejemplo, tu inventario se entera de cada pedido.',
    ),
    create,
  )
