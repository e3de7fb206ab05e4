import { forbidden, notFound } from '../core/errors/errors.ts'
import type { Sql } from '../core/database/db.ts'
import type { Plan } from '../stores/store.ts'
import { isPaid } from './connection.ts'
import { cleanIdentifier, fieldOf, type FilledIn } from './fields.ts'

type Place = { storeId: string; id: FilledIn; plan: Plan }

/** The saved identifier; empty where there is none. */
export async function findIdentifier(sql: Sql, storeId: string, id: FilledIn): Promise<string> {
  const [saved] = await sql<{ value: string | null }[]>`
    select settings ->> ${fieldOf(id)} as value from connections where store_id = ${storeId} and id = ${id}`
  return saved?.value ?? ''
}

/** A changed identifier resets the derived fields: a new domain is not verified. @throws 400 on `value`, 403 */
export async function saveConnection(sql: Sql, { storeId, id, plan }: Place, typed: string): Promise<void> {
  if (isPaid(id) && plan === 'free')
    throw forbidden('Esta conexión necesita un plan de pago (Pro o Lifetime)')
  const settings = { [fieldOf(id)]: cleanIdentifier(id, typed) }
  await sql`
    insert into connections as saved (store_id, id, settings)
    values (${storeId}, ${id}, ${sql.json(settings)})
    on conflict (store_id, id) do update
    set settings = excluded.settings, last_error = null, updated_at = clock_timestamp()
    where saved.settings ->> ${fieldOf(id)} is distinct from excluded.settings ->> ${fieldOf(id)}`
}

/** Takes everything away that was saved of it. */
export async function removeConnection(sql: Sql, storeId: string, id: FilledIn): Promise<void> {
  await sql`delete from connections where store_id = ${storeId} and id = ${id}`
}

/** @throws 404 where nothing is saved */
export async function pauseConnection(sql: Sql, storeId: string, id: FilledIn, isPaused: boolean) {
  const { count } = await sql`
    update connections
    set is_paused = ${isPaused}, updated_at = clock_timestamp()
    where store_id = ${storeId} and id = ${id}`
  if (count === 0) throw notFound('Esa conexión')
}
