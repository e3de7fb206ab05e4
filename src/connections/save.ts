import { forbidden, notFound } from '../core/errors/errors.ts'
import { transaction, type Sql } from '../core/database/db.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { Plan } from '../stores/store.ts'
import { isPaid } from './connection.ts'
import { cleanIdentifier, fieldOf, type ConfigurableConnection } from './fields.ts'

type Place = { storeId: string; id: ConfigurableConnection; plan: Plan }

/** The saved identifier; empty where there is none. */
export async function findIdentifier(sql: Sql, storeId: string, id: ConfigurableConnection): Promise<string> {
  const [saved] = await sql<{ value: string | null }[]>`
    select settings ->> ${fieldOf(id)} as value from connections where store_id = ${storeId} and id = ${id}`
  return saved?.value ?? ''
}

/** A changed identifier resets the derived fields: a new domain is not verified. @throws 400 on `value`, 403 */
export async function saveConnection(sql: Sql, { storeId, id, plan }: Place, typed: string): Promise<void> {
  if (isPaid(id) && plan === 'free')
    throw forbidden('Esta conexión necesita un plan de pago (Pro o Lifetime)')
  const settings = { [fieldOf(id)]: cleanIdentifier(id, typed) }
  await transaction(sql, async (tx) => {
    await tx`
      insert into connections as saved (store_id, id, settings)
      values (${storeId}, ${id}, ${tx.json(settings)})
      on conflict (store_id, id) do update
      set settings = excluded.settings, last_error = null, updated_at = statement_timestamp()
      where saved.settings ->> ${fieldOf(id)} is distinct from excluded.settings ->> ${fieldOf(id)}`
    await raiseCatalogVersion(tx, storeId) // the shop's pages name the identifier
  })
}

/** Deletes everything that was saved for the connection. */
export async function removeConnection(sql: Sql, storeId: string, id: ConfigurableConnection): Promise<void> {
  await transaction(sql, async (tx) => {
    await tx`delete from connections where store_id = ${storeId} and id = ${id}`
    await raiseCatalogVersion(tx, storeId)
  })
}

/** @throws 404 where nothing is saved */
export async function pauseConnection(
  sql: Sql,
  storeId: string,
  id: ConfigurableConnection,
  isPaused: boolean,
) {
  await transaction(sql, async (tx) => {
    const { count } = await tx`
      update connections
      set is_paused = ${isPaused}, updated_at = statement_timestamp()
      where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw notFound('Esa conexión')
    await raiseCatalogVersion(tx, storeId)
  })
}
