import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, anOwner, sendCallback, startChatWorker } from '../../../test/chat.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { answer } from './answer.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
startChatWorker(service)

const deliveryTo = async (phone: string) => {
  const [delivery] = await sql<
    { state: string; attempts: number; reason: string | null; messageId: string | null }[]
  >`
    select state, attempts, reason, message_id from deliveries where kind = 'answer' and recipient = ${phone}`
  return delivery!
}

suite('an answer', { concurrency: false }, () => {
  test('that WhatsApp rejects because a day has passed is not tried again', async () => {
    const owner = await anOwner(service, meta)
    meta.next({ status: 400, code: 131_047 })
    await owner.answered({ text: 'hoy' })
    const { state, attempts, reason } = await deliveryTo(owner.phone)
    assert.deepEqual([state, attempts], ['failed', 1])
    assert.match(reason!, /no pudo entregar la respuesta/)
  })

  test('that is reported as failed later counts as failed', async () => {
    const owner = await anOwner(service, meta)
    await owner.answered({ text: 'hoy' })
    const { messageId } = await deliveryTo(owner.phone)
    const status = { id: messageId, status: 'failed', timestamp: '1', errors: [{ code: 131_047 }] }
    await sendCallback(service, meta, { entry: [{ changes: [{ value: { statuses: [status] } }] }] })
    assert.equal((await deliveryTo(owner.phone)).state, 'failed')
  })

  test('is sent again after a temporary error', async () => {
    const owner = await anOwner(service, meta)
    meta.next({ status: 500 })
    await owner.write('hoy')
    assert.deepEqual([(await deliveryTo(owner.phone)).state, owner.received().length], ['done', 2])
  })

  test('is not sent a day after the last message', async () => {
    const person = aPerson(service, meta)
    await person.send({ text: 'hola', at: Date.now() - 25 * 3_600_000 })
    await sql.begin((tx) => answer(tx, { phone: person.phone, storeId: null }, { text: 'Tarde' }))
    await waitFor(async () => (await deliveryTo(person.phone)).state === 'failed')
    assert.deepEqual(person.received(), [])
  })
})
