import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startService } from '../../../test/service.ts'
import { connect, isTransientError, transaction, type Db } from './db.ts'

const { sql: other, databaseUrl } = await startService()
await other`create table parts (whole integer, part integer)`

function pool(options: { max: number; application: string }): Db {
  const sql = connect(databaseUrl, options)
  after(() => sql.end({ timeout: 1 }))
  return sql
}

const kill = (application: string) =>
  other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${application}`

const partsOf = async (whole: number) =>
  (await other<{ part: number }[]>`select part from parts where whole = ${whole} order by part`).map(
    ({ part }) => part,
  )

suite('the driver', () => {
  test('runs no further statement of a transaction whose connection was lost, though there is a new one', async () => {
    const sql = pool({ max: 1, application: 'torn' })
    const late = Promise.withResolvers<unknown>()
    const torn = transaction(sql, async (tx) => {
      await tx`insert into parts values (1, 1)`
      await kill('torn')
      await wait(20)
      await sql`select 1 as revived`
      await tx`insert into parts values (1, 2)`.then(late.resolve, late.reject)
    })
    await assert.rejects(torn, isTransientError)
    await assert.rejects(late.promise, isTransientError)
    assert.deepEqual(await partsOf(1), [])
  })

  test('does not disturb a transaction on the connection of a lost one', async () => {
    const sql = pool({ max: 1, application: 'heir' })
    const lost = Promise.withResolvers<void>()
    const heirIsIn = Promise.withResolvers<void>()
    const first = assert.rejects(
      transaction(sql, async (tx) => {
        await tx`insert into parts values (2, 1)`
        await kill('heir')
        lost.resolve()
        await heirIsIn.promise
        throw new Error('undone')
      }),
    )
    await lost.promise
    await wait(20)
    await transaction(sql, async (tx) => {
      await tx`insert into parts values (2, 2)`
      heirIsIn.resolve()
      await wait(20)
      await tx`insert into parts values (2, 3)`
    })
    await first
    assert.deepEqual(await partsOf(2), [2, 3])
  })

  test('continues after a connection closed during a write', async () => {
    const sql = pool({ max: 4, application: 'busy' })
    const until = Date.now() + 1_500
    const torn: number[] = []
    async function work(from: number) {
      for (let whole = from; Date.now() < until; whole++) {
        const write = transaction(sql, async (tx) => {
          await tx`insert into parts values (${whole}, 1)`
          await transaction(tx, (tx) => tx`insert into parts values (${whole}, 2)`)
        })
        await write.catch(async (error: unknown) => {
          assert.ok(isTransientError(error), String(error))
          torn.push(whole)
          await wait(5)
        })
      }
    }
    const workers = [10_000, 20_000, 30_000, 40_000, 50_000, 60_000].map(work)
    while (Date.now() < until) await Promise.all([kill('busy'), wait(40)])
    await Promise.all(workers)

    assert.ok(torn.length > 0, 'no connection was lost')
    const halves =
      await other`select whole from parts where whole >= 10000 group by whole having count(*) <> 2`
    assert.deepEqual([...halves], [])
    await sql`select 1`
  })

  test('reuses the connection that was used last', async () => {
    const sql = pool({ max: 3, application: 'warm' })
    const process = async () => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid
    const three = Promise.withResolvers<void>()
    let open = 0
    const held = () =>
      sql.begin(async (tx) => {
        const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
        if (++open === 3) three.resolve()
        await three.promise
        return pid
      })
    const all = await Promise.all([held(), held(), held()])
    assert.equal(new Set(all).size, 3)
    const last = await process()
    for (let i = 0; i < 5; i++) assert.equal(await process(), last)
  })

  test('keeps other statements out of a transaction that begins on a busy connection', async () => {
    for (const ahead of [99, 100, 101]) {
      const sql = pool({ max: 1, application: 'crowded' })
      const ask = (n: number) => sql`select ${n}::int`.execute()
      await ask(0)
      const crowd = Array.from({ length: ahead }, (_, n) => ask(n))
      const undone = transaction(sql, async (tx) => {
        await tx`insert into parts values (3, 1)`
        throw new Error('undone')
      })
      const stranger = sql`insert into parts values (3, 2)`.execute()
      await Promise.all([...crowd, stranger, assert.rejects(undone, /undone/)])
      await sql.end()
    }
    assert.deepEqual(await partsOf(3), [2, 2, 2])
  })
})
