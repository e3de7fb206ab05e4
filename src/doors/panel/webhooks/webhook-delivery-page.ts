import { t } from '../../../core/texts/text.ts'
import { redeliverWebhookDelivery } from '../../../features/webhooks/redeliver.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { moment } from '../../../core/pages/format.ts'
import { getDelivery, type DeliveryDetail } from '../../../features/webhooks/deliveries.ts'
import { storePage, type StoreContext } from '../page.ts'
import { codeBlock } from '../parts/share.ts'
import { formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { deliveryState, eventSentence, lastAttempt } from './webhook-labels.ts'

/** One delivery: what was sent and what came back. Both may hold secrets and customers' data: owners alone see them. */
export const webhookDeliveryPage = storePage({
  path: '/webhooks/entregas/:id',
  needs: 'webhooks',
  async show(context) {
    const { base, sql, store, params } = context
    const delivery = await getDelivery(sql, store.id, params['id']!)
    const again = formOf(
      context.form(`/webhooks/entregas/${delivery.id}/repetir`),
      submit(t('Enviar otra vez'), 'ghost'),
    )
    return {
      title: eventSentence(delivery.event),
      back: { href: `${base}/webhooks/${delivery.webhookId}`, label: t('El webhook') },
      main: html`
        <p class="state">${deliveryState(delivery)} ${lastAttempt(delivery)}</p>
        <div class="muted">
          <p>
            ${moment(delivery.createdAt, store.timeZone)},
            ${t('{n, plural, one {# intento} other {# intentos}}', { n: delivery.attempts })}
          </p>
          <p>${t('Su número: {id}', { id: html`<code>${delivery.id}</code>` })}</p>
        </div>
        ${contents(context, delivery)}
        ${again}
      `,
    }
  },
  forms: {
    '/webhooks/entregas/:id/repetir': {
      operation: redeliverWebhookDelivery,
      done: t('El aviso va otra vez en camino'),
    },
  },
})

function contents({ store }: StoreContext, { requestBody, responseBody, attempts }: DeliveryDetail): Html {
  if (store.role !== 'OWNER')
    return html`
      <p class="muted">
        ${t('Lo que se envió y lo que respondieron lo ve solo quien es dueña o dueño de la tienda.')}
      </p>
    `
  const pretty = JSON.stringify(JSON.parse(requestBody), null, 2)
  return section(
    t('Contenido'),
    html`
      ${codeBlock(t('Lo que se envía'), pretty)}
      ${attempts > 0 && responseBody === null && html`<p class="muted">${t('La respuesta no trajo texto.')}</p>`}
      ${responseBody !== null && codeBlock(t('El comienzo de la respuesta'), responseBody)}
      <p class="hint">${t('Se guarda 30 días.')}</p>
    `,
  )
}
