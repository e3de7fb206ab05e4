import { resolve } from 'node:path'
import { insertAccount } from '../../features/accounts/create.ts'
import { camelCase } from '../../core/values/camel-case.ts'
import { settleDomain } from '../../features/domains/settle.ts'
import { advanceNotification } from '../../features/orders/notification.ts'
import { PROVIDERS } from '../../features/orders/payment.ts'
import { deactivateMethods } from '../../features/payments/payment-method.ts'
import { exportStore, type Counts } from '../../features/whole-stores/export.ts'
import { findStore } from '../../features/stores/find.ts'
import { importStore } from '../../features/whole-stores/import.ts'
import { purgeStore } from '../../features/whole-stores/purge.ts'
import { exportedTables, importedTables } from '../../features/whole-stores/table-columns.ts'
import { UsageError, type Call, type Command } from './command.ts'

export const storeFileCommands: Record<string, Command> = {
  'store export': {
    flags: '--store S [--with receipts] FILE',
    does: 'Exports a store with all its data to a file, without sent and pending deliveries; receipts of payments on request',
    run: exportFile,
    unrecorded: true,
  },
  'store import': {
    flags: '[--slug S] FILE',
    does: 'Imports a store from an exported file, with an account for its owner; --slug if its slug is taken',
    run: importFile,
    unrecorded: true,
  },
  'store purge': {
    flags: '--store S',
    does: 'Deletes a store and all its data, immediately and permanently; its slug becomes available',
    run: purge,
    unrecorded: true,
  },
}

export async function exportFile({ sql, flags }: Call) {
  const also = flags['with']
  if (also !== undefined && also !== 'receipts') throw new UsageError('--with takes receipts alone')
  const { id, slug } = await findStore(sql, flags['store']!)
  const file = resolve(flags['file']!)
  const tables = also ? importedTables : exportedTables
  return { id, slug, file, ...inCamelCase(await exportStore(sql, id, file, tables)) }
}

/** A new owner has no password, and signs in by recovery. Accounts with providers of payment have to be connected here again. */
export function importFile({ sql, flags }: Call) {
  return sql.begin(async (tx) => {
    const { id, slug, counts } = await importStore(tx, resolve(flags['file']!), {
      slug: flags['slug'],
      openAccount: (sql, { email, name }) => insertAccount(sql, email, '', name),
    })
    await settleDomain(tx, id)
    for (const provider of PROVIDERS) await deactivateMethods(tx, id, provider)
    const waiting = await tx<{ storeId: string; id: string }[]>`
      select store_id, id from orders where store_id = ${id} and notification_state = 'QUEUED'`
    await advanceNotification(tx, waiting, 'FAILED', NOT_MOVED)
    return { id, slug, ...inCamelCase(counts) }
  })
}

const NOT_MOVED = 'La tienda se mudó antes de que saliera el aviso'

export async function purge({ sql, flags }: Call) {
  const { id, slug, counts } = await purgeStore(sql, flags['store']!)
  return { id, slug, ...inCamelCase(counts) }
}

const inCamelCase = (counts: Counts) =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [camelCase(table), count]))
