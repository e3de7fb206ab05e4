import { transaction, type Sql } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { markDeleted } from '../accounts/deletion.ts'
import { revokeKeysOf } from '../api-keys/manage.ts'
import { removeMember } from '../team/change.ts'
import { findStoresOf } from './stores-of.ts'
import { t } from '../../core/texts/text.ts'

type Person = { accountId: string; email: string }

/**
 * Takes the person out of every team and ends sessions, keys and the access of assistants at once; signing in takes the account back
 * for 30 days. @throws 409 `LAST_OWNER` while a store would be left without an owner
 */
export function deleteAccount(sql: Sql, { accountId, email }: Person): Promise<void> {
  return transaction(sql, async (tx) => {
    const stores = await findStoresOf(tx, accountId)
    const owned = stores.filter(({ isOnlyOwner }) => isOnlyOwner).map(({ name }) => name)
    if (owned.length > 0)
      throw conflict(
        'LAST_OWNER',
        t('Antes entrega a otra persona, o elimina: {stores}', { stores: owned.join(', ') }),
      )
    for (const { id } of stores) await removeMember(tx, id, accountId)
    await revokeKeysOf(tx, accountId)
    await markDeleted(tx, { id: accountId, email })
  })
}
