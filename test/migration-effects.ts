import type { Db, Tx } from '../src/core/database/db.ts'

type Table = { name: string; file: number; scans: number }

/** Modes of locks that writes to a table wait for. */
const WITHOUT_WRITES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/**
 * Runs a migration, and says what it does to tables that were there before: those that it writes again row by row, those that it
 * reads from one end to the other (to build an index, to check a constraint, to change rows), and those whose writers wait until
 * it has ended.
 */
export function effectsOf(sql: Db, migration: string) {
  return sql.begin(async (tx) => {
    const before = await tablesIn(tx)
    await tx.unsafe(migration)
    const after = new Map((await tablesIn(tx)).map((table) => [table.name, table]))
    const locked = new Set(await lockedTables(tx))
    const names = (does: (before: Table, after: Table | undefined) => boolean) =>
      before.filter((table) => does(table, after.get(table.name))).map(({ name }) => name)
    return {
      rewrites: names((table, now) => now !== undefined && now.file !== table.file),
      reads: names((table, now) => now !== undefined && now.scans > table.scans),
      locks: names(({ name }) => locked.has(name)),
    }
  })
}

const tablesIn = (tx: Tx) =>
  tx<Table[]>`
    select c.relname as name, c.relfilenode as file, seq_scan + coalesce(idx_scan, 0) as scans
    from pg_class as c
    join pg_stat_xact_user_tables on relid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
    order by c.relname`

async function lockedTables(tx: Tx): Promise<string[]> {
  const locks = await tx<{ name: string }[]>`
    select relname as name
    from pg_locks
    join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and mode = any(${WITHOUT_WRITES})`
  return locks.map(({ name }) => name)
}
