import { Type, type Static } from 'typebox'
import {
  connectionIds,
  connectionTitle,
  isFeed,
  type ShownConnection,
} from '../../../features/connections/connection.ts'
import type { ConfigurableConnection } from '../../../features/connections/fields.ts'
import { selectConnections } from '../../../features/connections/list.ts'
import {
  findIdentifier,
  pauseConnection,
  removeConnection,
  saveConnection,
} from '../../../features/connections/save.ts'
import { notFound } from '../../../core/errors/errors.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body, SingleLine } from '../../../core/http/schema.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { checkDomain } from '../../../features/domains/check.ts'
import { findDomain } from '../../../features/domains/get.ts'
import { domainRecords } from '../domains/domain-records.ts'
import { connectionState, connectionLabels } from './connection-labels.ts'
import { storePage, type StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { buttonForm, deletionForm, formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { copyField } from '../parts/share.ts'
import { NoFields } from '../forms/no-fields.ts'
import { shopUrl } from '../../../features/stores/address.ts'
import { offerUndo } from '../forms/perform.ts'

const Identifier = Body({ value: SingleLine({ max: 253 }) })
const Pause = Body({ isPaused: Type.Boolean() })

const CHECK_LIMIT = { name: 'domain-check', max: 10, seconds: 60 }

export const connectionPage = storePage({
  path: '/conexiones/:id',
  needs: 'connections',
  async show(context) {
    const { base, sql, store } = context
    const id = idOf(context)
    const connections = await selectConnections(sql, store, context.app.config)
    const connection = connections.find((one) => one.id === id)!
    const value = await findIdentifier(sql, store.id, id)
    const domain = id === 'custom_domain' ? await findDomain(sql, store.id) : null
    const { use, today } = connectionLabels[id]
    return {
      title: connectionTitle(id),
      fields: identifierFields(id, value),
      back: { href: `${base}/conexiones`, label: t('Conexiones') },
      main: html`
        <p class="state">${connectionState(connection)} ${connection.hint}</p>
        <p>${use}</p>
        <div class="notice"><p>${t('<b>Hoy:</b> {today}', { b: bold, today: joined(today, ' ') })}</p></div>
        ${value && feed(context, id)}
        ${domain && domainRecords(context, domain)}
        ${connection.availableOnCurrentPlan ? saveForm(context, id, value) : upgrade(context)}
        ${value && savedForms(context, connection, id)}
      `,
    }
  },
  forms: {
    '/conexiones/:id': {
      body: Identifier,
      async run(context, { value }: Static<typeof Identifier>) {
        const { app, sql, store } = context
        const id = idOf(context)
        await saveConnection(sql, { storeId: store.id, id, plan: store.plan }, value, app.config)
        return withUndo(context, `/conexiones/${id}`, t('Guardado'))
      },
    },
    '/conexiones/:id/pausa': {
      body: Pause,
      async run(context, { isPaused }: Static<typeof Pause>) {
        const id = idOf(context)
        await pauseConnection(context.sql, context.store.id, id, isPaused)
        const message = isPaused ? t('La conexión está en pausa') : t('La conexión está activa otra vez')
        return withUndo(context, `/conexiones/${id}`, message)
      },
    },
    '/conexiones/:id/quitar': {
      body: NoFields,
      async run(context) {
        await removeConnection(context.sql, context.store.id, idOf(context))
        return withUndo(context, '/conexiones', t('Quitaste la conexión'))
      },
    },
    '/conexiones/:id/comprobar': {
      body: NoFields,
      async run(context) {
        const { app, sql, store, reply } = context
        if (idOf(context) !== 'custom_domain') throw notFound(t('Esa comprobación'))
        applyLimit(reply, CHECK_LIMIT, await app.hits.count(CHECK_LIMIT, store.id))
        await checkDomain(sql, store.id, app.config)
        const domain = await findDomain(sql, store.id)
        const message =
          domain?.state === 'open' ? t('Tu tienda se abre en tu dominio') : t('Miramos: abajo dice qué falta')
        return { next: '/conexiones/custom_domain', message }
      },
    },
  },
})

const bold = (text: string) => html`<b>${text}</b>`

async function withUndo(context: StoreContext, next: string, message: Localized) {
  return { next, message, ...(await offerUndo(context, next)) }
}

/** @throws 404 */
function idOf({ params }: StoreContext): ConfigurableConnection {
  const id = connectionIds.find((one) => one === params['id'])
  if (!id || id === 'whatsapp') throw notFound(t('Esa conexión'))
  return id
}

function feed({ app, store }: StoreContext, id: ConfigurableConnection): Html | null {
  if (!isFeed(id)) return null
  const where =
    id === 'meta_catalog'
      ? t('En Meta: Catálogo, Orígenes de datos, Lista de datos programada')
      : t('En Merchant Center: Productos, Fuentes de datos, Agregar desde un archivo')
  return section(
    t('La dirección de tus productos'),
    html`
      ${copyField(t('Cópiala'), shopUrl(app, store, `/feed.xml?para=${id}`))}
      <p class="hint">
        ${where}. ${t('Los cambios llegan solos la próxima vez que la lean. Una pausa aquí cierra esta dirección.')}
      </p>
    `,
  )
}

function identifierFields(id: ConfigurableConnection, value: string): Part[] {
  const { label, placeholder, hint } = connectionLabels[id]
  const field = {
    name: 'value',
    label,
    value,
    max: 253,
    required: true,
    placeholder,
    hint,
    autocomplete: 'off',
  }
  return [field, submit(t('Guardar'))]
}

const saveForm = (context: StoreContext, id: ConfigurableConnection, value: string): Html =>
  section(t('Conectar'), formOf(context.form(`/conexiones/${id}`), identifierFields(id, value)))

/** Of what was saved, also when the plan does not include it any more. */
function savedForms({ form }: StoreContext, { state }: ShownConnection, id: ConfigurableConnection): Html {
  const pause = buttonForm(
    form(`/conexiones/${id}/pausa`),
    { isPaused: String(state !== 'paused') },
    html`<button class="button ghost">${state === 'paused' ? t('Reactivar') : t('Poner en pausa')}</button>`,
  )
  return html`
    <div class="buttons">${pause}</div>
    ${deletionForm(form(`/conexiones/${id}/quitar`), t('Quitar la conexión'), t('Se borra lo que guardaste de ella.'))}
  `
}

const upgrade = ({ base, can }: StoreContext): Html => html`
  <p>${t('Esta conexión es de los planes de pago.')}</p>
  ${
    can('billing') &&
    html`
      <p><a class="button" href="${base}/plan">${t('Ver los planes')}</a></p>
    `
  }
`
