import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { beforeEach, suite, test } from 'node:test'
import { pagesRead } from '../../../test/pages-read.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { connect, type Db, type Tx } from '../database/db.ts'
import type { Delivery, DeliveryKind } from './delivery.ts'
import {
  claim,
  claimBatches,
  confirmBatches,
  enqueue,
  fail,
  failAccepted,
  finish,
  retryIn,
  undoClaim,
} from './outbox.ts'
import { findDelivery, requeue } from './queue.ts'
import { pause, redeliverOne, redeliverRange, resume, wake } from './recipient.ts'
import { wakeMissed } from './wake.ts'

const { sql, ...service } = await startService()
const stores = [await aStore({ sql, ...service }), await aStore({ sql, ...service })]
const storeId = stores[0]!.id

beforeEach(async () => {
  for (const table of [
    'deliveries',
    'delivery_payloads',
    'recipient_pace',
    'due_recipients',
    'recipient_wakes',
  ])
    await sql`delete from ${sql(table)}`
})

const put = (recipient: string, kind: DeliveryKind = 'webhook', store = storeId) =>
  sql.begin((tx) =>
    enqueue(tx, [{ storeId: store, event: 'x', subjectId: null, payload: {}, to: [{ kind, recipient }] }]),
  )
const take = (max = 10, perRecipient = 2) => claim(sql, { kind: 'webhook', max, perRecipient })
const isWoken = async (recipient: string) =>
  (await sql`select from recipient_wakes where at <= now() and ${recipient} = any(recipients)`).length > 0

/** Deliveries of so many recipients, which wait as after an hour without the provider: each is known, and due. */
async function backlog(recipients: number, kind: DeliveryKind = 'webhook') {
  await sql`
    insert into deliveries (store_id, id, kind, recipient, event, payload_id)
    select ${storeId}, new_id(), ${kind}, 'r' || n, 'x', '' from generate_series(1, ${recipients}::int) as n`
  await sql`insert into due_recipients select kind, recipient, 0, due_at from deliveries`
  await sql`vacuum analyze deliveries`
  await sql`vacuum analyze due_recipients`
}

