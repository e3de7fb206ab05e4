import { resolve } from 'node:path'
import { insertAccount } from '../accounts/create.ts'
import { transaction } from '../core/database/db.ts'
import { camelCase } from '../core/values/camel-case.ts'
import { advanceNotification } from '../orders/notification.ts'
import { PROVIDERS } from '../orders/payment.ts'
import { deactivateMethods } from '../payments/update.ts'
import { exportStore, type Counts } from '../stores/export.ts'
import { findStore } from '../stores/find.ts'
import { importStore } from '../stores/import.ts'
import { purgeStore } from '../stores/purge.ts'
import { exportedTables, importedTables } from '../stores/table-columns.ts'
import { UsageError, type Call } from './command.ts'

export async function exportFile({ sql, flags }: Call) {
  const also = flags['with']
  if (also !== undefined && also !== 'receipts') throw new UsageError('--with takes receipts alone')
  const { id, slug } = await findStore(sql, flags['store']!)
  const file = resolve(flags['file']!)
  const tables = also ? importedTables : exportedTables
  return { id, slug, file, ...inCamelCase(await exportStore(sql, id, file, tables)) }
}

/** A new owner has no password, and signs in by recovery. Accounts with providers of payment have to be connected here again. */
export const importFile = ({ sql, flags }: Call) =>
  transaction(sql, async (tx) => {
    const { id, slug, counts } = await importStore(tx, resolve(flags['file']!), {
      slug: flags['slug'],
      openAccount: (sql, { email, name }) => insertAccount(sql, email, '', name),
    })
    for (const provider of PROVIDERS) await deactivateMethods(tx, id, provider)
    const waiting = await tx<{ storeId: string; id: string }[]>`
      select store_id, id from orders where store_id = ${id} and notification_state = 'QUEUED'`
    await advanceNotification(tx, waiting, 'FAILED', NOT_MOVED)
    return { id, slug, ...inCamelCase(counts) }
  })

const NOT_MOVED = 'La tienda se mudó antes de que saliera el aviso'

export async function purge({ sql, flags }: Call) {
  const { id, slug, counts } = await purgeStore(sql, flags['store']!)
  return { id, slug, ...inCamelCase(counts) }
}

const inCamelCase = (counts: Counts) =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [camelCase(table), count]))
