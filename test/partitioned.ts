import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Db } from '../src/core/database/db.ts'
import { hashOf, migrate } from '../src/core/database/migrate.ts'
import { readIndexes, readReplaced } from '../src/core/database/build-indexes.ts'

const present = new URL('../db/', import.meta.url)

/** The number of partitions of each store table. Each partition is in its own schema, under the table's name. */
export const PARTITIONS = 4

/**
 * Migrates an empty database, with every table of stores partitioned by store as a database on several servers has them:
 * constraints are unique per store only, and statements that name no store read every partition.
 */
export async function migratePartitioned(sql: Db) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-partitioned-'))
  await cp(present, folder, { recursive: true })
  const migrations = join(folder, 'migrations')
  const hashes = new Map<string, string>()
  for (const name of await readdir(migrations)) {
    const text = await readFile(join(migrations, name), 'utf8')
    await writeFile(join(migrations, name), text.replaceAll(TABLE, partitioned))
    hashes.set(name.slice(0, -'.sql'.length), hashOf(text))
  }
  for (let n = 0; n < PARTITIONS; n++) await sql.unsafe(`create schema part${n}`)
  await migrate(sql, pathToFileURL(`${folder}/`))
  // PostgreSQL builds and drops none of a partitioned table beside its writers.
  for (const { statement } of await readIndexes(present))
    await sql.unsafe(statement.replace(' concurrently', ''))
  for (const name of await readReplaced(present)) await sql.unsafe(`drop index if exists ${name}`)
  // The hashes of the real files, so that the service accepts the database.
  for (const [name, hash] of hashes)
    await sql`update schema_migrations set hash = ${hash} where name = ${name}`
  await rm(folder, { recursive: true })
}

const TABLE = /^create table (\w+) \(\n(.*?)\n\)( with \(.*?\))?;$/gms

function partitioned(statement: string, table: string, columns: string, options = ''): string {
  const key = table === 'stores' ? 'id' : 'store_id'
  const isOfStores =
    table === 'stores' || /^ {2}(?:store_id text primary key|primary key \(store_id\b)/m.test(columns)
  if (!isOfStores) return statement
  const parts = Array.from(
    { length: PARTITIONS },
    (_, n) =>
      `create table part${n}.${table} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${n})${options};`,
  )
  return [`create table ${table} (\n${columns}\n) partition by hash (${key});`, ...parts].join('\n')
}