/** Of the server for this connection so far, in ms: it does not depend on how busy the machine is. */
async function processorTime(one: Db): Promise<number> {
  const [{ pid }] = await one<[{ pid: number }]>`select pg_backend_pid() as pid`
  return Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

suite('a claim', () => {
  const statements = {
    webhook: `select from claim_due(new_id(), 'webhook', 20, 10, 60)`,
    whatsapp: `select from claim_due_batches(new_id(), 'whatsapp', 20, 25, 6, 60)`,
  }
  for (const kind of ['webhook', 'whatsapp'] as const)
    test(`of ${kind}s reads as many pages while 20,000 recipients wait as while 1,000 do, 350 at most to take 20`, async () => {
      const read: number[] = []
      for (const recipients of [1_000, 20_000]) {
        await backlog(recipients, kind)
        const pages = await pagesRead(service.databaseUrl, async (one) => {
          assert.equal((await one.unsafe(statements[kind])).length, 20)
        })
        read.push(pages)
        await sql`truncate deliveries, due_recipients, recipient_wakes, recipient_pace`
      }
      // Where the table is divided, each recipient's first deliveries are looked for in every part.
      const limit = process.env['TEST_PARTITIONED'] === undefined ? 350 : 600
      assert.ok(read[0]! <= limit, `${read[0]} pages`)
      assert.ok(read[1]! <= 1.5 * read[0]!, `${read.join(', then ')} pages`)
    })

  test(
    'takes 1,000 in at most ten times the processor time of 100',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const one = connect(service.databaseUrl, { max: 1 })
      t.after(() => one.end())
      const taken: number[] = []
      for (const count of [100, 1_000]) {
        const times: number[] = []
        for (let n = 0; n < 4; n++) {
          await one`truncate deliveries, due_recipients, recipient_wakes`
          await one`
            insert into deliveries (store_id, id, kind, recipient, event, payload_id)
            select ${storeId}, new_id(), 'webhook', 'r' || n % (${count}::int / 10), 'x', ''
            from generate_series(1, 3 * ${count}::int) as n`
          await one`
            insert into recipient_wakes (kind, recipients)
            select 'webhook', array_agg('r' || n) from generate_series(0, ${count}::int / 10 - 1) as n`
          const before = await processorTime(one)
          assert.equal((await claim(one, { kind: 'webhook', max: 1_000, perRecipient: 10 })).length, count)
          times.push((await processorTime(one)) - before)
        }
        taken.push(Math.min(...times))
      }
      assert.ok(taken[1]! <= 10 * taken[0]!, `${taken.join(', then ')} ms`)
    },
  )

  const changes: Record<string, (delivery: Delivery, tx: Tx) => Promise<unknown>> = {
    'is finished': ({ ...one }, tx) => finish(tx, [one], {}),
    failed: (one, tx) => fail(tx, [one], {}),
    'will be tried again': (one, tx) => retryIn(tx, [one], 0, {}),
    'was claimed by a claim whose response was lost': (_, tx) => undoClaim(tx, 'webhook', 'claim'),
    'was resumed': (one, tx) => resume(tx, { ...one }, null),
    'is redelivered': (one, tx) => redeliverOne(tx, { ...one }, one.id, 'waiting'),
    'is redelivered with others': (one, tx) =>
      redeliverRange(tx, { ...one }, { from: '2000-01-01', to: '2100-01-01' }, 'waiting'),
    'is sent again by the operator': async (one, tx) => requeue(tx, (await findDelivery(tx, one.id))!),
    'is confirmed by a callback': (_, tx) => confirmBatches(tx, ['batch']),
    'is rejected by a callback': (_, tx) =>
      failAccepted(tx, 'webhook', { messageIds: [], batchIds: ['batch'] }, ''),
  }
  for (const [change, make] of Object.entries(changes))
    test(`looks at the recipient of a delivery that ${change}`, async () => {
      await put('a')
      const [one] = await claim(sql, { id: 'claim', kind: 'webhook', max: 1, perRecipient: 1 })
      await sql`update deliveries set batch_id = 'batch'`
      assert.equal(await isWoken('a'), false)
      await sql.begin((tx) => make(one!, tx))
      assert.equal(await isWoken('a'), true)
    })

  test('looks at the recipient of a delivery that is made due early', async () => {
    await put('a')
    await retryIn(sql, await take(), 60, {})
    assert.equal((await take()).length, 0)
    assert.equal(await sql.begin((tx) => wake(tx, { storeId, kind: 'webhook', recipient: 'a' })), true)
    assert.equal((await take()).length, 1)
  })

  test('takes what nobody was woken for within minutes, behind a backlog too', async () => {
    await backlog(50)
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id, due_at)
      select ${storeId}, 'forgotten', 'webhook', 'z', 'x', '', now() - interval '2 minutes'`
    assert.ok(!(await take()).some(({ id }) => id === 'forgotten'))
    await wakeMissed(sql)
    assert.ok((await take()).some(({ id }) => id === 'forgotten'))
  })

  test('of this release and of 0.4.0 take no delivery twice', async () => {
    for (let n = 0; n < 60; n++) await put(`r${n % 15}`)
    const former = () =>
      sql<
        { id: string; recipient: string }[]
      >`select id, recipient from claim_deliveries('old', 'webhook', 4, 1, 60)`
    const ids: string[] = []
    while (ids.length < 60) {
      const [taken, theirs] = await Promise.all([take(4, 1), former()])
      const both = [...taken.map(({ id }) => id), ...theirs.map(({ id }) => id)]
      const recipients = [...taken, ...theirs].map(({ recipient }) => recipient)
      assert.equal(new Set(recipients).size, recipients.length)
      ids.push(...both)
      await finish(sql, taken, {})
      await sql`
        update deliveries set state = 'done', leased_until = null where id = any(${theirs.map(({ id }) => id)})`
    }
    assert.equal(new Set(ids).size, 60)
  })
})

/** Random numbers below n, the same in every run. */
function random(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
}

class Undone extends Error {}

/** What a claim of 0.4.0, which looks at every recipient that waits, would take now. */
async function formerClaim(statement: string): Promise<string[]> {
  let ids: string[] = []
  await sql
    .begin(async (tx) => {
      ids = (await tx.unsafe<{ id: string }[]>(`select id from ${statement}`)).map(({ id }) => id)
      throw new Undone()
    })
    .catch((error: unknown) => assert.ok(error instanceof Undone, String(error)))
  return ids.toSorted()
}

/** How each kind is claimed: up to so many at once of a recipient, who may be in several stores, or a batch. */
const kinds = [
  { kind: 'webhook', perRecipient: 3, stores: 1 },
  { kind: 'mail', perRecipient: 1, stores: 2 },
  { kind: 'whatsapp', perRecipient: 0, stores: 2 },
] as const

suite('claims over time', () => {
  const idsOf = (taken: Delivery[]) => taken.map(({ id }) => id).toSorted()

  for (const { kind, perRecipient, stores: inStores } of kinds)
    test(`of ${kind}s take what looking at every recipient would take`, async () => {
      const pick = random(7)
      const inFlight: Delivery[][] = []
      const aRecipient = () => ({ storeId: stores[pick(inStores)]!.id, kind, recipient: `r${pick(8)}` })
      const enqueueOne = () => {
        const { recipient, storeId: store } = aRecipient()
        return put(recipient, kind, store)
      }
      const pauses = [() => pause(sql, aRecipient()), () => sql.begin((tx) => resume(tx, aRecipient(), null))]
      const taken = () => inFlight.splice(pick(inFlight.length), 1).flat()
      const steps = [
        enqueueOne,
        enqueueOne,
        enqueueOne,
        () => finish(sql, taken(), {}),
        () => retryIn(sql, taken(), pick(2) * 60, {}),
        () => sql.begin((tx) => wake(tx, aRecipient())),
        ...(kind === 'webhook' ? pauses : []),
      ]
      let all = 0
      for (let n = 0; n < 300; n++) {
        await steps[pick(steps.length)]!()
        if (pick(2) === 0) continue
        const max = 4 + pick(3)
        if (kind === 'whatsapp') await sql`update deliveries set batch_id = claimed_by` // where 0.4.0 looks for a batch
        const expected = await formerClaim(
          perRecipient > 0
            ? `claim_deliveries('', '${kind}', ${max}, ${perRecipient}, 60)`
            : `claim_batches('', '${kind}', ${max}, 2, 0, 60)`,
        )
        const claimed =
          perRecipient > 0
            ? (await claim(sql, { kind, max, perRecipient })).map((one) => [one])
            : await claimBatches(sql, { kind, max, maxPerBatch: 2, paceSeconds: 0 })
        assert.deepEqual(idsOf(claimed.flat()), expected, `step ${n}`)
        inFlight.push(...claimed)
        all += claimed.length
      }
      assert.ok(all > 60, `only ${all} were claimed`)
    })
})
