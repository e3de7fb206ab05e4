import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { bareApp } from '../../../test/bare-app.ts'
import { startService } from '../../../test/service.ts'
import { connect } from '../database/db.ts'
import { outageOf } from '../errors/outage.ts'
import { createLog, outageLines } from './log.ts'

const service = await startService()
const { sql } = service

const failing = (state: string) =>
  sql.unsafe(
    `do $$ begin raise exception 'could not extend file "base/5/1"' using errcode = '${state}'; end $$`,
  )
const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)

suite('the log during an outage of the database', () => {
  test('has one line a minute for a cause, in words and without a stack, however many requests fail', async (t) => {
    const lines: string[] = []
    const app = bareApp({ sql, log: createLog('info', { write: (line) => void lines.push(line) }) })
    t.after(() => app.close())
    app.get('/full', () => failing('53100'))
    app.get('/read-only', () => failing('25006'))
    app.get('/wrong', () => failing('22012'))
    for (let n = 0; n < 20; n++) assert.equal((await app.inject('/full')).statusCode, 503)
    for (let n = 0; n < 2; n++) await app.inject('/read-only')
    for (let n = 0; n < 2; n++) await app.inject('/wrong')
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
    assert.deepEqual(
      errors.map(({ msg }) => msg),
      [
        'the disk is full: free some space where the database and DATA_DIR are',
        'the database takes no writes: it is read-only, or a standby',
        'request failed',
        'request failed',
      ],
    )
    const { during, error, leftOut, err } = errors[0]
    assert.deepEqual(
      [during, error, leftOut, err],
      ['request failed', 'could not extend file "base/5/1"', 0, undefined],
    )
  })

  test('says a minute later how many lines were left out', async () => {
    let now = 0
    const lineOf = outageLines(() => now)
    const err = await errorOf(failing('53100'))
    const leftOut = () => (lineOf({ err }, 'request failed') as [{ leftOut: number }] | null)?.[0].leftOut
    const told = [0, 1, 59_999, 60_000, 60_001, 120_000].map((at) => ((now = at), leftOut()))
    assert.deepEqual(told, [0, undefined, undefined, 2, undefined, 1])
  })
})

suite('an error tells of an outage', () => {
  after(() => sql.unsafe('drop role if exists full_up'))

  for (const [state, outage] of [
    ['53100', 'disk_full'],
    ['53300', 'connections_used_up'],
    ['57P03', 'not_serving'],
    ['57P01', 'not_serving'],
    ['28P01', 'login_rejected'],
    ['58030', 'unreachable'],
    ['23505', null],
    ['57014', null],
    ['40001', null],
  ] as const)
    test(`of ${outage ?? 'none'}: ${state}`, async () =>
      assert.equal(outageOf(await errorOf(failing(state))), outage))

  test('of connections that are used up, which is not called unreachable', async () => {
    await sql.unsafe("create role full_up login password 'x' connection limit 0")
    const url = new URL(service.databaseUrl)
    Object.assign(url, { username: 'full_up', password: 'x' })
    const other = connect(url.href, { max: 1 })
    const error = await errorOf(other`select 1`.execute())
    await other.end()
    assert.equal(outageOf(error), 'connections_used_up')
  })

  test('of a full disk where a file of the service finds no room', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    assert.equal(outageOf(error), 'disk_full')
    assert.equal(outageOf(new Error('other')), null)
    assert.equal(outageOf(null), null)
  })
})
