import { Type } from 'typebox'
import { challengeSecretOf } from '../../../features/accounts/challenge.ts'
import { selectConnections } from '../../../features/connections/list.ts'
import { conflict } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { readSessionCookie } from '../../../features/sessions/cookie.ts'
import {
  awaitsNumberCode,
  confirmNumberByCode,
  sendNumberCode,
} from '../../../features/whatsapp/number-code.ts'
import { NoFields } from '../forms/no-fields.ts'
import { storePage, type StoreContext } from '../page.ts'
import { codeField } from '../parts/account-fields.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { hasNumberToConfirm } from '../parts/unconfirmed-number.ts'
import { whatsappState } from '../connections/connection-labels.ts'
import { t } from '../../../core/texts/text.ts'

export const whatsappPage = storePage({
  path: '/conexiones/whatsapp',
  needs: 'connections',
  async show(context) {
    const { base, sql, store } = context
    const [connection] = await selectConnections(sql, store, context.app.config)
    const { badge, text } = whatsappState(context, connection!)
    return {
      title: 'WhatsApp',
      fields: codeFields,
      back: { href: `${base}/conexiones`, label: t('Conexiones') },
      main: html`
        <p class="state">${badge} ${store.whatsappNumber}</p>
        <p>${text}</p>
        ${hasNumberToConfirm(context) && (await codeForms(context))}
        <p>
          ${t('Los pedidos siempre quedan en el panel.')}
          ${t('Con tu número guardado, quien compra te abre además un chat con su pedido ya escrito.')}
        </p>
        <div class="buttons">
          ${!hasNumberToConfirm(context) && html`<a class="button ghost" href="${base}/tienda">${t('Tu número')}</a>`}
          <a class="button${context.app.config.whatsapp.api && ' ghost'}" href="${base}/avisos">${t('Avisos en este dispositivo')}</a>
        </div>
      `,
    }
  },
  forms: {
    '/conexiones/whatsapp': {
      body: Body({ code: Type.String({ maxLength: 20 }) }),
      async run(context, { code }) {
        await confirmNumberByCode(context.sql, secretOf(context), code)
        return { next: '/conexiones/whatsapp', message: t('Tu número está confirmado') }
      },
    },
    '/conexiones/whatsapp/codigo': {
      body: NoFields,
      async run(context) {
        const { app, sql, store, session } = context
        const { api } = app.config.whatsapp
        const { whatsappNumber: number } = store
        if (!api || !number || !hasNumberToConfirm(context))
          throw conflict('NOTHING_TO_CONFIRM', t('No hay ningún número que confirmar'))
        const { accountId } = session
        const secret = secretOf(context)
        await sendNumberCode(sql, app.hits, api, { secret, accountId, storeId: store.id, number })
        return { next: '/conexiones/whatsapp', message: t('Enviamos un código al {number}', { number }) }
      },
    },
  },
})

const secretOf = ({ request, store }: StoreContext) =>
  challengeSecretOf(readSessionCookie(request)!, store.id, store.whatsappNumber ?? '')

const codeFields = [codeField(t('Son seis números. Sirve por 10 minutos.')), submit(t('Confirmar el número'))]

/** The button that sends a code, and the field to type it in once it is sent. */
async function codeForms(context: StoreContext): Promise<Html> {
  const form = context.form('/conexiones/whatsapp')
  const sender = context.form('/conexiones/whatsapp/codigo')
  const isSent = form.isSubmitted || (await awaitsNumberCode(context.sql, secretOf(context)))
  if (!isSent) return buttonForm(sender, {}, submit(t('Enviar un código a mi WhatsApp')))
  return html`
    ${formOf(form, codeFields)}
    ${buttonForm(sender, {}, html`<button class="quiet">${t('Enviar otro código')}</button>`)}
  `
}
