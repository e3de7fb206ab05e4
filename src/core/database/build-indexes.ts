import { readFile } from 'node:fs/promises'
import { INDEX_LOCK } from './advisory-locks.ts'
import type { Db } from './db.ts'

type Index = { name: string; statement: string }

/**
 * Builds the indexes of db/indexes.sql that are missing, while their tables are written, which no migration may do: of many millions of
 * rows each takes minutes. One that an interrupted build left invalid is built again. Another process that builds already is left to it.
 */
export async function buildIndexes(sql: Db, folder: URL): Promise<void> {
  const session = await sql.reserve()
  try {
    const [{ isOurs }] = await session<[{ isOurs: boolean }]>`
      select pg_try_advisory_lock(${INDEX_LOCK}::bigint) as is_ours`
    if (!isOurs) return
    await session`set statement_timeout = 0`
    for (const { name, statement } of await readIndexes(folder)) {
      const [index] = await session<{ isValid: boolean }[]>`
        select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`
      if (index?.isValid) continue
      if (index) await session.unsafe(`drop index concurrently ${name}`)
      await session.unsafe(statement)
    }
  } finally {
    await session`reset statement_timeout`
    await session`select pg_advisory_unlock_all()`
    session.release()
  }
}

/** The statements of db/indexes.sql, with the names of their indexes. */
export async function readIndexes(folder: URL): Promise<Index[]> {
  const text = await readFile(new URL('indexes.sql', folder), 'utf8')
  return [...text.matchAll(/^create (?:unique )?index concurrently (\w+) on [^;]+;/gm)].map(
    ([statement, name]) => ({ name: name!, statement }),
  )
}
