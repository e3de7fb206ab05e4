import type { Db, Tx } from '../src/core/database/db.ts'

/** Tables that do not grow with stores: the installation's own, and what is kept for minutes, as much as there was traffic. */
const OF_NO_STORE = [
  'due_recipients',
  'log_salts',
  'maintenance_jobs',
  'push_keys',
  'rate_hits',
  'recipient_pace',
  'recipient_wakes',
  'restock_looks',
  'schema_migrations',
]

type Column = { table: string; name: string; type: string; isKey: boolean }

/**
 * Copies what the database has under other ids, so that it has as many stores as are asked for, with their accounts, keys, sessions,
 * orders and everything else; a table that is added later is among them. Triggers and foreign keys are not checked.
 * @returns a function that adds more copies of the same rows, until there are so many
 */
export async function copiesOfStores(sql: Db): Promise<(stores: number) => Promise<void>> {
  const tables = Map.groupBy(await columnsOf(sql), ({ table }) => table)
  await sql`create schema originals`
  for (const table of tables.keys())
    await sql.unsafe(`create table originals.${table} as select * from ${table}`)
  let made = 1
  return async function copy(stores) {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`set local statement_timeout = 0`
      for (const [table, columns] of tables) await copyTable(tx, table, columns, [made, stores - 1])
    })
    made = stores
    await vacuum(sql)
  }
}

async function vacuum(sql: Db) {
  const session = await sql.reserve()
  await session`set statement_timeout = 0`
  await session`vacuum (analyze)`
  await session`reset statement_timeout`
  session.release()
}

/** Ids, and what is unique in more than a store, get the number of the copy. */
function columnsOf(sql: Db) {
  return sql<Column[]>`
    select
      relname as table, attname as name, format_type(atttypid, null) as type,
      attname ~ '(^|_)id$|^slug$' or attname <> 'kind' and exists (
        select
        from pg_index
        where indrelid = pg_class.oid and indisunique and attnum = any(indkey)
        and not exists (
          select from pg_attribute of_store
          where of_store.attrelid = pg_class.oid and of_store.attname = 'store_id' and of_store.attnum = any(indkey)
        )
      ) as is_key
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${OF_NO_STORE})
    and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`
}

async function copyTable(tx: Tx, table: string, columns: Column[], [first, last]: [number, number]) {
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map(({ name, type, isKey }) => {
    if (isKey && type === 'text') return `"${name}" || '-' || copy.number`
    if (isKey && type === 'bigint') return `"${name}" + 1000 * copy.number`
    return isKey && type === 'bytea' ? `"${name}" || convert_to('-' || copy.number, 'UTF8')` : `"${name}"`
  })
  await tx.unsafe(`
    insert into ${table} (${names.join(', ')}) overriding system value
    select ${values.join(', ')}
    from originals.${table}
    cross join generate_series(${first}::int, ${last}::int) as copy (number)`)
}
