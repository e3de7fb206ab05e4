import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore } from '../../../test/factories.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { startService } from '../../../test/service.ts'
import { buildMissingIndexes } from '../../process/database.ts'
import { purgeJobs } from '../../retention.ts'
import { createLog } from '../process/log.ts'

const service = await startService()
const { sql, databaseUrl } = service
const store = await aStore(service)
const { run } = purgeJobs.find(({ name }) => name === 'old event sessions')! // after 90 days

suite('a purge by age', () => {
  test('reads no whole table once the pages that it freed were filled again', async () => {
    await buildMissingIndexes(sql)
    for (let step = 1; step <= 60; step++) {
      const daysAgo = (60 - step) * 3
      await sql`
        insert into event_sessions (store_id, type, session_id, created_at)
        select ${store.id}, 'ADD_TO_CART', ${`${step}-`} || row, now() - make_interval(days => ${daysAgo})
        from generate_series(1, 400) as row`
      await sql`delete from event_sessions where created_at < now() - make_interval(days => ${daysAgo + 88})`
      await sql`vacuum event_sessions`
    }
    const [{ pages }] = await sql<[{ pages: number }]>`
      select sum(pg_relation_size(oid)) / current_setting('block_size')::int as pages
      from pg_class
      where relname = 'event_sessions' and relkind = 'r'`
    const read = await pagesRead(databaseUrl, (one) => run(one, createLog('silent')))
    assert.ok(read < pages / 5, `${read} of ${pages} pages`)
  })
})
