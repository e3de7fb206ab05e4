import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { readIndexes } from '../core/database/build-indexes.ts'
import { buildMissingIndexes } from './database.ts'

const { sql } = await startService()

// PostgreSQL builds none of a partitioned table beside its writers.
suite('the indexes of db/indexes.sql', { skip: process.env['TEST_PARTITIONED'] !== undefined }, () => {
  const built = () => sql<{ name: string; oid: number }[]>`
    select indexrelid::regclass::text as name, indexrelid::int as oid
    from pg_index
    where indexrelid > ${before}::int and indisvalid
    order by 1`
  let before = 0

  test('are built beside writers, all of them and once', async () => {
    const [last] = await sql<[{ oid: number }]>`select max(indexrelid)::int as oid from pg_index`
    before = last.oid
    const declared = await readIndexes(new URL('../../db/', import.meta.url))
    await Promise.all([buildMissingIndexes(sql), buildMissingIndexes(sql)])
    const first = await built()
    assert.deepEqual(
      first.map(({ name }) => name),
      declared.map(({ name }) => name).toSorted(),
    )
    await buildMissingIndexes(sql)
    assert.deepEqual(await built(), first)
    const replaced = await sql`
      select from pg_class join pg_am on pg_am.oid = relam where amname = 'brin' and relname like '%_by_age'`
    assert.equal(replaced.length, 0)
  })

  test('are built again where a build was interrupted', async () => {
    const first = await built()
    await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('orders_by_update')`
    await buildMissingIndexes(sql)
    assert.equal((await built()).length, first.length)
    assert.notDeepEqual(await built(), first)
  })

  // The unique index with the token first serves look-ups with and without the store.
  test('replace the constraint of an order and its token', async () => {
    const [tokens] = await sql<{ unique: string[] }[]>`
      select array_agg(indexrelid::regclass::text) as unique
      from pg_index
      where indrelid = 'orders'::regclass and indisunique and pg_get_indexdef(indexrelid) like '%tracking_token%'`
    assert.deepEqual(tokens!.unique, ['orders_of_token'])
  })
})
