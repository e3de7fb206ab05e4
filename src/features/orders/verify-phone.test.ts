import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { transaction } from '../../core/database/db.ts'
import { aPhone, aPlacedOrder, aStore, aWebhook, deliveriesOf } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { eraseCustomer } from '../customers/erase.ts'
import { phoneCodeOf } from './phone-code.ts'
import { verifyPhone } from './verify-phone.ts'

const service = await startService()
const { sql } = service

const write = (phone: string, text: string) => transaction(sql, (tx) => verifyPhone(tx, phone, text))

/** An order with its code. */
async function placed(more: Record<string, unknown> = {}) {
  const store = await aStore(service)
  const order = await aPlacedOrder(service, store, more)
  const code = await phoneCodeOf(sql, store.id, order.id)
  const read = async () => (await service.get(`/api/v1/orders/${order.id}`, store.key)).json.data
  return { store, order, code, read, text: `Confirmo mi pedido ${order.orderNumber}. Código: ${code}` }
}

suite('the code that confirms a phone', () => {
  test('the code has 8 characters, among them a digit and a letter, and is the same while it is good for half a day', async () => {
    const { store, order, code } = await placed()
    assert.match(code, /^(?=.*\d)(?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{8}$/)
    assert.equal(await phoneCodeOf(sql, store.id, order.id), code)
    await sql`update phone_codes set expires_at = now() + interval '11 hours' where store_id = ${store.id}`
    assert.notEqual(await phoneCodeOf(sql, store.id, order.id), code)
    assert.match((await write(order.customerPhone, code))!, /quedó confirmado/)
  })

  test("the code from the order's phone confirms it, once, in both shapes of the order", async () => {
    const { store, order, text, read } = await placed()
    assert.equal((await read()).phoneVerified, false)
    const answer = await write(order.customerPhone, text.toLowerCase())
    assert.match(answer!, new RegExp(`¡Gracias! .* ${order.orderNumber} de Café de la Antigua`))
    assert.equal((await read()).phoneVerified, true)
    const list = await service.get('/api/v1/orders', store.key)
    assert.equal(list.json.data[0]!.phoneVerified, true)
    const { updatedAt } = await read()
    assert.match((await write(order.customerPhone, text))!, /ya estaba confirmado/)
    assert.equal((await read()).updatedAt, updatedAt)
  })

  test('the code confirms a phone that WhatsApp writes in another form', async () => {
    const { text, read } = await placed({ phone: '+525512345678' })
    await write('+5215512345678', text)
    assert.equal((await read()).phoneVerified, true)
  })

  test('the code from another phone confirms nothing, and is answered with the last digits of the number', async () => {
    const { order, text, read } = await placed()
    const answer = await write(aPhone(), text)
    assert.ok(answer!.includes(`termina en ${order.customerPhone.slice(-4)}`), answer!)
    assert.ok(!answer!.includes(order.customerPhone.slice(-5)))
    assert.equal((await read()).phoneVerified, false)
  })

  test('the code confirms nothing after 24 hours, and is forgotten a week later', async () => {
    const { store, order, text, read } = await placed()
    await sql`update phone_codes set expires_at = now() where store_id = ${store.id}`
    assert.match((await write(order.customerPhone, text))!, /venció: abre otra vez la página/)
    assert.equal((await read()).phoneVerified, false)
    await sql`update phone_codes set expires_at = now() - interval '7 days' where store_id = ${store.id}`
    await runPurge(sql, 'expired phone codes')
    assert.equal(await write(order.customerPhone, text), null)
  })

  test('a text without a code that exists is not about a phone', async () => {
    const { order } = await placed()
    for (const text of ['', 'hola', 'agotado pan de yuca', 'A1B2C3D4', '12345678', 'agotado empanada'])
      assert.equal(await write(order.customerPhone, text), null, text)
  })

  test('nobody is told of an order whose store is suspended or deleted, or whose customer was erased', async () => {
    const suspended = await placed()
    await sql`update stores set billing_state = 'suspended' where id = ${suspended.store.id}`
    const deleted = await placed()
    await sql`update stores set deleted_at = now() where id = ${deleted.store.id}`
    const erased = await placed()
    const [customer] = await sql<
      { id: string }[]
    >`select id from customers where store_id = ${erased.store.id}`
    await eraseCustomer(sql, erased.store.id, customer!.id)
    for (const { order, text } of [suspended, deleted, erased])
      assert.equal(await write(order.customerPhone, text), null)
  })

  test('two messages with the code at once confirm the phone once', async () => {
    const { order, text } = await placed()
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(order.customerPhone, text)))
    assert.equal(answers.filter((answer) => /quedó confirmado/.test(answer!)).length, 1)
  })

  test('integrators are told that a phone was confirmed', async () => {
    const { store, order, text } = await placed()
    await aWebhook(service, store)
    await sql`update webhooks set events = '{order.updated}' where store_id = ${store.id}`
    await write(order.customerPhone, text)
    const [sent] = (await deliveriesOf(service, store)).slice(-1)
    assert.equal(sent!.event, 'order.updated')
    assert.equal(sent!.payload['phone_verified'], true)
  })
})
