import { joined, t } from '../../../core/texts/text.ts'
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
        label: t('Encendido'),
        hint: t('Apagado no recibe nada; lo que esperaba se envía al encenderlo.'),
        value: webhook.isActive,
      },
      submit(t('Guardar')),
    ]
    return {
      title: new URL(webhook.url).host,
      fields: [fields, replayFields],
      back: { href: `${base}/webhooks`, label: t('Webhooks') },
      main: html`
        <p class="state">${webhookState(webhook)}</p>
        ${warning(webhook)}
        ${section(t('Últimos envíos'), await log(context, webhook))}
        ${section(t('Qué avisa y adónde'), formOf(form, fields))}
        ${section(t('Enviar otra vez lo de unos días'), replayForm(context, webhook))}
        ${irreversibleForms(context, webhook)}
      `,
    }
  },
  forms: {
    '/webhooks/:id': { operation: updateWebhook, done: t('Guardado'), needsPassword: true },
    '/webhooks/:id/probar': {
      operation: pingWebhook,
      done: t('El mensaje de prueba va en camino.'),
      links: ({ base, params }) => [
        { href: `${base}/webhooks/${params['id']}`, label: t('Ver la respuesta') },
      ],
    },
    '/webhooks/:id/repetir': {
      operation: replayWebhook,
      done: ({ replayed, waiting }) =>
        joined(
          [
            t('{n, plural, one {Se envía otra vez # aviso} other {Se envían otra vez # avisos}}', {
              n: Number(replayed),
            }),
            ...(Number(waiting) > 0
              ? [t('Todavía esperan su envío: {n, number}; esos no se repiten', { n: Number(waiting) })]
              : []),
          ],
          '. ',
        ),
    },
    '/webhooks/:id/secreto': {
      body: NoFields,
      needsPassword: true,
      async run(context, _body, key) {
        const { params, base } = context
        const secret = secretOf(formSecret(context, key, null))
        await performAs(context, rotateWebhookSecret, { id: params['id'], body: { secret } })
        return shownOnce({
          title: t('El secreto nuevo está listo'),
          label: t('El secreto de sus firmas'),
          secret,
          next: `${base}/webhooks/${params['id']!}`,
          more: html`
            <p>
              ${t('Por 24 horas cada aviso lleva las dos firmas, la del secreto nuevo y la del anterior: cámbialo en tu programa antes.')}
            </p>
          `,
        })
      },
    },
    '/webhooks/:id/eliminar': {
      operation: deleteWebhook,
      done: t('Eliminaste el webhook'),
      next: () => '/webhooks',
    },
  },
})

const whyDisabled = {
  failing: t('Se desactivó solo: en 5 días no aceptó ningún aviso.'),
  gone: t('Se desactivó solo: el servidor respondió que esa dirección ya no existe (410).'),
}

const warning = ({ disabledReason, isActive }: WebhookRow): Html | null =>
  disabledReason && !isActive
    ? html`
      <div class="notice bad" role="alert">
        <p>${whyDisabled[disabledReason]} ${t('Lo que no recibió se guarda 30 días y se envía al encenderlo.')}</p>
      </div>
    `
    : null

async function log(context: StoreContext, { id }: WebhookRow): Promise<Html> {
  const { base, sql, store, query, form } = context
  const deliveries = await listDeliveries(sql, store.id, id, pageOf(query, 10))
  const button = html`<button class="button ghost">${t('Enviar un mensaje de prueba')}</button>`
  const test = html`<div class="buttons">${buttonForm(form(`/webhooks/${id}/probar`), {}, button)}</div>`
  if (deliveries.total === 0)
    return html`<p class="muted">${t('Todavía no se envió nada. Prueba que tu dirección responde:')}</p>${test}`
  const rows = deliveries.data.map((delivery) => rowOf(context, delivery))
  return html`
    ${list(rows, t('Envíos'))}
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
  { name: 'from', label: t('Desde | fecha'), type: 'datetime-local', required: true },
  { name: 'to', label: t('Hasta | fecha'), type: 'datetime-local', required: true },
  submit(t('Enviar otra vez'), 'ghost'),
]

function replayForm({ form: formAt }: StoreContext, { id }: WebhookRow): Html {
  return html`
    <p class="muted">
      ${t('Si tu programa estuvo caído o perdió avisos: todos los de ese tiempo llegan de nuevo, en orden y con el mismo número.')}
      ${t('Hasta 30 días y 1000 avisos.')}
    </p>
    ${formOf(formAt(`/webhooks/${id}/repetir`), replayFields)}
  `
}

const irreversibleForms = ({ form }: StoreContext, { id }: WebhookRow): Html => html`
  <div>
    ${irreversibleForm(form(`/webhooks/${id}/secreto`), {
      summary: t('Cambiar el secreto'),
      icon: 'key',
      text: t('Creamos otro y lo mostramos una vez. Por 24 horas sirven los dos.'),
      button: t('Crear un secreto nuevo'),
    })}
    ${irreversibleForm(form(`/webhooks/${id}/eliminar`), {
      summary: t('Eliminar este webhook'),
      text: t('Se elimina con sus envíos y con lo que esperaba. Esto no se puede deshacer.'),
      button: t('Eliminar el webhook'),
    })}
  </div>
`
