// PostgreSQL's own benchmark, its standard script ("TPC-B-like"), on the server of the service: by pgbench where it is
// installed, otherwise by the same statements over our driver.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../src/core/database/db.ts'

const SCALE = 10
const [BRANCHES, TELLERS, ACCOUNTS] = [SCALE, 10 * SCALE, 100_000 * SCALE]

/** Makes the tables of `pgbench --initialize`. */
export async function prepareTpcB(sql: Db) {
  for (const statement of [
    'create table pgbench_branches (bid int primary key, bbalance int, filler char(88))',
    'create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84))',
    'create table pgbench_accounts (aid int, bid int, abalance int, filler char(84))',
    'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
    `insert into pgbench_branches select n, 0 from generate_series(1, ${BRANCHES}) as n`,
    `insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${TELLERS}) as n`,
    `insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${ACCOUNTS}) as n`,
    'alter table pgbench_accounts add primary key (aid)',
    'vacuum analyze pgbench_branches, pgbench_tellers, pgbench_accounts',
  ])
    await sql.unsafe(statement)
}

type RunOptions = { url: string; connections: number; seconds: number }

/** Transactions a second. */
export async function tpcB(options: RunOptions): Promise<number> {
  const { url, connections, seconds } = options
  const flags = ['-n', '-M', 'prepared', '-c', connections, '-j', 2, '-T', seconds, url].map(String)
  const { error, stdout, stderr } = spawnSync('pgbench', flags, { encoding: 'utf8' })
  if (error) return tpcBByDriver(options)
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (!perSecond) throw new Error(stderr)
  return Number(perSecond)
}

async function tpcBByDriver({ url, connections, seconds }: RunOptions): Promise<number> {
  const sql = connect(url, { max: connections })
  let done = 0
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (; performance.now() < end; done++) await transfer(sql)
    }),
  )
  const perSecond = done / ((performance.now() - began) / 1000)
  await sql.end()
  return perSecond
}

function transfer(sql: Db) {
  const [aid, bid, tid] = [ACCOUNTS, BRANCHES, TELLERS].map((max) => randomInt(1, max + 1)) as [
    number,
    number,
    number,
  ]
  const delta = randomInt(-5000, 5001)
  return sql.begin(async (tx) => {
    await tx`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`
    await tx`select abalance from pgbench_accounts where aid = ${aid}`
    await tx`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`
    await tx`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`
    await tx`
      insert into pgbench_history (tid, bid, aid, delta, mtime)
      values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`
  })
}

/** The p99 in ms of a transaction that writes one row, at so many a second. */
export async function commitAtRate({
  url,
  connections,
  seconds,
  perSecond,
}: RunOptions & { perSecond: number }) {
  const sql = connect(url, { max: connections })
  const latencies: number[] = []
  let sent = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < perSecond * seconds) {
        await sleep(Math.max(1, began + (sent++ / perSecond) * 1000 - performance.now()))
        const from = performance.now()
        await sql`insert into pgbench_history (tid, bid, aid, delta, mtime) values (1, 1, 1, 1, current_timestamp)`
        latencies.push(performance.now() - from)
      }
    }),
  )
  await sql.end()
  return latencies.toSorted((a, b) => a - b)[Math.floor((latencies.length - 1) * 0.99)]!
}
