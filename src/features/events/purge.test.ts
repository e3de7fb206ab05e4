import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { recordEvent } from './create.ts'

const { sql, ...service } = await startService()
const store = await aStore({ sql, ...service })
const record = (sessionId: string) => recordEvent(sql, { storeId: store.id, type: 'ADD_TO_CART', sessionId })

suite('storefront events', () => {
  test('are deleted after 400 days, their sessions after 90, and the counters stay', async () => {
    for (const session of ['old', 'recent', 'new']) await record(session)
    for (const table of ['catalog_events', 'event_sessions']) {
      const limit = table === 'catalog_events' ? 400 : 90
      await sql`update ${sql(table)} set created_at = now() - make_interval(days => ${limit + 1}) where session_id = 'old'`
      await sql`update ${sql(table)} set created_at = now() - make_interval(days => ${limit - 1}) where session_id = 'recent'`
    }
    assert.deepEqual(
      [await runPurge(sql, 'old events'), await runPurge(sql, 'old event sessions')],
      [false, false],
    )
    for (const table of ['catalog_events', 'event_sessions']) {
      const rows = await sql<
        { sessionId: string }[]
      >`select session_id from ${sql(table)} order by session_id`
      assert.deepEqual(
        rows.map(({ sessionId }) => sessionId),
        ['new', 'recent'],
        table,
      )
    }
    const [{ total }] = await sql<[{ total: number }]>`
      select sum(value)::int as total from counters where store_id = ${store.id} and name like 'sessions.%'`
    assert.equal(total, 3)
  })

  test('are deleted in batches without a pause between them', async () => {
    await sql`
      insert into catalog_events (store_id, id, type, session_id, created_at)
      select ${store.id}, new_id(), 'ADD_TO_CART', 's', now() - interval '2 years'
      from generate_series(1, 5001)`
    assert.equal(await runPurge(sql, 'old events'), true)
    assert.equal(await runPurge(sql, 'old events'), false)
  })
})
