import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, anOwner, callbackWith, sendCallback, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { noticeButtons } from '../../features/whatsapp/buttons.ts'
import { hasOptedOut } from '../../features/whatsapp/opt-outs.ts'

const meta = await startMeta()
const service = await startService(meta.env)
startChatWorker(service)

async function outcomes(phone: string) {
  const rows = await service.sql<{ outcome: string | null }[]>`
    select outcome from whatsapp_messages where phone = ${phone} order by n`
  return rows.map(({ outcome }) => outcome)
}
const unhandled = async (phone: string) =>
  (await outcomes(phone)).filter((outcome) => outcome === null).length

suite('the chat', { concurrency: false }, () => {
  test('answers a flood of one number once, and the owner meanwhile', async () => {
    const [stranger, owner] = [aPerson(service, meta), await anOwner(service, meta)]
    await service.sql`
      insert into whatsapp_messages (wamid, n, phone, kind, text, sent_at)
      select ${stranger.phone} || n, nextval('whatsapp_arrivals'), ${stranger.phone}, 'text', 'spam', now()
      from generate_series(1, 5000) as n`
    assert.match((await owner.write('hoy'))!.text, /Por confirmar/)
    await waitFor(async () => (await unhandled(stranger.phone)) === 0)
    const [{ isFirst }] = await service.sql<[{ isFirst: boolean }]>`
      select
        (select max(handled_at) from whatsapp_messages where phone = ${owner.phone})
        < (select max(handled_at) from whatsapp_messages where phone = ${stranger.phone}) as is_first`
    assert.equal(isFirst, true)
    assert.equal(stranger.received().length, 1)
  })

  test('answers an owner before the eight thousand who wrote earlier', async () => {
    const owner = await anOwner(service, meta)
    await service.sql`
      insert into whatsapp_messages (wamid, n, phone, kind, text, sent_at)
      select 'many' || n, nextval('whatsapp_arrivals'), '+34' || (600000000 + n), 'text', 'spam', now()
      from generate_series(1, 8000) as n`
    await waitFor(async () => (await unhandledOfMany()) < 8_000)
    assert.match((await owner.write('hoy'))!.text, /Por confirmar/)
    assert.ok((await unhandledOfMany()) > 7_000)
    await service.sql`delete from whatsapp_messages where wamid like 'many%' and handled_at is null`
  })
  const unhandledOfMany = async () =>
    (await service.sql`select from whatsapp_messages where wamid like 'many%' and handled_at is null`).length

  test('tells an owner once that more than 30 commands in a minute are not read', async () => {
    const owner = await anOwner(service, meta)
    await sendCallback(
      service,
      meta,
      callbackWith(...Array.from({ length: 40 }, () => ({ from: owner.phone, text: 'hoy' }))),
    )
    await waitFor(async () => (await unhandled(owner.phone)) === 0)
    await waitFor(() => owner.received().length >= 31)
    const told = owner.received().filter(({ text }) => /muchos mensajes/.test(text))
    assert.deepEqual([owner.received().length, told.length], [31, 1])
    assert.deepEqual(
      (await outcomes(owner.phone)).slice(31),
      Array.from({ length: 9 }, () => 'silent'),
    )
  })

  test('does nothing for a message that is older than a day, or comes again', async () => {
    const owner = await anOwner(service, meta)
    const order = await aPlacedOrder(service, owner.store)
    const [confirm] = noticeButtons(owner.store.id, [order.id], '')
    const button = { payload: confirm.id, text: confirm.title.in('es') }
    const status = async () =>
      (await service.get(`/api/v1/orders/${order.id}`, owner.store.key)).json.data.status
    await owner.answered({ button, at: Date.now() - 25 * 3_600_000 })
    assert.deepEqual([await status(), await outcomes(owner.phone)], ['pending', ['late']])
    await owner.answered({ id: `wamid.${order.id}`, button })
    assert.equal(await status(), 'confirmed')
    assert.deepEqual(await owner.answered({ id: `wamid.${order.id}`, button }), [])
    assert.equal(owner.received().length, 1)
  })

  test('obeys baja after more than 30 messages in a minute, and a day late', async () => {
    const [flooding, late, owner] = [
      aPerson(service, meta),
      aPerson(service, meta),
      await anOwner(service, meta),
    ]
    const before = (from: string) => Array.from({ length: 40 }, () => ({ from, text: 'hola' }))
    const sent = [flooding, owner].flatMap(({ phone }) => [...before(phone), { from: phone, text: 'Baja.' }])
    const yesterday = Date.now() - 25 * 3_600_000
    await sendCallback(
      service,
      meta,
      callbackWith(...sent, { from: late.phone, text: 'baja', at: yesterday }),
    )
    for (const { phone } of [flooding, late, owner]) {
      await waitFor(async () => (await unhandled(phone)) === 0)
      assert.equal(await hasOptedOut(service.sql, phone), true, phone)
    }
    assert.deepEqual(late.received(), [])
    assert.equal(owner.received().filter(({ text }) => /muchos mensajes/.test(text)).length, 1)
  })
})
