import { Type } from 'typebox'
import { operation } from '../core/operations/operation.ts'
import type { Sql } from '../core/database/db.ts'
import { dataOf } from '../core/http/schema.ts'
import type { Plan } from '../stores/store.ts'
import { Connection, connectionIds, toConnection, type SavedConnection } from './connection.ts'

const SavedConnections = Type.Object({
  storeId: Type.String(),
  source: Type.Literal('SAVED_CONFIGURATION'),
  providerVerification: Type.Literal('UNVERIFIED'),
  connections: Type.Array(Connection),
})

export const listConnections = operation({
  id: 'listConnections',
  rest: 'GET /store/connections',
  scope: 'connections:read',
  summary: 'Leer las conexiones',
  description: 'El estado guardado de cada conexión, sin claves ni direcciones; no se pregunta al proveedor.',
  errors: ['NOT_FOUND'],
  response: { 200: dataOf(SavedConnections) },
  async run({ sql, store }) {
    return {
      data: {
        storeId: store.id,
        source: 'SAVED_CONFIGURATION' as const,
        providerVerification: 'UNVERIFIED' as const,
        connections: await selectConnections(sql, store.id, store.plan),
      },
    }
  },
})

export async function selectConnections(sql: Sql, storeId: string, plan: Plan): Promise<Connection[]> {
  const rows = await sql<SavedConnection[]>`
    select
      id,
      array(
        select key from jsonb_each_text(settings) where value <> ''
      ) as fields,
      is_paused, last_error
    from connections
    where store_id = ${storeId} and id <> 'whatsapp'
    union all
    select
      'whatsapp',
      case when stores.whatsapp_number is null then '{}'::text[] else '{whatsappNumber}'::text[] end,
      coalesce(saved.is_paused, false),
      (
        select case when state = 'failed' then coalesce(reason, 'El último aviso no se pudo enviar') end
        from deliveries
        where store_id = ${storeId}
        and recipient = (select whatsapp_number from stores where id = ${storeId})
        and kind = 'whatsapp'
        and state in ('done', 'failed')
        order by created_at desc, id desc
        limit 1
      )
    from stores
    left join connections saved on saved.store_id = stores.id and saved.id = 'whatsapp'
    where stores.id = ${storeId}`
  return connectionIds.map((id) => {
    const saved = rows.find((row) => row.id === id)
    return toConnection(saved ?? { id, fields: [], isPaused: false, lastError: null }, plan)
  })
}
