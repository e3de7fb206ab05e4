import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore, aWebhook } from '../../../test/factories.ts'

const service = await startService()
const { sql } = service
const at = (id: string) => `/api/v1/store/webhooks/${id}/replay` as const
const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' }

/** A webhook that got so many deliveries, a minute apart since the first of March. */
async function aListener(deliveries: number) {
  const store = await aStore(service)
  const { id } = await aWebhook(service, store)
  await sql`
    insert into deliveries (store_id, id, kind, recipient, event, payload_id, state, created_at, finished_at)
    select ${store.id}, ${id} || n, 'webhook', ${id}, 'order.created', '', 'done', at, at
    from (
      select n, ${march.from}::timestamptz + make_interval(mins => n) as at from generate_series(0, ${deliveries - 1}) as n
    ) as minutes`
  const replay = (body: object) => service.post(at(id), { key: store.key, body })
  const finish = () => sql`update deliveries set state = 'done' where recipient = ${id}`
  return { store, id, replay, finish }
}

suite('POST /api/v1/store/webhooks/:id/replay', () => {
  test('enqueues the deliveries of the range again, its end exclusive', async () => {
    const { id, replay } = await aListener(4)
    const range = { from: '2026-03-01T00:01:00.000Z', to: '2026-02-28T21:03:00.000-03:00' }
    const { status, json, text } = await replay(range)
    assert.equal(status, 200, text)
    assert.deepEqual([json.data.id, json.data.replayed], [id, 2])
    const waiting = await sql<{ id: string }[]>`
      select id from deliveries where recipient = ${id} and state = 'waiting' order by id`
    assert.deepEqual(waiting.map((row) => row.id), [`${id}1`, `${id}2`]) // prettier-ignore
  })

  test('says of deliveries that still wait, or are paused, that they are not repeated', async () => {
    const { id, replay } = await aListener(6)
    await sql`update deliveries set state = 'waiting', due_at = now() + interval '1 day' where id in (${`${id}0`}, ${`${id}4`})`
    await sql`update deliveries set state = 'paused' where id = ${`${id}5`}`
    const { json } = await replay({ ...march, from: '2026-03-01T00:01:00.000Z' })
    assert.deepEqual([json.data.replayed, json.data.waiting], [3, 2])
    const [first] = await sql<
      { due: boolean }[]
    >`select due_at <= now() as due from deliveries where id = ${`${id}4`}`
    assert.equal(first!.due, false)
  })

  test('is 409 while an earlier replay is running, also for concurrent requests', async () => {
    const { replay, finish } = await aListener(3)
    const both = await Promise.all([replay(march), replay(march)])
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
    assert.equal((await replay(march)).json.code, 'REPLAY_IN_PROGRESS')
    await finish()
    assert.equal((await replay(march)).json.data.replayed, 3)
  })

  test('is limited to 1000 deliveries', async () => {
    const { id, replay } = await aListener(1001)
    const { status, json } = await replay(march)
    assert.deepEqual([status, json.details.field, json.details.reason], [400, 'to', 'maximum'])
    assert.equal(
      (await sql`select 1 from deliveries where recipient = ${id} and state = 'waiting'`).length,
      0,
    )
    assert.equal((await replay({ ...march, from: '2026-03-01T00:01:00Z' })).json.data.replayed, 1000)
  })

  const bad: [body: object, field: string, reason: string][] = [
    [{ from: march.from }, 'to', 'required'],
    [{ ...march, from: 'ayer' }, 'from', 'format'],
    [{ from: march.to, to: march.from }, 'to', 'invalid'],
    [{ ...march, to: '2026-03-31T00:00:00.001Z' }, 'to', 'maximum'],
  ]
  for (const [body, field, reason] of bad) {
    test(`is 400 for ${JSON.stringify(body)}`, async () => {
      const { replay } = await aListener(1)
      const { status, json } = await replay(body)
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    })
  }

  test("is 404 for an unknown webhook and another store's", async () => {
    const [{ store }, stranger] = [await aListener(1), await aListener(1)]
    for (const id of ['nada', stranger.id])
      assert.equal((await service.post(at(id), { key: store.key, body: march })).status, 404)
  })
})
