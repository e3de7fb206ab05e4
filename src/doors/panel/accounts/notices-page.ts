import { Type, type Static } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { requireWithinLimit } from '../../../core/limits/rate-limit.ts'
import { deviceName } from '../../../features/mail/device-name.ts'
import {
  listPushDevices,
  sendTestPush,
  subscribe,
  unsubscribe,
  type PushDevice,
} from '../../../features/push/subscription.ts'
import { findVapidKeys } from '../../../features/push/vapid.ts'
import { browserOf } from '../access/sign-in.ts'
import { storePage, type StoreContext } from '../page.ts'
import { sinceDay } from '../parts/time.ts'
import { assets, icon } from '../parts/icon.ts'
import { buttonForm, formOf, submit } from '../parts/form.ts'
import { emptyState, section } from '../parts/list.ts'
import { soundSwitch } from '../parts/sound-switch.ts'
import { NoFields } from '../forms/no-fields.ts'
import { joined, t } from '../../../core/texts/text.ts'

/** Limited, because each sends a request to a server of the client's choice. */
const PUSH_LIMIT = { name: 'push', max: 20, seconds: 600 }

const Subscription = Body({
  endpoint: Type.String({ maxLength: 2048 }),
  p256dh: Type.String({ maxLength: 100 }),
  auth: Type.String({ maxLength: 30 }),
})

export const noticesPage = storePage({
  path: '/avisos',
  needs: 'orders:read',
  async show(context) {
    const [devices, { publicKey }] = await Promise.all([
      listPushDevices(context.sql, memberOf(context)),
      findVapidKeys(context.sql, context.app.config.vapid),
    ])
    return {
      title: t('Avisos'),
      main: html`
        <p>
          ${t('Te avisamos de cada pedido nuevo en tus dispositivos, también con el panel cerrado.')}
          ${t('Son solo tuyos: cada persona del equipo enciende los suyos.')}
        </p>
        ${switchOn(context, publicKey, devices)}
        ${devices.length > 0 ? section(t('Dispositivos con avisos'), deviceList(context, devices)) : emptyList}
        ${soundSwitch}
        <p class="muted">
          ${t('Un teléfono apagado o sin internet no avisa a tiempo: revisa también tus pedidos en el panel y en WhatsApp.')}
        </p>
        <script type="module" src="${assets.script('push.js')}"></script>
      `,
    }
  },
  forms: {
    '/avisos': {
      body: Subscription,
      async run(context, keys: Static<typeof Subscription>) {
        const { app, sql, request, session } = context
        await requireWithinLimit(app.hits, PUSH_LIMIT, session.accountId)
        const { name: device } = browserOf(request)
        const { allowPrivateDestinations: allowPrivate } = app.config
        await subscribe(sql, { ...memberOf(context), ...keys, sessionId: session.id, device, allowPrivate })
        return { next: '/avisos', message: t('Este dispositivo te avisará de los pedidos nuevos') }
      },
    },
    '/avisos/:id/apagar': {
      body: NoFields,
      async run(context) {
        await unsubscribe(context.sql, memberOf(context), context.params['id']!)
        return { next: '/avisos', message: t('Ese dispositivo ya no avisa') }
      },
    },
    '/avisos/:id/probar': {
      body: NoFields,
      async run(context) {
        const { app, sql, session, params } = context
        await requireWithinLimit(app.hits, PUSH_LIMIT, session.accountId)
        await sendTestPush(sql, memberOf(context), params['id']!)
        return { next: '/avisos', message: t('Enviamos un aviso de prueba: debe llegar en unos segundos') }
      },
    },
  },
})

const memberOf = ({ store, session }: StoreContext) => ({ storeId: store.id, accountId: session.accountId })

function switchOn({ form: formAt }: StoreContext, publicKey: string, devices: PushDevice[]): Html {
  const hidden = ['endpoint', 'p256dh', 'auth'].map((name) => html`<input type="hidden" name="${name}">`)
  const form = formOf(formAt('/avisos'), html`${hidden}${submit(t('Activar en este dispositivo'))}`, {
    class: 'one-button',
  })
  return html`
    <push-switch id="push-switch" data-key="${publicKey}"
      data-known="${devices.map(({ endpoint }) => endpoint).join(' ')}">
      <div id="push-on" hidden>${form}</div>
      <p id="push-state" class="muted" hidden></p>
      <noscript><p class="muted">${t('Para activar los avisos hace falta JavaScript.')}</p></noscript>
    </push-switch>
  `
}

function deviceList({ form, store }: StoreContext, devices: PushDevice[]): Html {
  const rows = devices.map(({ id, endpoint, createdAt, ...named }) => {
    const device = deviceName(named.device)
    const test = html`<button class="quiet" aria-label="${t('Probar el aviso en {device}', { device })}">${t('Probar')}</button>`
    const off = html`
      <button class="quiet" aria-label="${t('Apagar los avisos en {device}', { device })}">${icon('trash')}</button>
    `
    return html`
      <li data-endpoint="${endpoint}">
        <span class="row-text"><b>${device}</b><small>${t('activado {when}', { when: sinceDay(createdAt, store.timeZone) })}</small></span>
        <div class="tools">
          ${buttonForm(form(`/avisos/${id}/probar`), {}, test)}
          ${buttonForm(form(`/avisos/${id}/apagar`), {}, off)}
        </div>
      </li>
    `
  })
  return html`<ul class="list plain-rows" aria-label="${t('Dispositivos con avisos')}">${rows}</ul>`
}

const emptyList = emptyState(
  'bell',
  t('Ningún dispositivo tuyo avisa todavía'),
  joined(
    [
      t('Actívalos en el teléfono que llevas contigo, para no hacer esperar a nadie.'),
      t('En un iPhone, agrega antes el panel a la pantalla de inicio y ábrelo desde ahí.'),
    ],
    ' ',
  ),
)
