import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { QueueFull } from '../concurrency/fair-queue.ts'
import { connect, isTransientError, savepoint, transaction, type Tx } from './db.ts'

const { databaseUrl } = await startService()
const sql = connect(databaseUrl, { max: 3, application: 'statements' })
after(() => sql.end())
await sql`create table notes (id integer primary key, a_text text)`

const noted = async () => (await sql<{ id: number }[]>`select id from notes order by id`).map(({ id }) => id)

suite('a statement', () => {
  test('round-trips values of each type', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z')
    const written = { text: 'ñ "\\\'', camel_case: [1, { inner_key: null }] }
    const [row] = await sql`
      select
        ${7}::int as an_int, ${'12345678901'}::bigint as a_bigint, ${19.9}::numeric as a_numeric, ${true}::bool as yes,
        ${at}::timestamptz as at, ${sql.json(written)}::jsonb as json, ${Buffer.from([0, 255])}::bytea as bytes,
        ${['a', 'b "c", {d}', 'null', '', '\\']}::text[] as texts, ${[1, null, 3]}::int[] as ints, ${[]}::text[] as none,
        ${[at]}::timestamptz[] as times, null as nothing, 'x'::name as a_name, null::timestamptz as never`
    assert.deepEqual(row, {
      anInt: 7,
      aBigint: 12_345_678_901,
      aNumeric: 19.9,
      yes: true,
      at: at.toISOString(),
      json: written,
      bytes: Buffer.from([0, 255]),
      texts: ['a', 'b "c", {d}', 'null', '', '\\'],
      ints: [1, null, 3],
      none: [],
      times: [at.toISOString()],
      nothing: null,
      aName: 'x',
      never: null,
    })
  })

  test('is composed from fragments, column names and values', async () => {
    const above = (n: number) => sql`${sql('n')} > ${n}`
    const rows = await sql<{ n: number }[]>`
      select n from unnest(${[1, 2, 3, 4]}::int[]) as n where ${above(1)} and (${above(2)} or n = ${2}) order by n`
    assert.deepEqual([...rows], [{ n: 2 }, { n: 3 }, { n: 4 }])
    await assert.rejects(sql`select ${sql('n"; drop table notes; --')} from notes`, { code: '42703' })
    const aQuery = { text: 'drop table notes', values: [], execute() {} }
    await assert.rejects(sql`select ${aQuery as never}::text`, TypeError)
  })

  test('is prepared once under a short name', async () => {
    const only = connect(databaseUrl, { max: 1 })
    for (let n = 0; n < 3; n++) await only`select ${n}::int as once_prepared`
    const prepared = await only<{ name: string }[]>`
      select name from pg_prepared_statements where statement like '%once_prepared%' and statement not like '%pg_prep%'`
    await only.end()
    assert.equal(prepared.length, 1)
    assert.ok(prepared[0]!.name.length < 20)
  })

  test('fails for a value of an unsupported type, and the connection stays usable', async () => {
    for (const value of [undefined, {}, () => 1, Symbol('no')])
      await assert.rejects(sql`select ${value as never}::text`, TypeError)
    assert.equal((await sql`select 1 as one`)[0]!['one'], 1)
  })

  test('returns how many rows it wrote', async () => {
    assert.equal((await sql`insert into notes (id) select generate_series(900, 904)`).count, 5)
    assert.equal((await sql`delete from notes where id >= 900`).count, 5)
    assert.equal((await sql`delete from notes where id >= 900`).count, 0)
  })

  test('that failed to prepare works after the cause is gone', async () => {
    const ask = () => sql`select later from later_table`
    for (let n = 0; n < 4; n++) await assert.rejects(ask(), { code: '42P01' })
    await sql`create table later_table (later integer)`
    await Promise.all([ask(), ask(), ask(), ask()])
  })

  test('whose table was changed since it was prepared is prepared again, on every connection', async () => {
    await sql`create table changing (a integer)`
    await sql`insert into changing values (1)`
    const ask = () => sql`select changing, pg_sleep(0.05) from changing`
    const all = () => sql`select * from changing`
    await Promise.all([ask(), ask(), ask(), all(), all(), all()])
    await sql`alter table changing add column b integer default 2`
    for (const [row] of await Promise.all([all(), all(), all(), all()])) assert.deepEqual(row, { a: 1, b: 2 })
  })

  test('whose table was changed fails once in a transaction, where it can not be retried', async (t) => {
    const one = connect(databaseUrl, { max: 1 })
    t.after(() => one.end())
    const inside = () => one.begin((tx) => tx`select * from growing`)
    await one`create table growing (a integer)`
    await inside()
    await one`alter table growing add column b integer`
    await assert.rejects(inside(), { code: '0A000' })
    assert.deepEqual([...(await inside())], [])
  })
})

