import type { Db } from './db.ts'

/** The indexes of a table by their names, each with what follows the table in its statement: `(store_id, name) where …`. */
type Indexes = Record<string, string | { unique: string }>

/**
 * Builds indexes on a table while it is written, which no migration may do. One that an interrupted build left invalid is built again.
 * @returns that there is no more to do
 */
export async function buildIndexes(sql: Db, table: string, indexes: Indexes): Promise<boolean> {
  const session = await sql.reserve()
  try {
    await session`set statement_timeout = 0` // of many millions of rows it takes minutes
    for (const [name, definition] of Object.entries(indexes)) {
      const [index] = await session<{ isValid: boolean }[]>`
        select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`
      if (index?.isValid) continue
      if (index) await session.unsafe(`drop index concurrently ${name}`)
      const [kind, columns] = indexOf(definition)
      await session.unsafe(`create ${kind} concurrently if not exists ${name} on ${table} ${columns}`)
    }
    return false
  } finally {
    await session`reset statement_timeout`
    session.release()
  }
}

/** The kind of an index, and its columns. */
export const indexOf = (definition: Indexes[string]): [string, string] =>
  typeof definition === 'string' ? ['index', definition] : ['unique index', definition.unique]
