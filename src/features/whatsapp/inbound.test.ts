import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { callbackWith, sendCallback } from '../../../test/chat.ts'
import { aPhone } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { createLog } from '../../core/process/log.ts'
import { startInbound } from './inbound-loop.ts'
import { finishMessage, lockMessage, type Message } from './message.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const other = await startService(meta.env, service)
const { sql } = service

const stored = (phone: string) => sql<{ text: string; kind: string; outcome: string | null }[]>`
  select text, kind, outcome from whatsapp_messages where phone = ${phone} order by n`
const texts = async (phone: string) => (await stored(phone)).map(({ text }) => text)
const outcomes = async (phone: string) => (await stored(phone)).map(({ outcome }) => outcome)
const unhandled = async (phone: string) =>
  (await outcomes(phone)).filter((outcome) => outcome === null).length

suite('messages of callbacks', () => {
  test('are stored once, however often and wherever they come at once', async () => {
    const from = aPhone()
    const message = { id: `wamid.${from}`, from, text: 'hola' }
    const callbacks = [callbackWith(message), callbackWith(message, { from, text: 'otra' })]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sendCallback(n % 2 ? service : other, meta, callbacks[n % 2]!)),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal((await texts(from)).filter((text) => text === 'hola').length, 1)
  })

  test('are stored in the order of their timestamps, from a body of almost 3 MB too', async () => {
    const from = aPhone()
    const at = Date.now() - 3_600_000
    const messages = Array.from({ length: 2_500 }, (_, n) => ({
      from,
      at: at + n * 1000,
      text: `${n} ${'x'.repeat(950)}`,
    }))
    const callback = callbackWith(...messages.toReversed())
    assert.ok(JSON.stringify(callback).length > 2_500_000)
    assert.equal((await sendCallback(service, meta, callback)).status, 200)
    assert.deepEqual(
      (await texts(from)).map((text) => Number(text.split(' ')[0])),
      messages.map((_, n) => n),
    )
    assert.ok((await texts(from)).every(({ length }) => length === 301))
    await sql`delete from whatsapp_messages where phone = ${from}`
  })

  test('of any kind are stored; without a sender, or to another number, they are not', async () => {
    const from = aPhone()
    const callback = callbackWith(
      { from, type: 'audio' },
      { from, button: { payload: 'x'.repeat(5_000), text: '\0Con\ud800firmar' } },
      { from, reply: { id: 'apply:1', title: 'Aplicar' } },
      { from: '+', text: 'nobody' },
    )
    const value = callback.entry[0]!.changes[0]!.value as {
      messages: object[]
      metadata: { phone_number_id: string }
    }
    value.messages.push(
      { id: 'wamid.n', timestamp: '1', type: 'text' },
      { id: 7, from: from.slice(1) },
      { timestamp: 'x' },
    )
    assert.equal((await sendCallback(service, meta, callback)).status, 200)
    assert.deepEqual(
      (await stored(from)).map(({ kind }) => kind),
      ['other', 'tap', 'tap'],
    )
    const elsewhere = aPhone()
    const another = callbackWith({ from: elsewhere, text: 'hola' })
    another.entry[0]!.changes[0]!.value.metadata.phone_number_id = '1'
    assert.equal((await sendCallback(service, meta, another)).status, 200)
    assert.deepEqual(await stored(elsewhere), Object.assign([], { count: 0 }))
  })
})

suite('the worker', { concurrency: false }, () => {
  test('handles the messages of a conversation in their order, each once, with several workers', async () => {
    const phones = Array.from({ length: 12 }, aPhone)
    await sql`delete from whatsapp_messages`
    for (let n = 0; n < 20; n++)
      await sendCallback(service, meta, callbackWith(...phones.map((from) => ({ from, text: String(n) }))))
    const handled = new Map<string, string[]>(phones.map((phone) => [phone, []]))
    const handle = async (message: Message) => {
      await sql.begin(async (tx) => {
        if (!(await lockMessage(tx, message))) return
        await tx`select pg_sleep(0.002)`
        await finishMessage(tx, message, { storeId: null, outcome: 'answered' })
        handled.get(message.phone)!.push(message.text)
      })
    }
    const loops = [service, other].map(({ sql: own }) =>
      startInbound({ sql: own, log: createLog('silent'), handle, onHandled: () => {} }),
    )
    await waitFor(
      async () => (await sql`select from whatsapp_messages where handled_at is null`).length === 0,
    )
    await Promise.all(loops.map((loop) => loop.stop()))
    const inOrder = Array.from({ length: 20 }, (_, n) => String(n))
    for (const phone of phones) assert.deepEqual(handled.get(phone), inOrder)
  })

  test('gives up a message that always fails, and goes on with those behind it', async () => {
    const from = aPhone()
    await sendCallback(service, meta, callbackWith({ from, text: 'broken' }, { from, text: 'good' }))
    const handle = async (message: Message) => {
      if (message.text === 'broken') throw new Error('an error of our own')
      await sql.begin((tx) => finishMessage(tx, message, { storeId: null, outcome: 'answered' }))
    }
    const loop = startInbound({ sql, log: createLog('silent'), handle, onHandled: () => {} })
    const hurry = () =>
      sql`update whatsapp_messages set retry_at = now() where phone = ${from} and retry_at > now()`
    await waitFor(async () => {
      await hurry()
      return (await unhandled(from)) === 0
    })
    await loop.stop()
    assert.deepEqual(await outcomes(from), ['failed', 'answered'])
  })
})
