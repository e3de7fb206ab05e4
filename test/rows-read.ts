import type { Db, Tx } from '../src/core/database/db.ts'

/** How many rows of a table, in all of its partitions, some work reads, those that its conditions filter out too. */
export function rowsRead(sql: Db, table: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return sql.begin(async (tx) => {
    const before = await readSoFar(tx, table)
    await work(tx)
    return (await readSoFar(tx, table)) - before
  })
}

async function readSoFar(tx: Tx, table: string): Promise<number> {
  const [{ read }] = await tx<[{ read: number }]>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as read
    from pg_stat_xact_user_tables
    where relname = ${table}`
  return read
}
