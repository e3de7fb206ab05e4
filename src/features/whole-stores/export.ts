import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Db, Tx } from '../../core/database/db.ts'
import { columnsOf, exportedTables, storeColumn, type Column } from './table-columns.ts'

/** The version of the file's format. Tables and columns may be added or removed without a new version. */
export const FORMAT = { format: 'vitrina-store', version: 1 }

export type FileAccount = { id: string; email: string; name: string | null; isOwner: boolean }

export type Counts = Record<string, number>

const TARGET_BYTES = 1_000_000
const MAX_ROWS = 1_000

/**
 * Writes a store as it is at one instant into a compressed file of JSON lines: a header, for each table its columns and rows
 * (every value in PostgreSQL's text format), and a trailer with the counts. Rows are streamed. `exported`: the tables.
 */
export async function exportStore(
  sql: Db,
  storeId: string,
  file: string,
  exported = exportedTables,
): Promise<Counts> {
  const draft = `${file}.partial`
  try {
    const counts = await sql.begin(async (tx) => {
      await tx`set transaction isolation level repeatable read, read only`
      await tx`
        select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
      const counts: Counts = {}
      const compression = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
      const target = createWriteStream(draft, { mode: 0o600, flush: true })
      await pipeline(linesOf(tx, storeId, exported, counts), compression, target)
      return counts
    })
    await rename(draft, file)
    return counts
  } finally {
    await rm(draft, { force: true })
  }
}

async function* linesOf(tx: Tx, storeId: string, exported: string[], counts: Counts) {
  const tables = new Map<string, Column[]>()
  for (const table of exported) tables.set(table, await columnsOf(tx, table))
  yield line({ ...FORMAT, accounts: await accountsOf(tx, storeId, tables) })
  for (const [table, columns] of tables) {
    yield line({ table, columns: columns.map(({ name }) => name) })
    counts[table] = 0
    for await (const rows of readRows(tx, table, columns, storeId)) {
      counts[table] += rows.length
      yield `${rows.join('\n')}\n`
    }
  }
  yield line({ end: counts })
}

/** Every account that a row of the store refers to, by e-mail address: ids differ in another installation. */
async function accountsOf(tx: Tx, storeId: string, tables: Map<string, Column[]>) {
  const named = [...tables].flatMap(([table, columns]) =>
    columns
      .filter(({ references }) => references === 'accounts')
      .map(
        ({ name }) => tx`select ${tx(name)} from ${tx(table)} where ${tx(storeColumn(table))} = ${storeId}`,
      ),
  )
  const ids = named.reduce((all, one) => tx`${all} union ${one}`)
  return await tx<FileAccount[]>`
    select
      id, email, name,
      exists (
        select from members where store_id = ${storeId} and account_id = accounts.id and role = 'OWNER'
      ) as is_owner
    from accounts
    where id in (${ids})
    order by email`
}

async function* readRows(tx: Tx, table: string, columns: Column[], storeId: string) {
  const values = columns.map(({ name }) => tx`${tx(name)}::text`).reduce((all, one) => tx`${all}, ${one}`)
  await tx`
    declare moved no scroll cursor for
    select json_build_array(${values})::text as line
    from ${tx(table)}
    where ${tx(storeColumn(table))} = ${storeId}`
  for (let size = 20; ;) {
    const rows = await tx.unsafe<{ line: string }[]>(`fetch ${size} from moved`)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const bytes = lines.reduce((sum, { length }) => sum + length, 0) / lines.length
    size = Math.max(1, Math.min(MAX_ROWS, Math.round(TARGET_BYTES / bytes)))
  }
  await tx.unsafe('close moved')
}

const line = (value: object) => `${JSON.stringify(value)}\n`
