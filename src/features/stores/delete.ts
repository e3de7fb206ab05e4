import { operation } from '../../core/operations/operation.ts'
import type { Sql, Tx } from '../../core/database/db.ts'
import { forbidden, notFound } from '../../core/errors/errors.ts'
import { Deleted } from '../../core/http/schema.ts'
import { findStoreOfAccount } from './get-of-account.ts'
import { reserveFormerSlug } from './slug.ts'
import { t } from '../../core/texts/text.ts'

const RETENTION_DAYS = 30

export const deleteStore = operation({
  id: 'deleteStore',
  rest: 'DELETE /stores/:id',
  scope: 'stores:write',
  accountLevel: true,
  summary: 'Borrar una tienda',
  description: `Solo su dueña. Los datos y la dirección se guardan ${RETENTION_DAYS} días; sus claves dejan de servir al instante.`,
  response: { 200: Deleted },
  async run({ sql, accountId, id }) {
    await requireOwner(sql, id, accountId)
    return { data: await markStoreDeleted(sql, id) }
  },
})

/** @throws 404 for a store that the account is not a member of, 403 for its administrators */
async function requireOwner(sql: Sql, storeId: string, accountId: string) {
  const { role } = await findStoreOfAccount(sql, accountId, storeId)
  if (role !== 'OWNER') throw forbidden(t('Solo la dueña de la tienda puede borrarla'))
}

export async function markStoreDeleted(tx: Tx, id: string) {
  const [deleted] = await tx<{ slug: string }[]>`
    update stores
    set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
    where id = ${id} and deleted_at is null
    returning slug`
  if (!deleted) throw notFound(t('La tienda'))
  await reserveFormerSlug(tx, deleted.slug, id, RETENTION_DAYS)
  return { id, deleted: true as const }
}
