import { Type, type Static } from 'typebox'
import { connectionIds, type Connection } from '../../connections/connection.ts'
import type { ConfigurableConnection } from '../../connections/fields.ts'
import { selectConnections } from '../../connections/list.ts'
import { findIdentifier, pauseConnection, removeConnection, saveConnection } from '../../connections/save.ts'
import { verificationRecordOf, verifyDomain } from '../../connections/verify-domain.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { Body, SingleLine } from '../../core/http/schema.ts'
import { applyLimit } from '../../core/limits/rate-limit.ts'
import { connectionState, connectionLabels } from './connection-labels.ts'
import { storePage, type StoreContext } from '../page.ts'
import { field } from '../parts/field.ts'
import { buttonForm, irreversibleForm, formOf, submit } from '../parts/form.ts'
import { section } from '../parts/list.ts'
import { copyField } from '../parts/share.ts'
import { NoFields } from '../forms/no-fields.ts'

const Identifier = Body({ value: SingleLine({ max: 253 }) })
const Pause = Body({ isPaused: Type.Boolean() })

const CHECK_LIMIT = { name: 'domain-check', max: 10, seconds: 60 }

export const connectionPage = storePage({
  path: '/conexiones/:id',
  needs: 'connections',
  async show(context) {
    const { base, sql, store } = context
    const id = idOf(context)
    const connections = await selectConnections(sql, store.id, store.plan)
    const connection = connections.find((one) => one.id === id)!
    const value = await findIdentifier(sql, store.id, id)
    const { name, use, today } = connectionLabels[id]
    return {
      title: name,
      back: { href: `${base}/conexiones`, label: 'Conexiones' },
      main: html`
        <p class="state">${connectionState(connection)} ${connection.hint}</p>
        <p>${use}</p>
        <div class="notice"><p><b>Hoy:</b> ${today}</p></div>
        ${feed(context, id)}
        ${connection.availableOnCurrentPlan ? forms(context, connection, id, value) : upgrade(context)}
      `,
    }
  },
  forms: {
    '/conexiones/:id': {
      body: Identifier,
      async run(context, { value }: Static<typeof Identifier>) {
        const { sql, store } = context
        const id = idOf(context)
        await saveConnection(sql, { storeId: store.id, id, plan: store.plan }, value)
        return { next: `/conexiones/${id}`, message: 'Guardado' }
      },
    },
    '/conexiones/:id/pausa': {
      body: Pause,
      async run(context, { isPaused }: Static<typeof Pause>) {
        const id = idOf(context)
        await pauseConnection(context.sql, context.store.id, id, isPaused)
        return {
          next: `/conexiones/${id}`,
          message: isPaused ? 'La conexión está en pausa' : 'La conexión sigue',
        }
      },
    },
    '/conexiones/:id/quitar': {
      body: NoFields,
      async run(context) {
        await removeConnection(context.sql, context.store.id, idOf(context))
        return { next: '/conexiones', message: 'Quitaste la conexión' }
      },
    },
    '/conexiones/:id/comprobar': {
      body: NoFields,
      async run(context) {
        const { app, sql, store, reply } = context
        if (idOf(context) !== 'custom_domain') throw notFound('Esa comprobación')
        applyLimit(reply, CHECK_LIMIT, await app.hits.count(CHECK_LIMIT, store.id))
        await verifyDomain(sql, store.id)
        return { next: '/conexiones/custom_domain', message: 'Comprobado: el dominio es tuyo' }
      },
    },
  },
})

/** @throws 404 */
function idOf({ params }: StoreContext): ConfigurableConnection {
  const id = connectionIds.find((one) => one === params['id'])
  if (!id || id === 'whatsapp') throw notFound('Esa conexión')
  return id
}

function feed({ app, store }: StoreContext, id: ConfigurableConnection): Html | null {
  if (id !== 'meta_catalog' && id !== 'google_merchant') return null
  const where =
    id === 'meta_catalog'
      ? 'En Meta: Catálogo, Orígenes de datos, Lista de datos programada'
      : 'En Merchant Center: Productos, Fuentes de datos, Agregar desde un archivo'
  return section(
    'La dirección de tus productos',
    html`
      ${copyField('Cópiala', `${app.publicUrl}/${store.slug}/feed.xml`)}
      <p class="hint">
        ${where}. Los cambios llegan solos la próxima vez que la lean. La dirección es pública, y una pausa aquí no la cierra:
        para que dejen de leerla, quítala allá.
      </p>
    `,
  )
}

function forms(
  context: StoreContext,
  { state }: Connection,
  id: ConfigurableConnection,
  value: string,
): Html {
  const form = context.form(`/conexiones/${id}`)
  const { label, placeholder, hint } = connectionLabels[id]
  const identifier = field(form, {
    name: 'value',
    label,
    value,
    max: 253,
    required: true,
    placeholder,
    hint,
    autocomplete: 'off',
  })
  const save = section('Conectar', formOf(form, html`${identifier}${submit('Guardar')}`))
  if (!value) return save
  const pause = buttonForm(
    context.form(`/conexiones/${id}/pausa`),
    { isPaused: String(state !== 'paused') },
    html`<button class="button ghost">${state === 'paused' ? 'Reactivar' : 'Poner en pausa'}</button>`,
  )
  return html`
    ${save}
    ${id === 'custom_domain' && domainVerification(context, value)}
    <div class="buttons">${pause}</div>
    ${irreversibleForm(context.form(`/conexiones/${id}/quitar`), {
      summary: 'Quitar la conexión',
      text: 'Se borra lo que guardaste de ella. Puedes conectarla otra vez cuando quieras.',
      button: 'Quitar',
    })}
  `
}

function domainVerification(context: StoreContext, domain: string): Html {
  const { name, value } = verificationRecordOf(context.store.id, domain)
  const form = context.form('/conexiones/custom_domain/comprobar')
  return section(
    'Demuestra que es tuyo',
    html`
      <p>Donde compraste el dominio, agrega un registro de tipo TXT:</p>
      ${copyField('Nombre', name)}
      ${copyField('Valor', value)}
      ${formOf(form, submit('Comprobar', 'ghost'))}
    `,
  )
}

const upgrade = ({ base, can, app }: StoreContext): Html => html`
  <p>Esta conexión es de los planes de pago.</p>
  ${
    can('billing') &&
    app.knownRoutes.has('/panel/t/:slug/plan') &&
    html`
      <p><a class="button" href="${base}/plan">Ver los planes</a></p>
    `
  }
`
