import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { noticeButtons } from '../../src/features/whatsapp/buttons.ts'
import { aPerson, callbackWith, sendCallback } from '../chat.ts'
import { aPlacedOrder, aStore } from '../factories.ts'
import { startMeta } from '../meta.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service

function startWorkerProcess() {
  const child = spawn(process.execPath, ['test/faults/worker.ts', '--lease', '2', '--pace', '0.5'], {
    env: { ...process.env, ...meta.env, DATABASE_URL: service.databaseUrl },
    stdio: 'inherit',
  })
  after(() => child.kill('SIGKILL'))
  return child
}

suite('a worker that is killed in the middle of a message', () => {
  test('has changed nothing, and another one handles the conversation from there, once', async () => {
    const owner = aPerson(service, meta)
    const store = await aStore(service, { whatsappNumber: owner.phone })
    const orders = [await aPlacedOrder(service, store), await aPlacedOrder(service, store)]
    const taps = orders.map(({ id }) => noticeButtons(store.id, [id], '')[0])
    const first = startWorkerProcess()

    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lock = sql.begin(async (tx) => {
      await tx`select 1 from orders where store_id = ${store.id} and id = ${orders[0]!.id} for update`
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const messages = taps.map(({ id, title }) => ({
      from: owner.phone,
      button: { payload: id, text: title.in('es') },
    }))
    await sendCallback(service, meta, callbackWith(...messages))
    await waitFor(isBlocked)
    first.kill('SIGKILL')
    release.resolve()
    await lock
    await waitFor(async () => !(await isBlocked()))
    const statuses = async () => {
      const rows = await sql<{ status: string; moves: number }[]>`
        select status, jsonb_array_length(timeline) as moves from orders where store_id = ${store.id} order by created_at`
      return rows.map(({ status, moves }) => [status, moves])
    }
    const before = await statuses()

    startWorkerProcess()
    await waitFor(() => owner.received().length === 2)
    assert.deepEqual(before, [
      ['pending', 1],
      ['pending', 1],
    ])
    assert.deepEqual(await statuses(), [
      ['confirmed', 2],
      ['confirmed', 2],
    ])
    const answered = owner.received().map(({ text }) => text)
    orders.forEach(({ orderNumber }, n) => assert.match(answered[n]!, new RegExp(orderNumber)))
  })
})

/** Whether the worker waits for the order's lock, in the transaction of the message. */
async function isBlocked(): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = 'vitrina'
    and query like '%from orders%for update%'`
  return rows.length > 0
}
