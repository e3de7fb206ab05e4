import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { rowsRead } from '../../../test/rows-read.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { connect, type Sql } from '../database/db.ts'
import { claim, claimBatches, enqueue, fail, finish, retryIn, undoClaim } from './outbox.ts'
import type { Delivery } from './delivery.ts'
import { resume } from './recipient.ts'

const { sql, ...service } = await startService()
const store = await aStore({ sql, ...service })
const otherStore = await aStore({ sql, ...service })

beforeEach(async () => {
  for (const table of ['deliveries', 'delivery_payloads', 'recipient_pace'])
    await sql`delete from ${sql(table)}`
})

/** Deliveries in this order, one for each name of a recipient. */
const put = (...recipients: string[]) => putFor(store.id, ...recipients)

async function putFor(storeId: string, ...recipients: string[]) {
  for (const recipient of recipients) {
    const to = [{ kind: 'webhook' as const, recipient }]
    await sql.begin((tx) => enqueue(tx, [{ storeId, event: 'x', subjectId: null, payload: {}, to }]))
  }
}

/** Also of earlier transactions that the session has not reported yet. */
async function updatesSoFar(tx: Sql) {
  const [updates] = await tx<[{ all: number; inPlace: number }]>`
    select coalesce(sum(n_tup_upd), 0) as all, coalesce(sum(n_tup_hot_upd), 0) as in_place
    from pg_stat_xact_user_tables
    where relname = 'deliveries'`
  return updates
}

const take = (options: Partial<Parameters<typeof claim>[1]> = {}) =>
  claim(sql, { kind: 'webhook', max: 100, perRecipient: 2, ...options })
const recipients = (taken: Delivery[]) => taken.map(({ recipient }) => recipient).toSorted()

suite('a payload for several recipients', () => {
  test('is stored once, and read once for deliveries claimed together', async () => {
    const payload = { id: 'p', name: 'Café' }
    const to = ['a', 'b', 'c'].map((recipient) => ({ kind: 'webhook' as const, recipient }))
    const ids = await sql.begin((tx) =>
      enqueue(tx, [
        { storeId: store.id, event: 'x', subjectId: 'p', payload, to },
        { storeId: store.id, event: 'x', subjectId: 'q', payload: { id: 'q' }, to: to.slice(0, 1) },
        { storeId: store.id, event: 'x', subjectId: 'r', payload: {}, to: [] },
      ]),
    )
    assert.equal((await sql`select from delivery_payloads`).length, 2)
    const taken = await take()
    assert.deepEqual(taken.map(({ id }) => id).toSorted(), ids.toSorted())
    const [one, ...others] = taken.filter(({ subjectId }) => subjectId === 'p')
    assert.deepEqual(one!.payload, payload)
    assert.ok(others.every((other) => other.payload === one!.payload))
    assert.equal(others.length, 2)
    assert.deepEqual(taken.find(({ subjectId }) => subjectId === 'q')!.payload, { id: 'q' })
  })
})

