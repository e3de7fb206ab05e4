import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, anOwner, aUserId, sendCallback, callbackWith, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService, type Service } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { runPurge } from '../../../test/purge.ts'
import { phoneCodeOf } from '../../features/orders/phone-code.ts'
import { hasOptedOut } from '../../features/whatsapp/opt-outs.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
startChatWorker(service)

/** Somebody who has had so many replies today. */
const hadReplies = (sender: string, count: number) => sql`
  insert into whatsapp_replies (sender, day, count) values (${sender}, (now() at time zone 'utc')::date, ${count})
  on conflict (sender, day) do update set count = excluded.count`

/** A service that sends so many replies to people without a store a day. */
async function limitedTo(replies: number) {
  const limited = await startService({ ...meta.env, WHATSAPP_STRANGER_REPLIES: String(replies) })
  startChatWorker(limited)
  return limited
}

async function anOrderWithCode(of: Service) {
  const store = await aStore(of)
  const order = await aPlacedOrder(of, store)
  const code = await phoneCodeOf(of.sql, store.id, order.id)
  const isVerified = async () =>
    (await of.get(`/api/v1/orders/${order.id}`, store.key)).json.data.phoneVerified
  return { ...order, code, isVerified }
}

suite('replies of a day', { concurrency: false }, () => {
  test('to somebody without a store are 60, then one that says so, then silence in which baja is obeyed', async () => {
    const person = aPerson(service, meta)
    for (let n = 0; n < 4; n++) await person.write(n % 2 ? 'alta' : 'baja')
    await hadReplies(person.phone, 59)
    assert.match((await person.write('baja'))!.text, /^Listo/)
    assert.match((await person.write('alta'))!.text, /^Hoy ya te respondimos muchas veces: hasta mañana/)
    assert.ok(await hasOptedOut(sql, person.phone))
    await sql`delete from whatsapp_opt_outs`
    assert.deepEqual(await person.answered({ text: 'stop' }), [])
    assert.ok(await hasOptedOut(sql, person.phone))
    assert.deepEqual(await person.answered({ text: 'alta' }), [])
    assert.ok(await hasOptedOut(sql, person.phone))
    await sql`update whatsapp_replies set day = day - 1`
    assert.match((await person.write('alta'))!.text, /^Listo/)
  })

  test('to an owner are 300; commands past them do nothing', async () => {
    const owner = await anOwner(service, meta)
    await hadReplies(owner.phone, 299)
    await owner.write('pausa 2h')
    const apply = owner.received()[0]!.choices[0]!
    assert.match((await owner.answered({ reply: apply }))[0]!.text, /^Hoy ya te respondimos/)
    assert.deepEqual(await owner.answered({ reply: apply }), [])
    const { closedUntil } = (await service.get('/api/v1/store', owner.store.key)).json.data
    assert.equal(closedUntil, null)
    await owner.answered({ text: 'baja' })
    assert.ok(await hasOptedOut(sql, owner.phone))
  })

  test('are not sent where baja or alta changes nothing, and templates are none', async () => {
    const [person, owner] = [aPerson(service, meta), await anOwner(service, meta)]
    assert.deepEqual(await person.answered({ text: 'alta' }), [])
    assert.match((await person.write('baja'))!.text, /^Listo/)
    assert.deepEqual(await person.answered({ text: 'STOP' }), [])
    await hadReplies(owner.phone, 301)
    await aPlacedOrder(service, owner.store)
    await waitFor(() => meta.to(owner.phone).length === 1)
  })

  test('of an id and its phone are added up', async () => {
    const [id, person] = [aUserId(), aPerson(service, meta)]
    await hadReplies(id, 40)
    await hadReplies(person.phone, 20)
    const text = { from: person.phone, userId: id, text: 'hola' }
    await sendCallback(service, meta, callbackWith(text))
    await waitFor(() => person.received().length === 1)
    assert.match(person.received()[0]!.text, /^Hoy ya te respondimos/)
  })

  test('to all people without a store together stop, never those to owners; what they ask for is done', async () => {
    const limited = await limitedTo(3)
    const people = Array.from({ length: 8 }, () => aPerson(limited, meta))
    await Promise.all(people.map((person) => person.answered({ text: 'hola' })))
    assert.equal(people.flatMap((person) => person.received()).length, 3)
    const { code, customerPhone, isVerified } = await anOrderWithCode(limited)
    const shopper = aPerson(limited, meta, customerPhone)
    assert.deepEqual(await shopper.answered({ text: code }), [])
    assert.equal(await isVerified(), true)
    await shopper.answered({ text: 'baja' })
    assert.ok(await hasOptedOut(limited.sql, customerPhone))
    const owner = await anOwner(limited, meta)
    assert.match((await owner.write('hoy'))!.text, /Por confirmar/)
    const rows = await limited.sql<{ count: number }[]>`select count from whatsapp_replies where sender = ''`
    assert.deepEqual(
      rows.map(({ count }) => count),
      [3],
    )
  })

  test('to people without a store are none where the operator wants none', async () => {
    const silent = await limitedTo(0)
    const person = aPerson(silent, meta)
    assert.deepEqual(await person.answered({ text: 'hola' }), [])
    await person.answered({ text: 'baja' })
    assert.ok(await hasOptedOut(silent.sql, person.phone))
  })

  test('are counted for two days', async () => {
    await sql`
      insert into whatsapp_replies (sender, day, count)
      select 'old ' || n, current_date - n, 1 from generate_series(0, 5) as n`
    await runPurge(sql, 'old replies')
    const left = await sql`select from whatsapp_replies where sender like 'old %'`
    assert.ok(left.length <= 3)
  })
})
