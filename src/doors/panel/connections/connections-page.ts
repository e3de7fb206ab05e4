import { t } from '../../../core/texts/text.ts'
import { connectionTitle, type ShownConnection } from '../../../features/connections/connection.ts'
import { selectConnections } from '../../../features/connections/list.ts'
import { html } from '../../../core/http/html.ts'
import { endGrant, listGrants } from '../../../features/oauth/grant.ts'
import { NoFields } from '../forms/no-fields.ts'
import { connectionState, connectionLabels, whatsappState } from './connection-labels.ts'
import { storePage, type StoreContext } from '../page.ts'
import { assistantList } from '../parts/assistants.ts'
import { badge, list, section } from '../parts/list.ts'

export const connectionsPage = storePage({
  path: '/conexiones',
  needs: 'connections',
  async show(context) {
    const { sql, store } = context
    const [connections, assistants] = await Promise.all([
      selectConnections(sql, store, context.app.config),
      listGrants(sql, { storeId: store.id }),
    ])
    return {
      title: t('Conexiones'),
      main: html`
        <p class="muted">${t('Lo que tu tienda usa o alimenta fuera de aquí.')}</p>
        ${list(
          connections.map((connection) => rowOf(context, connection)),
          t('Conexiones'),
        )}
        ${section(t('Asistentes con acceso'), assistantList(context, '/conexiones', assistants))}
      `,
    }
  },
  forms: {
    '/conexiones/asistentes/:id/terminar': {
      body: NoFields,
      needsPassword: true,
      async run({ sql, store, params }) {
        await endGrant(sql, { storeId: store.id }, params['id']!)
        return { next: '/conexiones', message: t('El asistente ya no tiene acceso') }
      },
    },
  },
})

function rowOf(context: StoreContext, connection: ShownConnection) {
  const { id, hint, availableOnCurrentPlan } = connection
  const href = `${context.base}/conexiones/${id}`
  if (id === 'whatsapp') {
    const { badge: state, text } = whatsappState(context, connection)
    return { href, title: 'WhatsApp', detail: html`${state} ${text}` }
  }
  const { use } = connectionLabels[id]
  return {
    href,
    title: connectionTitle(id),
    detail: html`
      ${connectionState(connection)}
      ${!availableOnCurrentPlan && html` ${badge(t('Plan Pro'))}`} ${hint ?? use}
    `,
  }
}
