import { t } from '../../../core/texts/text.ts'
import type { Static } from 'typebox'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { secretOf } from '../../../features/webhooks/secret.ts'
import { writableFields } from '../../../features/webhooks/webhook.ts'
import { createWebhook } from '../../../features/webhooks/create.ts'
import { performOnceAs } from '../forms/perform.ts'
import { formSecret } from '../forms/form-secret.ts'
import { storePage } from '../page.ts'
import { checkboxGroups } from '../parts/checkbox-groups.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { shownOnce } from '../parts/share.ts'
import { contentKey } from '../forms/submit.ts'
import { eventGroups } from './webhook-labels.ts'

const PATH = '/webhooks/nuevo'

const NewWebhook = Body({ url: writableFields.url, events: writableFields.events })

export const newWebhookPage = storePage({
  path: PATH,
  needs: 'webhooks',
  show({ base, form: formAt }) {
    const fields = [webhookFields('', []), submit(t('Crear el webhook'))]
    return {
      title: t('Nuevo webhook'),
      fields,
      back: { href: `${base}/webhooks`, label: t('Webhooks') },
      main: formOf(formAt(PATH), fields),
    }
  },
  forms: {
    [PATH]: {
      body: NewWebhook,
      needsPassword: true,
      async run(context, { url, events }: Static<typeof NewWebhook>, key) {
        const { base } = context
        const secret = secretOf(formSecret(context, key, [url, events]))
        const body = { url, events, secret }
        const { data } = await performOnceAs(context, createWebhook, { body }, contentKey(key, body))
        return shownOnce({
          title: t('Tu webhook está listo'),
          label: t('El secreto de sus firmas'),
          secret,
          next: `${base}/webhooks/${String(data['id'])}`,
          more: html`
            <p>
              ${t('Con él, tu programa comprueba que cada aviso viene de aquí.')}
              <a href="${base}/webhooks/firmas">${t('Cómo se comprueba')}</a>
            </p>
          `,
        })
      },
    },
  },
})

export const webhookFields = (url: string, events: readonly string[]): Part[] => [
  {
    name: 'url',
    label: t('Dirección que recibe los avisos'),
    value: url,
    type: 'url',
    max: 2048,
    required: true,
    placeholder: 'https://…',
    hint: t('La da el programa que se entera. Empieza con https.'),
  },
  checkboxGroups('events', eventGroups, events),
]
