import { connect, type Db } from '../src/core/database/db.ts'

/** The servers of the tests: one, or a coordinator of Citus and its workers, which hold a part of each database. */
export async function onEach(urls: string[], work: (sql: Db) => Promise<unknown>) {
  for (const url of urls) {
    const sql = connect(url, { max: 1 })
    await work(sql)
    await sql.end()
  }
}

/** Makes the databases, the coordinator's first, one of Citus. */
export async function joinServers(urls: string[]) {
  await onEach(urls, (sql) => sql`create extension citus`)
  await onEach(urls.slice(0, 1), async (sql) => {
    for (const [n, url] of urls.entries()) {
      const { hostname, port } = new URL(url)
      if (n === 0) await sql`select citus_set_coordinator_host(${hostname}, ${port}::int)`
      else await sql`select citus_add_node(${hostname}, ${port}::int)`
    }
  })
}

/** Ends what Citus runs on a database, which can be copied only while nobody is on it. */
export async function leaveAlone(sql: Db, database: string) {
  await sql.unsafe(`alter database ${database} allow_connections false`)
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${database}`
}
