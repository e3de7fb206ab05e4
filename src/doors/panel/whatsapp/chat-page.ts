import { html, type Html } from '../../../core/http/html.ts'
import { chatHref } from '../../../core/pages/chat-href.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { shownPhone } from '../../../core/pages/phone.ts'
import { findStore } from '../../../features/stores/find.ts'
import { updateStore } from '../../../features/stores/update.ts'
import { hasOptedOut } from '../../../features/whatsapp/opt-outs.ts'
import { changesSensitiveFields } from '../access/sensitive-fields.ts'
import { storePage, type StoreContext } from '../page.ts'
import { optionsOf, type Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { section } from '../parts/list.ts'
import { hasNumberToConfirm } from '../parts/unconfirmed-number.ts'
import { commandExamples, ownerCommands } from '../../../features/whatsapp/owner-commands.ts'
import { moment } from '../../../core/pages/format.ts'
import { countMessages } from '../../../features/whatsapp/costs.ts'
import { listMessages, type ShownMessage } from '../../../features/whatsapp/message.ts'
import { whatsappText } from '../parts/whatsapp-text.ts'

/** What the owner can do from WhatsApp, and whether shoppers are asked to confirm their phones by it. */
export const chatPage = storePage({
  path: '/whatsapp',
  needs: 'store:write',
  async show(context) {
    const fields = await verificationFields(context)
    return {
      title: 'WhatsApp',
      fields,
      main: html`
        ${await beginning(context)}
        ${context.app.config.whatsapp.api && (await monthlyMessages(context))}
        ${section(t('Lo que puedes escribir'), await chatExamples(context))}
        ${section(t('Lo que puedes tocar'), taps(context))}
        ${section(t('Lo último'), await chatHistory(context))}
        ${section(t('Teléfonos de quien compra'), formOf(context.form('/whatsapp'), fields))}
      `,
    }
  },
  forms: {
    '/whatsapp': {
      operation: updateStore,
      undo: true,
      done: t('Guardado'),
      needsPassword: changesSensitiveFields,
    },
  },
})

async function beginning(context: StoreContext): Promise<Html> {
  const { app, sql, store } = context
  const { api, displayNumber } = app.config.whatsapp
  if (api === null)
    return html`<p>${t('Este servicio no tiene WhatsApp por ahora: maneja tu tienda desde el panel.')}</p>`
  if (store.whatsappNumber === null || hasNumberToConfirm(context)) return numberMissing(context)
  const number = html`<b>${shownPhone(store.whatsappNumber)}</b>`
  if (await hasOptedOut(sql, store.whatsappNumber))
    return html`
      <div class="notice">
        <p>${t('{number} no quiere mensajes: desde ahí se escribió «baja», y no te llegan los avisos de pedidos.', { number })}
        ${t('Para que vuelvan, escribe «alta» al número del servicio.')}</p>
      </div>
      ${displayNumber && chatLink(displayNumber, t('alta'), t('Escribir «alta»'))}
    `
  return html`
    <p>
      ${t('Maneja la tienda sin salir del chat.')}
      ${t('Escribe desde {number}, el número de tu tienda.', { number })}
      ${t(
        'Antes de cambiar algo, te respondemos qué va a cambiar, y nada cambia hasta que toques <b>Aplicar</b>.',
        {
          b,
        },
      )}
    </p>
    ${displayNumber && chatLink(displayNumber, t('ayuda'), t('Abrir el chat'))}
  `
}

/** What the store's notices, replies and messages to customers were, as WhatsApp counts them. */
async function monthlyMessages({ sql, store }: StoreContext): Promise<Html> {
  const messages = await countMessages(sql, store.id)
  return html`<p>${t('Este mes: {messages, plural, one {# mensaje} other {# mensajes}}', { messages })}</p>`
}

const b = (text: string) => html`<b>${text}</b>`

const chatLink = (number: string, text: Localized, label: Localized) => html`
  <div class="buttons">
    <a class="button" href="${chatHref(number, text)}" target="_blank" rel="noopener">${icon('chat')} ${label}</a>
  </div>
`

const numberMissing = ({ base, store, can }: StoreContext) => html`
  <p>${t('Para manejar la tienda por WhatsApp, guarda tu número y confírmalo con el código que te llega.')}</p>
  <div class="buttons">
    ${
      store.whatsappNumber === null || !can('connections')
        ? html`<a class="button" href="${base}/tienda">${t('Guardar mi número')}</a>`
        : html`<a class="button" href="${base}/conexiones/whatsapp">${t('Confirmar mi número')}</a>`
    }
  </div>
`

async function chatExamples({ app, sql, store }: StoreContext): Promise<Html> {
  const number = app.config.whatsapp.displayNumber
  const rows = [...(await commandExamples(sql, store, ownerCommands)), optOut]
  return html`
    <ul class="list" aria-label="${t('Lo que puedes escribir')}">
      ${rows.map(({ text, says }) => html`<li>${exampleRow(number, text, says)}</li>`)}
    </ul>
    <p class="hint">
      ${t('No hace falta el nombre completo: si hay varios parecidos, eliges de una lista.')}
      ${t('Lo que apliques se puede deshacer: por 24 horas ahí mismo, y después en Actividad.')}
    </p>
  `
}

const optOut = { text: t('baja'), says: t('no recibir más avisos; «alta» los devuelve') }

/** Where the number of the service is known, it opens the chat with the text already written. */
function exampleRow(number: string | null, text: Localized, says: Localized): Html {
  const shown = html`<span class="row-text"><b>${text}</b><small>${says}</small></span>`
  if (number === null) return html`<div class="row">${shown}</div>`
  const href = chatHref(number, text)
  return html`<a class="row" href="${href}" target="_blank" rel="noopener">${shown}${icon('chat')}</a>`
}

const taps = ({ app }: StoreContext) => html`
  <p>
    ${
      app.config.whatsapp.api?.buttons
        ? t('El aviso de un pedido trae <b>Confirmar</b> y <b>No puedo</b>.', { b })
        : t('Escribe <b>pedidos</b>, o el número de uno, y toca <b>Confirmar</b> o <b>No puedo</b>.', { b })
    }
    ${t('Al confirmarlo te ofrecemos <b>Enviado</b> y después <b>Entregado</b>.', { b })}
    ${t('Con <b>No puedo</b> te preguntamos por qué, y lo cancelamos.', { b })}
  </p>
`

async function chatHistory({ sql, store }: StoreContext): Promise<Html> {
  const messages = await listMessages(sql, store.id)
  if (messages.length === 0)
    return html`<p class="muted">${t('Todavía nada. Lo que escribas y toques se ve aquí, con lo que hizo.')}</p>`
  return html`
    <ol class="timeline">
      ${messages.map(
        (message) => html`
          <li${message.outcome === 'failed' && html` class="bad"`}>
            <b>${!isWritten(message) ? t('Algo que no es texto') : `«${message.text}»`}</b>
            <small>${moment(message.receivedAt, store.timeZone)} · ${whatItDid(message)}</small>
          </li>
        `,
      )}
    </ol>
  `
}

const isWritten = ({ kind }: ShownMessage): boolean => kind === 'text' || kind === 'tap'

const outcomes: Record<NonNullable<ShownMessage['outcome']>, Localized> = {
  answered: t('Se respondió'),
  proposed: t('Se mostró un cambio, sin aplicarlo'),
  applied: t('Se aplicó'),
  rejected: t('No se pudo'),
  link: t('Se envió un enlace'),
  asked: t('Se pidió un contacto'),
  silent: t('Sin respuesta'),
  late: t('Llegó con más de un día de retraso: no se hizo nada'),
  failed: t('Falló: escríbelo otra vez'),
}

const whatItDid = ({ outcome, summary }: ShownMessage): Html | Localized => {
  if (outcome === null) return t('Se está leyendo')
  return summary ? html`${outcomes[outcome]}: ${whatsappText(summary)}` : outcomes[outcome]
}

export const verificationNames = {
  off: t('No preguntar'),
  ask: t('Preguntar al terminar el pedido'),
}

async function verificationFields({ app, sql, store }: StoreContext): Promise<Part[]> {
  const { phoneVerification } = await findStore(sql, store.id)
  const hint = app.config.whatsapp.displayNumber
    ? t(
        'Quien compra lo hace con dos toques, y ningún pedido espera por eso. Verás «Teléfono confirmado» en el pedido.',
      )
    : t('Por ahora no se pregunta: este servicio no tiene un número al que escribir.')
  return [
    {
      name: 'phoneVerification',
      label: t('Confirmar el teléfono por WhatsApp'),
      value: phoneVerification,
      options: optionsOf(verificationNames),
      hint,
    },
    submit(t('Guardar')),
  ]
}
