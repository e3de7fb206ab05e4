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
    for (const name of await readReplaced(folder)) {
      const [index] = await session`select from pg_class where oid = to_regclass(${name})`
      if (index) await session.unsafe(`drop index concurrently ${name}`)
    }
  } finally {
    await session`reset statement_timeout`
    await session`select pg_advisory_unlock_all()`
    session.release()
  }
}

const textOf = (folder: URL) => readFile(new URL('indexes.sql', folder), 'utf8')

export async function readReplaced(folder: URL): Promise<string[]> {
  const drops = (await textOf(folder)).matchAll(/^drop index concurrently if exists (\w+);/gm)
  return [...drops].map(([, name]) => name!)
}

export async function readIndexes(folder: URL): Promise<Index[]> {
  const text = await textOf(folder)
  return [...text.matchAll(/^create (?:unique )?index concurrently (\w+) on [^;]+;/gm)].map(
    ([statement, name]) => ({ name: name!, statement }),
  )
}
