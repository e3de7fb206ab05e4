import type { Connection } from '../../connections/connection.ts'
import { listConnections } from '../../connections/list.ts'
import { html } from '../../core/http/html.ts'
import { connectionState, connectionWords } from './connection-words.ts'
import { storePage, type StoreContext } from '../page.ts'
import { badge, list } from '../parts/list.ts'

export const connectionsPage = storePage({
  path: '/conexiones',
  needs: 'connections',
  async show(context) {
    const { sql, store } = context
    const connections = await listConnections(sql, store.id, store.plan)
    return {
      title: 'Conexiones',
      main: html`
        <p class="muted">Lo que tu tienda usa o alimenta fuera de aquí.</p>
        ${list(
          connections.map((connection) => rowOf(context, connection)),
          'Conexiones',
        )}
      `,
    }
  },
})

function rowOf({ base }: StoreContext, connection: Connection) {
  const { id, hint, availableOnCurrentPlan } = connection
  const { name, use } = connectionWords[id]
  return {
    href: id === 'whatsapp' ? `${base}/tienda` : `${base}/conexiones/${id}`,
    title: name,
    detail: html`
      ${connectionState(connection)}
      ${!availableOnCurrentPlan && html` ${badge('Plan Pro')}`} ${hint ?? use}
    `,
  }
}
