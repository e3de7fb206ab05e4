import type { Static } from 'typebox'
import { html } from '../../core/http/html.ts'
import { Body } from '../../core/http/schema.ts'
import { secretOf } from '../../webhooks/secret.ts'
import { writableFields } from '../../webhooks/webhook.ts'
import { createWebhook } from '../../webhooks/create.ts'
import { performOnceAs } from '../forms/perform.ts'
import type { Form } from '../forms/form.ts'
import { formSecret } from '../forms/form-secret.ts'
import { storePage } from '../page.ts'
import { checkboxGroups } from '../parts/checkbox-groups.ts'
import { field } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { shownOnce } from '../parts/shown-once.ts'
import { contentKey } from '../forms/submit.ts'
import { eventGroups } from './webhook-labels.ts'

const PATH = '/webhooks/nuevo'

const NewWebhook = Body({ url: writableFields.url, events: writableFields.events })

export const newWebhookPage = storePage({
  path: PATH,
  needs: 'webhooks',
  show({ base, form: formAt }) {
    const form = formAt(PATH)
    return {
      title: 'Nuevo webhook',
      back: { href: `${base}/webhooks`, label: 'Webhooks' },
      main: formOf(form, html`${webhookFields(form, '', [])}${submit('Crear el webhook')}`),
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
        const { data } = await performOnceAs(context, createWebhook, { body }, contentKey(key, body) ?? key)
        return shownOnce({
          title: 'Tu webhook está listo',
          label: 'El secreto de sus firmas',
          secret,
          next: `${base}/webhooks/${String(data['id'])}`,
          more: html`
            <p>
              Con él, tu programa comprueba que cada aviso viene de aquí.
              <a href="${base}/webhooks/firmas">Cómo se comprueba</a>
            </p>
          `,
        })
      },
    },
  },
})

export const webhookFields = (form: Form, url: string, events: readonly string[]) => html`
  ${field(form, {
    name: 'url',
    label: 'Dirección que recibe los avisos',
    value: url,
    type: 'url',
    max: 2048,
    required: true,
    placeholder: 'https://…',
    hint: 'La da el programa que se entera. Empieza con https.',
  })}
  ${checkboxGroups(form, 'events', eventGroups, events)}
`
