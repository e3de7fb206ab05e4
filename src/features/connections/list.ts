import { Type } from 'typebox'
import { bySpanish, known } from '../../core/texts/by-spanish.ts'
import { t, wordingIn } from '../../core/texts/text.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { dataOf } from '../../core/http/schema.ts'
import type { Plan } from '../stores/store.ts'
import type { Config } from '../../core/config/config.ts'
import { findDomain } from '../domains/get.ts'
import {
  Connection,
  connectionIds,
  toConnection,
  type SavedConnection,
  type ShownConnection,
} from './connection.ts'
import { scriptErrors } from './note-use.ts'

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
  async run({ sql, store, service }) {
    const connections = await selectConnections(sql, store, service.config)
    return {
      data: {
        storeId: store.id,
        source: 'SAVED_CONFIGURATION' as const,
        providerVerification: 'UNVERIFIED' as const,
        connections: connections.map((one) => ({ ...one, hint: one.hint && wordingIn(one.hint, 'es') })),
      },
    }
  },
})

type Saved = Omit<SavedConnection, 'domain' | 'lastError'> & { lastError: string | null }

const notSent = t('El último aviso no se pudo enviar')
const errors = bySpanish(notSent, ...scriptErrors)

export async function selectConnections(
  sql: Sql,
  { id: storeId, plan }: { id: string; plan: Plan },
  { whatsapp }: Pick<Config, 'whatsapp'>,
): Promise<ShownConnection[]> {
  const rows = await sql<Saved[]>`
    select
      id,
      array(
        select key from jsonb_each_text(settings) where value <> ''
      ) as fields,
      is_paused, last_error, used_at, updated_at
    from connections
    where store_id = ${storeId} and id <> 'whatsapp'
    union all
    select
      'whatsapp',
      case when stores.whatsapp_number is null then '{}'::text[] else '{whatsappNumber}'::text[] end,
      coalesce(saved.is_paused, false),
      (
        select case when state = 'failed' then coalesce(reason, ${notSent.in('es')}) end
        from deliveries
        where store_id = ${storeId}
        and recipient = (select whatsapp_number from stores where id = ${storeId})
        and kind = 'whatsapp'
        and state in ('done', 'failed')
        order by created_at desc, id desc
        limit 1
      ),
      null, null
    from stores
    left join connections saved on saved.store_id = stores.id and saved.id = 'whatsapp'
    where stores.id = ${storeId}`
  const domain = rows.some(({ id }) => id === 'custom_domain') ? await findDomain(sql, storeId) : null
  const saved = new Map(rows.map((row) => [row.id, toSaved(row, domain)]))
  return connectionIds.map((id) =>
    toConnection(saved.get(id), { id, plan, canNotify: whatsapp.api !== null }),
  )
}

const toSaved = ({ lastError, ...row }: Saved, domain: SavedConnection['domain']): SavedConnection => ({
  ...row,
  lastError: lastError && known(errors, lastError),
  domain,
})
