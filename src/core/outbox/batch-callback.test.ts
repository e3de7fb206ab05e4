import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { rowsRead } from '../../../test/rows-read.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { connect, type Tx } from '../database/db.ts'
import { confirmBatches, failAccepted } from './outbox.ts'

const { sql, ...service } = await startService()
const store = await aStore({ sql, ...service })

suite('a callback about a batch', () => {
  test('marks it as done, and reads no waiting deliveries', async () => {
    assert.ok((await readBy((tx) => confirmBatches(tx, ['b', 'c']))) < 5)
    assert.equal(await stateOf('b'), 'done')
  })

  test('marks it as failed, and reads no waiting deliveries', async () => {
    const sent = { messageIds: ['m'], batchIds: ['b', 'c'] }
    assert.ok((await readBy((tx) => failAccepted(tx, 'webhook', sent, 'x'))) < 5)
    assert.equal(await stateOf('b'), 'failed')
  })

  /** Rows read, where the statistics are those of a time at which nothing waited. */
  async function readBy(work: (tx: Tx) => Promise<void>) {
    await sql`delete from deliveries`
    await fill('done', 'old')
    await sql`analyze deliveries`
    await fill('waiting', 'new')
    await sql`update deliveries set batch_id = 'b' where batch_id = 'new1'`
    const worker = connect(service.databaseUrl, { max: 1 })
    after(() => worker.end())
    return rowsRead(worker, 'deliveries', work)
  }

  const fill = (state: string, batch: string) => sql`
    insert into deliveries
      (store_id, id, kind, recipient, event, payload_id, state, batch_id, message_id, finished_at)
    select
      ${store.id}, new_id(), 'webhook', 'r' || n, 'x', '', ${state}, ${batch} || n, ${batch} || n,
      case when ${state} = 'done' then now() end
    from generate_series(1, 3000) as n`

  async function stateOf(batchId: string) {
    const [{ state }] = await sql<[{ state: string }]>`
      select state from deliveries where batch_id = ${batchId}`
    return state
  }
})