suite('claim', () => {
  test('counts the attempt, and claims nothing twice within the lease', async () => {
    await put('a')
    const [taken] = await take()
    assert.equal(taken!.attempts, 1)
    assert.equal((await take()).length, 0)
  })

  test('claims a delivery again that was not recorded within the lease', async () => {
    await put('a')
    await take({ leaseSeconds: 0.1 })
    await sleep(120)
    assert.equal((await take())[0]!.attempts, 2)
  })

  test('claims the first of each recipient before the second of another', async () => {
    await put('a', 'a', 'a', 'b', 'c')
    assert.deepEqual(recipients(await take({ max: 3 })), ['a', 'b', 'c'])
  })

  test('claims the first of a recipient before the third of another, counting those in flight', async () => {
    await put('a', 'a', 'a')
    assert.deepEqual(recipients(await take({ max: 2, perRecipient: 5 })), ['a', 'a'])
    await put('b')
    assert.deepEqual(recipients(await take({ max: 1, perRecipient: 5 })), ['b'])
  })

  test('never has more of one recipient in flight than allowed', async () => {
    await put('a', 'a', 'a', 'a', 'b')
    const first = await take()
    assert.deepEqual(recipients(first), ['a', 'a', 'b'])
    assert.equal((await take()).length, 0)
    await finish(sql, [first.find(({ recipient }) => recipient === 'a')!], {})
    assert.deepEqual(recipients(await take()), ['a'])
  })

  test("claims a recipient's deliveries of several stores by turns, the oldest store first", async () => {
    await put('a')
    await putFor(otherStore.id, 'a')
    for (const { id } of [store, otherStore]) {
      const taken = await take({ perRecipient: 1 })
      assert.deepEqual(
        taken.map(({ storeId }) => storeId),
        [id],
      )
      assert.equal((await take({ perRecipient: 1 })).length, 0)
      await finish(sql, taken, {})
    }
  })

  test('hands each delivery to one of many concurrent workers', async () => {
    await put(...Array.from({ length: 40 }, (_, n) => `r${n % 20}`))
    const taken = (await Promise.all(Array.from({ length: 8 }, () => take({ max: 10 })))).flat()
    assert.equal(taken.length, 40)
    assert.equal(new Set(taken.map(({ id }) => id)).size, 40)
  })

  test('updates rows in place (HOT), without an index write', async () => {
    await put(...Array.from({ length: 30 }, (_, n) => `r${n}`))
    const { all, inPlace } = await sql.begin(async (tx) => {
      const before = await updatesSoFar(tx)
      await claim(tx, { kind: 'webhook', max: 100, perRecipient: 1 })
      const now = await updatesSoFar(tx)
      return { all: now.all - before.all, inPlace: now.inPlace - before.inPlace }
    })
    assert.equal(all, 30)
    assert.ok(inPlace >= 25, `only ${inPlace} of 30`)
  })

  test('counts deliveries in flight before many released ones', async () => {
    await put('a', 'a')
    assert.equal((await take()).length, 2)
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id, state, created_at)
      select ${store.id}, new_id(), 'webhook', 'a', 'x', '', 'paused', now() - interval '1 day'
      from generate_series(1, 50)`
    await sql.begin((tx) => resume(tx, { storeId: store.id, kind: 'webhook', recipient: 'a' }, null))
    assert.equal((await take()).length, 0)
  })

  test("reads few rows of a backlog that the planner's statistics don't include", async () => {
    const worker = connect(service.databaseUrl, { max: 1 }) // its plans are of when only one waited
    after(() => worker.end())
    await sql`analyze deliveries`
    await put('first')
    assert.equal((await claim(worker, { kind: 'webhook', max: 500, perRecipient: 10 })).length, 1)
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id)
      select ${store.id}, new_id(), 'webhook', 'r' || n % 50, 'x', ''
      from generate_series(1, 10000) as n`
    const read = await rowsRead(worker, 'deliveries', async (tx) => {
      assert.equal((await claim(tx, { kind: 'webhook', max: 500, perRecipient: 10 })).length, 500)
    })
    assert.ok(read < 5_000, `${read} rows were read to take 500`)
  })

  test('skips deliveries that are paused, not due yet, or of another kind', async () => {
    await put('paused', 'later', 'mail')
    await sql`update deliveries set state = 'paused' where recipient = 'paused'`
    await sql`update deliveries set due_at = now() + interval '1 hour' where recipient = 'later'`
    await sql`update deliveries set kind = 'mail' where recipient = 'mail'`
    assert.equal((await take()).length, 0)
  })

  test('claims one-by-one deliveries in order, and makes later ones wait', async () => {
    await put('a', 'a', 'a', 'b')
    const order = (await sql<{ id: string }[]>`select id from deliveries where recipient = 'a' order by created_at`)
      .map(({ id }) => id) // prettier-ignore
    await sql`update deliveries set one_by_one = true where id = any(${order.slice(0, 2)})`
    for (const id of order) {
      const [first, ...others] = (await take()).filter(({ recipient }) => recipient === 'a')
      assert.equal(first!.id, id)
      assert.equal(others.length, 0)
      assert.equal((await take()).length, 0)
      await finish(sql, [first!], {})
    }
  })
})

suite('recording', () => {
  test('is rejected for a worker whose delivery was claimed by another one meanwhile', async () => {
    await put('a')
    const late = await take({ leaseSeconds: 0.05 })
    await sleep(60)
    const present = await take()
    assert.deepEqual(await finish(sql, late, { status: 500 }), [])
    assert.deepEqual(await fail(sql, late, {}), [])
    assert.deepEqual(await retryIn(sql, late, 0, {}), [])
    assert.equal((await finish(sql, present, { status: 200 })).length, 1)
    const [row] = await sql`select state, status from deliveries`
    assert.deepEqual({ ...row }, { state: 'done', status: 200 })
  })

  test('makes a delivery due again at its time', async () => {
    await put('a')
    await retryIn(sql, await take(), 60, {})
    assert.equal((await take()).length, 0)
    await sql`update deliveries set due_at = due_at - interval '60 s'`
    assert.equal((await take()).length, 1)
  })

  test('is not claimed again while it is in flight, also when it was paused and resumed meanwhile', async () => {
    await put('a')
    assert.equal((await take()).length, 1)
    await sql`update deliveries set state = 'paused'`
    await sql.begin((tx) => resume(tx, { storeId: store.id, kind: 'webhook', recipient: 'a' }, null))
    assert.deepEqual(await take(), [])
    await sql`update deliveries set leased_until = now() - interval '1 second'`
    assert.equal((await take()).length, 1)
  })

  test('keeps a delivery paused that was paused meanwhile, unless it succeeded', async () => {
    await put('a', 'b')
    const [a, b] = await take()
    await sql`update deliveries set state = 'paused'`
    await retryIn(sql, [a!], 0, {})
    await finish(sql, [b!], {})
    const rows = await sql<{ recipient: string; state: string }[]>`
      select recipient, state from deliveries order by recipient`
    assert.deepEqual(rows.map(({ state }) => state).toSorted(), ['done', 'paused'])
  })
})

