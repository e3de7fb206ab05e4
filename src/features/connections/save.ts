import { t } from '../../core/texts/text.ts'
import type { Config } from '../../core/config/config.ts'
import { forbidden, notFound } from '../../core/errors/errors.ts'
import { transaction, type Sql, type Tx } from '../../core/database/db.ts'
import { cleanDomain } from '../domains/domain.ts'
import { lockClaimants, settleDomain } from '../domains/settle.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import type { Plan } from '../stores/store.ts'
import { kindOf } from './connection.ts'
import { cleanIdentifier, type ConfigurableConnection } from './fields.ts'

type Place = { storeId: string; id: ConfigurableConnection; plan: Plan }

export async function findIdentifier(sql: Sql, storeId: string, id: ConfigurableConnection): Promise<string> {
  const [saved] = await sql<{ value: string | null }[]>`
    select settings ->> ${kindOf(id).field} as value from connections where store_id = ${storeId} and id = ${id}`
  return saved?.value ?? ''
}

/** A changed identifier forgets what is known of the former one. @throws 400 on `value`, 403 */
export async function saveConnection(
  sql: Sql,
  { storeId, id, plan }: Place,
  submitted: string,
  config: Config,
) {
  if (kindOf(id).isPaid && plan === 'free')
    throw forbidden(t('Esta conexión necesita un plan de pago (Pro o Lifetime)'))
  const value = id === 'custom_domain' ? cleanDomain(submitted, config) : cleanIdentifier(id, submitted)
  const settings = { [kindOf(id).field]: value }
  await change(sql, storeId, async (tx) => {
    await tx`
      insert into connections as saved (store_id, id, settings)
      values (${storeId}, ${id}, ${tx.json(settings)})
      on conflict (store_id, id) do update
      set
        settings = excluded.settings, last_error = null, used_at = null, updated_at = statement_timestamp()
      where saved.settings ->> ${kindOf(id).field} is distinct from excluded.settings ->> ${kindOf(id).field}`
  })
}

export async function removeConnection(sql: Sql, storeId: string, id: ConfigurableConnection): Promise<void> {
  await change(sql, storeId, async (tx) => {
    await tx`delete from connections where store_id = ${storeId} and id = ${id}`
  })
}

export async function pauseConnection(
  sql: Sql,
  storeId: string,
  id: ConfigurableConnection,
  isPaused: boolean,
) {
  await change(sql, storeId, async (tx) => {
    const { count } = await tx`
      update connections
      set is_paused = ${isPaused}, updated_at = statement_timestamp()
      where store_id = ${storeId} and id = ${id}`
    if (count === 0) throw notFound(t('Esa conexión'))
  })
}

/** The store's pages name the identifiers, and its domain opens or closes. */
const change = (sql: Sql, storeId: string, write: (tx: Tx) => Promise<void>): Promise<void> =>
  transaction(sql, async (tx) => {
    await lockClaimants(tx, storeId)
    await write(tx)
    await settleDomain(tx, storeId)
    await raiseCatalogVersion(tx, storeId)
  })
