import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { decideProposal } from './decide-proposal.ts'

const service = await startService()
const { sql } = service
const KiB = 1024

/** A shop whose choices have ids of 24 characters, and names as long as they may be. */
async function aWordyShop(letter = 'x') {
  const store = await aStore(service, { plan: 'free' })
  const name = (n: number) => `${n} `.padEnd(60, letter)
  const choices = Array.from({ length: 30 }, (_, n) => ({ name: name(n), price: 0 }))
  const group = await aModifierGroup(service, store, { name: name(0), choices })
  const product = await aProduct(service, store, { name: 'P'.repeat(120), modifierGroupIds: [group.id] })
  const modifiers = group.choices.map(({ id }) => ({ choiceId: id }))
  const variantId = product.variants[0]!.id
  const items = (lines: number, mark = '') =>
    Array.from({ length: lines }, (_, n) => ({ variantId, quantity: 1, note: `${mark}${n}`, modifiers }))
  const place = (lines: number, headers = anAddress()) =>
    service.post('/api/orders', { body: { ...anOrder(store, []), items: items(lines) }, headers })
  const weightOf = async (id: string) =>
    Buffer.byteLength(JSON.stringify((await service.get(`/api/v1/orders/${id}`, store.key)).json.data))
  return { store, items, place, weightOf }
}

suite('an order of short ids that become long texts', () => {
  for (const letter of ['x', '"', 'ñ'])
    test(`of ${letter} weighs at most 128 KiB as its GET shows it, and is 400 past that`, async () => {
      const { store, place, weightOf } = await aWordyShop(letter)
      let heaviest = 0
      let lines = 8
      for (let answer = await place(lines); answer.status === 201; answer = await place(++lines))
        heaviest = await weightOf(answer.json.id)
      assert.ok(heaviest > 115 * KiB && heaviest <= 128 * KiB, `${heaviest / KiB} KiB`)
      const { status, json } = await place(lines)
      assert.deepEqual([status, json.details.field, json.details.reason], [400, 'items', 'maximum'])
      assert.match(json.error, /demasiado grande/)
      const { total } = (await service.get('/api/v1/orders?limit=1', store.key)).json
      assert.equal(total, lines - 8)
    })

  test('weighs at most 256 KiB with the versions in its timeline: a further proposal is 409', async () => {
    const { store, items, place, weightOf } = await aWordyShop()
    const { id } = (await place(6)).json
    const propose = (mark: string, lines = 6) =>
      service.post(`/api/v1/orders/${id}/proposal`, { key: store.key, body: { items: items(lines, mark) } })
    const tooHeavy = await propose('a', 60)
    assert.deepEqual([tooHeavy.status, tooHeavy.json.details.reason], [400, 'maximum'])
    let accepted = 0
    let answer = await propose('0.')
    while (answer.status === 201) {
      const { sentAt } = answer.json.data.proposal as unknown as { sentAt: string }
      await decideProposal(sql, store.id, id, { sentAt, isAccepted: true })
      answer = await propose(`${++accepted}.`)
    }
    assert.deepEqual([answer.status, answer.json.code, answer.json.details.limit], [409, 'LIMIT_REACHED', 256 * KiB]) // prettier-ignore
    assert.ok(accepted >= 2, `${accepted}`)
    const weight = await weightOf(id)
    assert.ok(weight <= 256 * KiB && weight > 150 * KiB, `${weight / KiB} KiB`)
  })

  test('counts for its address and for the account of the store, when it is large', async () => {
    const { store, place } = await aWordyShop()
    const headers = anAddress()
    const address = Object.values(headers)[0]!
    const used = async (key: string) =>
      (await sql<{ hits: number }[]>`select hits from long_rate_hits where key = ${key}`)[0]?.hits ?? 0
    const fill = (key: string, hits: number) => sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${key}, ${hits}, now() + interval '5 hours')
      on conflict (key) do update set hits = excluded.hits`
    const [ofAddress, ofAccount] = [`bytes:orders-address:${address}`, `bytes:orders:${store.ownerId}`]
    assert.equal((await place(1, headers)).status, 201)
    assert.deepEqual([await used(ofAddress), await used(ofAccount)], [0, 0])
    assert.equal((await place(8, headers)).status, 201)
    assert.ok((await used(ofAddress)) > 40 && (await used(ofAccount)) > 40)

    await fill(ofAddress, 16 * KiB)
    const { status, json, headers: answered } = await place(9, headers)
    assert.deepEqual([status, json.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.match(json.error, /pedidos grandes/)
    assert.ok(Number(answered.get('retry-after')) > 4 * 3600)
    assert.equal((await place(1, headers)).status, 201)
    assert.equal((await place(9)).status, 201)

    await fill(ofAccount, 64 * KiB)
    assert.equal((await place(9)).status, 429)
    assert.equal((await place(1)).status, 201)
    await sql`update stores set plan = 'pro' where id = ${store.id}`
    assert.equal((await place(9)).status, 201)
    assert.ok((await used(`bytes:${store.ownerId}`)) < 40, "the owner's own day is apart")
  })
})

suite('a list of large orders', () => {
  test('ends where it would pass 4 MiB, says so in its limit, and goes on from there', async () => {
    const { store, place, weightOf } = await aWordyShop()
    const { id } = (await place(22)).json
    assert.ok((await weightOf(id)) > 100 * KiB)
    await sql`
      insert into orders
      select (jsonb_populate_record(orders, jsonb_build_object(
        'id', id || n, 'order_number', 'PED-A' || n, 'tracking_token', 'token' || n
      ))).*
      from orders cross join generate_series(1, 99) as n
      where store_id = ${store.id}`
    await sql`select increment_counter(${store.id}, 'orders.pending', 99)`
    const read = async (offset: number) => {
      const page = await service.get(`/api/v1/orders?limit=100&offset=${offset}`, store.key)
      assert.ok(Buffer.byteLength(page.text) < 4.3 * KiB * KiB, `${page.text.length}`)
      return page.json
    }
    const seen = new Set<string>()
    for (let offset = 0; offset < 100;) {
      const { data, limit, total } = await read(offset)
      assert.equal(total, 100)
      assert.equal(limit, offset + data.length < 100 ? data.length : 100)
      for (const one of data) seen.add(one.id)
      offset += data.length
    }
    assert.equal(seen.size, 100)
  })
})
