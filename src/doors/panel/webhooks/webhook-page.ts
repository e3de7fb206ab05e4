import { deleteWebhook } from '../../../features/webhooks/delete.ts'
import { replayWebhook } from '../../../features/webhooks/replay.ts'
import { pingWebhook } from '../../../features/webhooks/ping.ts'
import { updateWebhook } from '../../../features/webhooks/update.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { listDeliveries, type DeliveryRow } from '../../../features/webhooks/deliveries.ts'
import { findWebhook } from '../../../features/webhooks/find.ts'
import { secretOf } from '../../../features/webhooks/secret.ts'
import type { WebhookRow } from '../../../features/webhooks/webhook.ts'
import { rotateWebhookSecret } from '../../../features/webhooks/rotate-secret.ts'
import { performAs } from '../forms/perform.ts'
import { formSecret } from '../forms/form-secret.ts'
import { webhookFields } from './new-webhook-page.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { buttonForm, irreversibleForm, formOf, submit } from '../parts/form.ts'
import { list, section } from '../parts/list.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { shownOnce } from '../parts/share.ts'
import { since } from '../parts/time.ts'
import { NoFields } from '../forms/no-fields.ts'
import { deliveryState, eventSentence, lastAttempt } from './webhook-labels.ts'
import { webhookState } from './webhooks-page.ts'

export const webhookPage = storePage({
  path: '/webhooks/:id',
  needs: 'webhooks',
  async show(context) {
    const { base, sql, store, params } = context
    const webhook = await findWebhook(sql, store.id, params['id']!)
    const form = context.form(`/webhooks/${webhook.id}`)
    const fields: Part[] = [
      webhookFields(webhook.url, webhook.events),
      {
        name: 'isActive',
        label: 'Encendido',
        hint: 'Apagado no recibe nada; lo que esperaba se envía al encenderlo.',
        value: webhook.isActive,
      },
      submit('Guardar'),
    ]
    return {
      title: new URL(webhook.url).host,
      fields: [fields, replayFields],
      back: { href: `${base}/webhooks`, label: 'Webhooks' },
      main: html`
        <p class="state">${webhookState(webhook)}</p>
        ${warning(webhook)}
        ${section('Últimos envíos', await log(context, webhook))}
        ${section('Qué avisa y adónde', formOf(form, fields))}
        ${section('Enviar otra vez lo de unos días', replayForm(context, webhook))}
        ${irreversibleForms(context, webhook)}
      `,
    }
  },
  forms: {
    '/webhooks/:id': { operation: updateWebhook, done: 'Guardado', needsPassword: true },
    '/webhooks/:id/probar': {
      operation: pingWebhook,
      done: 'El mensaje de prueba va en camino.',
      links: ({ base, params }) => [{ href: `${base}/webhooks/${params['id']}`, label: 'Ver la respuesta' }],
    },
    '/webhooks/:id/repetir': {
      operation: replayWebhook,
      done: ({ replayed, waiting }) =>
        (replayed === 1 ? 'Se envía otra vez 1 aviso' : `Se envían otra vez ${Number(replayed)} avisos`) +
        (Number(waiting) > 0 ? `. Todavía esperan su envío: ${Number(waiting)}; esos no se repiten` : ''),
    },
    '/webhooks/:id/secreto': {
      body: NoFields,
      needsPassword: true,
      async run(context, _body, key) {
        const { params, base } = context
        const secret = secretOf(formSecret(context, key, null))
        await performAs(context, rotateWebhookSecret, { id: params['id'], body: { secret } })
        return shownOnce({
          title: 'El secreto nuevo está listo',
          label: 'El secreto de sus firmas',
          secret,
          next: `${base}/webhooks/${params['id']!}`,
          more: html`
            <p>
              Durante 24 horas cada aviso lleva las dos firmas, la del secreto nuevo y la del anterior:
              cámbialo en tu programa antes.
            </p>
          `,
        })
      },
    },
    '/webhooks/:id/eliminar': {
      operation: deleteWebhook,
      done: 'Eliminaste el webhook',
      next: () => '/webhooks',
    },
  },
})

const whyDisabled = {
  failing: 'Se desactivó solo: en 5 días no aceptó ningún aviso.',
  gone: 'Se desactivó solo: el servidor respondió que esa dirección ya no existe (410).',
}

const warning = ({ disabledReason, isActive }: WebhookRow): Html | null =>
  disabledReason && !isActive
    ? html`
      <div class="notice bad" role="alert">
        <p>${whyDisabled[disabledReason]} Lo que no recibió se guarda 30 días y se envía al encenderlo.</p>
      </div>
    `
    : null

async function log(context: StoreContext, { id }: WebhookRow): Promise<Html> {
  const { base, sql, store, query, form } = context
  const deliveries = await listDeliveries(sql, store.id, id, pageOf(query, 10))
  const button = html`<button class="button ghost">Enviar un mensaje de prueba</button>`
  const test = html`<div class="buttons">${buttonForm(form(`/webhooks/${id}/probar`), {}, button)}</div>`
  if (deliveries.total === 0)
    return html`<p class="muted">Todavía no se envió nada. Prueba que tu dirección responde:</p>${test}`
  const rows = deliveries.data.map((delivery) => rowOf(context, delivery))
  return html`
    ${list(rows, 'Envíos')}
    ${pager(deliveries, (offset) => `${base}/webhooks/${id}?offset=${offset}`)}
    ${test}
  `
}

function rowOf({ base, store }: StoreContext, delivery: DeliveryRow) {
  const attempt = lastAttempt(delivery)
  return {
    href: `${base}/webhooks/entregas/${delivery.id}`,
    title: eventSentence(delivery.event),
    detail: html`
      ${deliveryState(delivery)} ${since(delivery.createdAt, store.timeZone)}${attempt && html`, ${attempt}`}
    `,
  }
}

const replayFields: Part[] = [
  { name: 'from', label: 'Desde', type: 'datetime-local', required: true },
  { name: 'to', label: 'Hasta', type: 'datetime-local', required: true },
  submit('Enviar otra vez', 'ghost'),
]

function replayForm({ form: formAt }: StoreContext, { id }: WebhookRow): Html {
  return html`
    <p class="muted">
      Si tu programa estuvo caído o perdió avisos: todos los de ese tiempo llegan de nuevo, en orden y con el
      mismo número. Hasta 30 días y 1000 avisos.
    </p>
    ${formOf(formAt(`/webhooks/${id}/repetir`), replayFields)}
  `
}

const irreversibleForms = ({ form }: StoreContext, { id }: WebhookRow): Html => html`
  <div>
    ${irreversibleForm(form(`/webhooks/${id}/secreto`), {
      summary: 'Cambiar el secreto',
      icon: 'key',
      text: 'Creamos otro y lo mostramos una vez. Por 24 horas sirven los dos.',
      button: 'Crear un secreto nuevo',
    })}
    ${irreversibleForm(form(`/webhooks/${id}/eliminar`), {
      summary: 'Eliminar este webhook',
      text: 'Se elimina con sus envíos y con lo que esperaba. Esto no se puede deshacer.',
      button: 'Eliminar el webhook',
    })}
  </div>
`
