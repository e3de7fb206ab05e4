import type { Sql } from '../../core/database/db.ts'
import type { Wording } from '../../core/texts/text.ts'
import { findImport, toImport, type Dropped, type Import } from './import.ts'
import { lossTexts } from './losses.ts'
import { fromStored } from './stored-message.ts'

/** An import with its sentences for people. */
export type ReadableImport = Omit<Import, 'error' | 'dropped'> & {
  error: { code: string; message: Wording } | null
  dropped: (Dropped & { message: Wording })[]
}

/** @throws 404 */
export async function readImportForPeople(sql: Sql, storeId: string, id: string): Promise<ReadableImport> {
  const row = await findImport(sql, storeId, id)
  const { error, dropped = [] } = row.result
  return {
    ...toImport(row),
    dropped: dropped.map((one) => ({ ...one, message: lossTexts[one.reason] })),
    error: error ? { code: error.code, message: fromStored(error) } : null,
  }
}