suite('a transaction', () => {
  const fails = (tx: Tx) => tx`insert into notes (id) values (1), (1)`

  test('does not commit after a failed statement, even if the error was caught', async () => {
    const caught = transaction(sql, async (tx) => {
      await tx`insert into notes (id) values (10)`
      await fails(tx).catch(() => {})
      return 'done'
    })
    await assert.rejects(caught, { code: '23505' })
    assert.deepEqual(await noted(), [])
  })

  test('continues after a failure inside a savepoint, however deep', async () => {
    await transaction(sql, async (tx) => {
      await tx`insert into notes (id) values (20)`
      await savepoint(tx, async (inner) => {
        await savepoint(inner, (deepest) => deepest`insert into notes (id) values (21)`)
        await fails(inner).catch(() => {})
      }).catch(() => {})
      await transaction(tx, (same) => same`insert into notes (id) values (22)`)
    })
    assert.deepEqual(await noted(), [20, 22])
    await sql`delete from notes`
  })

  test('waits for statements that were not awaited, and fails with them', async () => {
    await transaction(sql, async (tx) => {
      for (let id = 30; id < 35; id++) void tx`insert into notes (id) values (${id})`.execute()
    })
    assert.deepEqual(await noted(), [30, 31, 32, 33, 34])
    const unheeded = transaction(sql, async (tx) => {
      void tx`insert into notes (id) values (36)`.execute()
      void fails(tx).catch(() => {})
    })
    await assert.rejects(unheeded, { code: '23505' })
    assert.equal((await noted()).length, 5)
    await sql`delete from notes`
  })

  test('rejects statements after its end', async () => {
    let late: Tx | undefined
    await transaction(sql, async (tx) => {
      late = tx
    })
    await assert.rejects(async () => late!`insert into notes (id) values (40)`, /over/)
    assert.deepEqual(await noted(), [])
  })
})

suite('a statement queued by an owner', () => {
  /** The pool's size gives an owner one connection. */
  const ofOwner = () => sql.queuedBy('one')

  test('waits for the connection of its owner', async () => {
    const order: string[] = []
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
    const first = ofOwner().begin(() => isHeld)
    const second = ofOwner()`select 1`.then(() => order.push('second'))
    await sql.queuedBy('other')`select 1`.then(() => order.push('other'))
    release()
    await Promise.all([first.then(() => order.push('first')), second])
    assert.deepEqual(order, ['other', 'first', 'second'])
  })

  test('leaves its place when it fails and when its connection is lost', async () => {
    await assert.rejects(Promise.resolve(ofOwner()`select 1 / 0`), /division by zero/)
    await assert.rejects(
      ofOwner().begin((tx) => tx`select pg_terminate_backend(pg_backend_pid())`),
      isTransientError,
    )
    assert.equal((await ofOwner()`select 1`).count, 1)
  })

  test('does not run after it waited for longer than a lock may take', async (t) => {
    let later = 0
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + later)
    const late = await ofOwner().begin(async () => {
      const waiting = assert.rejects(ofOwner()`insert into notes values (60)`.execute(), QueueFull)
      later = 10_001
      return [waiting]
    })
    await Promise.all(late)
    assert.equal((await ofOwner()`select from notes where id = 60`).count, 0)
  })
})

suite('a pool that was ended', () => {
  test('rejects further queries as an outage', async () => {
    const ended = connect(databaseUrl, { max: 1 })
    await ended`select 1`
    await ended.end()
    await assert.rejects(async () => ended`select 1`, isTransientError)
  })

  test('waits for running statements, up to its timeout', async () => {
    const [patient, hasty] = [connect(databaseUrl, { max: 1 }), connect(databaseUrl, { max: 1 })]
    const done = patient`select pg_sleep(0.3)`.execute()
    const given = assert.rejects(hasty`select pg_sleep(30)`.execute(), isTransientError)
    await Promise.all([patient.end(), hasty.end({ timeout: 0.2 })])
    await Promise.all([done, given])
  })
})