suite('claimBatches', () => {
  const takeBatches = (paceSeconds: number, leaseSeconds = 60) =>
    claimBatches(sql, { kind: 'webhook', max: 10, maxPerBatch: 3, paceSeconds, leaseSeconds })

  test('claims the waiting deliveries of a recipient as one batch, up to a bound', async () => {
    await put('a', 'b', 'a', 'a', 'a')
    const batches = await takeBatches(6)
    assert.deepEqual(batches.map((batch) => batch.map(({ recipient }) => recipient).join('')).toSorted(), [
      'aaa',
      'b',
    ])
    assert.equal(new Set(batches.flat().map(({ batchId }) => batchId)).size, 2)
  })

  test('claims a batch of one store, while a recipient of two has none of the other in flight', async () => {
    await put('a')
    await putFor(otherStore.id, 'a')
    await put('a')
    for (const [{ id }, length] of [
      [store, 2],
      [otherStore, 1],
    ] as const) {
      const [batch, ...others] = await takeBatches(0)
      assert.deepEqual(
        batch!.map(({ storeId }) => storeId),
        Array.from({ length }, () => id),
      )
      assert.equal(others.length, 0)
      assert.equal((await takeBatches(0)).length, 0)
      await finish(sql, batch!, {})
    }
  })

  test('respects the minimum interval of a recipient, over many workers', async () => {
    await put('a', 'a')
    const begun = Date.now()
    const first = (await Promise.all([takeBatches(0.3), takeBatches(0.3), takeBatches(0.3)])).flat()
    assert.equal(first.length, 1)
    await finish(sql, first[0]!, {})
    await put('a')
    let next: Delivery[][] = []
    while (next.length === 0) {
      await sleep(10)
      next = (await Promise.all([takeBatches(0.3), takeBatches(0.3)])).flat()
    }
    assert.equal(next.length, 1)
    assert.ok(Date.now() - begun >= 300)
  })

  test('ignores an interval that was set by a clock a year ahead', async () => {
    await sql`insert into recipient_pace values ('webhook', 'a', now() + interval '1 year')`
    await put('a')
    const batch = () => claimBatches(sql, { kind: 'webhook', max: 9, maxPerBatch: 9, paceSeconds: 9 })
    assert.equal((await batch()).length, 1)
    await sql`update deliveries set leased_until = null, due_at = now()`
    assert.equal((await batch()).length, 0)
  })

  test('reads only the intervals of recipients with waiting deliveries', async () => {
    const worker = connect(service.databaseUrl, { max: 1 })
    after(() => worker.end())
    const takeAll = (tx: Sql) => claimBatches(tx, { kind: 'webhook', max: 9, maxPerBatch: 9, paceSeconds: 9 })
    await sql`analyze recipient_pace, deliveries`
    await put('first')
    assert.equal((await takeAll(worker)).length, 1)
    await sql`
      insert into recipient_pace
      select 'webhook', 'r' || n, clock_timestamp() from generate_series(1, 3000) as n`
    await put('a', 'b')
    const read = await rowsRead(worker, 'recipient_pace', async (tx) => {
      assert.equal((await takeAll(tx)).length, 2)
    })
    assert.ok(read < 10, `${read} rows`)
  })

  test('claims nothing for a recipient while its batch is in flight', async () => {
    await put('a')
    await takeBatches(0)
    await put('a')
    assert.equal((await takeBatches(0)).length, 0)
    await sql`update deliveries set leased_until = now(), due_at = now() where leased_until is not null`
    assert.equal((await takeBatches(0))[0]!.length, 2)
  })
})

suite('a claim whose response was lost', () => {
  const state = () => sql<{ attempts: number }[]>`select attempts from deliveries order by attempts`

  test('is undone by its id, without affecting other claims', async () => {
    await put('a', 'b')
    await take({ id: 'kept', max: 1 })
    await take({ id: 'lost' })
    await undoClaim(sql, 'webhook', 'lost')
    assert.deepEqual(
      (await state()).map(({ attempts }) => attempts),
      [0, 1],
    )
    assert.deepEqual(
      (await take()).map(({ attempts }) => attempts),
      [1],
    )
  })

  test('leaves deliveries that were recorded since', async () => {
    await put('a')
    await retryIn(sql, await take({ id: 'lost' }), 0, {})
    await undoClaim(sql, 'webhook', 'lost')
    assert.deepEqual(
      (await take()).map(({ attempts }) => attempts),
      [2],
    )
  })

  test('makes a batch due at once, after its recipient’s interval', async () => {
    await put('a', 'a')
    const batch = (id: string) =>
      claimBatches(sql, { id, kind: 'webhook', max: 9, maxPerBatch: 9, paceSeconds: 0 })
    await batch('lost')
    assert.equal((await batch('next')).length, 0)
    await undoClaim(sql, 'webhook', 'lost')
    assert.deepEqual(
      (await batch('next'))[0]!.map(({ attempts }) => attempts),
      [1, 1],
    )
  })
})
