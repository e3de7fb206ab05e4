import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, aPerson, aUserId, callbackWith, sendCallback, startChatWorker } from '../../../test/chat.ts'
import { aPhone, aPlacedOrder, aProduct, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { statusCallback } from '../../../test/meta-callback.ts'
import { runPurge } from '../../../test/purge.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { phoneCodeOf } from '../../features/orders/phone-code.ts'
import { enqueueRestockNotices } from '../../features/restock/enqueue.ts'
import { hasOptedOut } from '../../features/whatsapp/opt-outs.ts'
import { hashUnknownSenders } from '../../features/whatsapp/store-messages.ts'

const meta = await startMeta({ conversations: true })
const service = await startService({
  ...meta.env,
  WHATSAPP_DISPLAY_NUMBER: '+50255550100',
  WHATSAPP_RESTOCK_TEMPLATE: 'de_nuevo_disponible',
})
const { sql } = service
startChatWorker(service)

type Store = Awaited<ReturnType<typeof aStore>>

/** Somebody who hides the number, within the day in which she may be written to. */
function aShopper(sender = aUserId()) {
  meta.rules.wrote(sender)
  return aPerson(service, meta, sender)
}

async function aSoldOut(store: Store) {
  const { variants } = await aProduct(service, store, { variants: [{ name: 'Azul', stock: 0 }] })
  const variantId = variants[0]!.id
  const comesBack = async () => {
    await sql`update variants set stock = 5 where store_id = ${store.id} and id = ${variantId}`
    await enqueueRestockNotices(sql)
    await sql`update restock_requests set due_at = now() where store_id = ${store.id} and due_at is not null`
    await enqueueRestockNotices(sql)
  }
  return { text: `Avísame cuando vuelva.\nCódigo: ${store.slug}/${variantId}`, comesBack }
}

async function anOrderWithCode(store: Store, phone = aPhone()) {
  const order = await aPlacedOrder(service, store, { phone })
  const code = await phoneCodeOf(sql, store.id, order.id)
  const isVerified = async () =>
    (await service.get(`/api/v1/orders/${order.id}`, store.key)).json.data.phoneVerified
  return { ...order, code, isVerified }
}

const isNotice = ({ template }: { template: { name: string } }) => template.name === 'de_nuevo_disponible'

const waiting = async (sender: string) =>
  (await sql`select from restock_requests where phone = ${sender}`).length

/** Says to the service that an id and a phone are one person's. */
async function tie(userId: string, phone: string) {
  const answer = await sendCallback(service, meta, callbackWith({ from: phone, userId, text: 'hola' }))
  assert.equal(answer.status, 200, answer.text)
}

suite('a shopper without a visible number', { concurrency: false }, () => {
  test('asks for a product, confirms the phone of her order, writes baja, and is never written to again', async () => {
    const store = await aStore(service)
    const [shopper, soldOut, other] = [aShopper(), await aSoldOut(store), await aSoldOut(store)]
    assert.match((await shopper.write(soldOut.text))!.text, /^Listo: te avisamos por aquí/)
    await soldOut.comesBack()
    await waitFor(() =>
      meta.to(shopper.phone).some(({ template }) => template.name === 'de_nuevo_disponible'),
    )

    const order = await anOrderWithCode(store)
    const asked = await shopper.write(`Confirmo mi pedido. Código: ${order.code}`)
    assert.ok(asked!.asksContact)
    assert.match(asked!.text, new RegExp(`${order.orderNumber}.*comparte tu contacto`))
    assert.equal(await order.isVerified(), false)
    const [thanks] = await shopper.answered({ contact: { phone: order.customerPhone } })
    assert.match(thanks!.text, /quedó confirmado/)
    assert.equal(await order.isVerified(), true)

    await shopper.write(other.text)
    assert.match((await shopper.write('baja'))!.text, /no te enviaremos más mensajes/)
    assert.equal(await waiting(shopper.phone), 0)
    const sent = meta.messages.length
    await other.comesBack()
    assert.deepEqual(await shopper.answered({ text: 'baja' }), [])
    assert.equal(meta.messages.length, sent)
    assert.ok(meta.messages.every(({ isLost }) => !isLost))
  })

  test('is nothing to a shop, and her id is forgotten after a day', async () => {
    const shopper = aShopper()
    assert.match((await shopper.write('hoy'))!.text, new RegExp(service.app.publicUrl))
    await sql`update whatsapp_messages set received_at = now() - interval '25 hours' where phone = ${shopper.phone}`
    await hashUnknownSenders(sql)
    assert.equal((await sql`select from whatsapp_messages where phone = ${shopper.phone}`).length, 0)
  })
})

suite('a contact that is shared', { concurrency: false }, () => {
  test('confirms nothing from another id, unasked, of another phone, or after the code has expired', async () => {
    const store = await aStore(service)
    const order = await anOrderWithCode(store)
    const contact = { phone: order.customerPhone }
    const shopper = aShopper()
    assert.deepEqual(await shopper.answered({ contact }), [])
    await shopper.write(order.code)
    assert.deepEqual(await aShopper().answered({ contact }), [])
    assert.deepEqual(await shopper.answered({ contact: { ...contact, isAsked: false } }), [])
    const [another] = await shopper.answered({ contact: { phone: aPhone() } })
    assert.match(another!.text, /Este no es el teléfono/)
    assert.deepEqual(await shopper.answered({ contact }), [])
    await shopper.write(order.code)
    await sql`update phone_codes set expires_at = now() where store_id = ${store.id}`
    assert.match((await shopper.answered({ contact }))[0]!.text, /venció/)
    assert.equal(await order.isVerified(), false)
    assert.match((await shopper.write(order.code))!.text, /venció/)
  })

  test('ties nothing, and is not kept', async () => {
    const order = await anOrderWithCode(await aStore(service))
    const shopper = aShopper()
    await shopper.write(order.code)
    await shopper.answered({ contact: { phone: order.customerPhone } })
    assert.equal(await order.isVerified(), true)
    const ties = await sql`select from whatsapp_identities where user_id = ${shopper.phone}`
    const kept = await sql`
      select from whatsapp_messages where phone = ${shopper.phone} and kind = 'contact' and payload is not null`
    assert.deepEqual([ties.length, kept.length], [0, 0])
  })

  test('is not needed once the phone of the id is known', async () => {
    const [order, shopper] = [await anOrderWithCode(await aStore(service)), aShopper()]
    await tie(shopper.phone, order.customerPhone)
    meta.rules.wrote(order.customerPhone)
    await shopper.send({ text: order.code })
    await waitFor(() => order.isVerified())
    await waitFor(() => meta.to(order.customerPhone).some(({ text }) => /quedó confirmado/.test(text)))
    assert.deepEqual(shopper.received(), [])
  })
})

suite('an id and a phone in one callback', { concurrency: false }, () => {
  test('are one person: out of either stays out, and the same request twice is one', async () => {
    const store = await aStore(service)
    const [byId, byPhone] = [aShopper(), aShopper(aPhone())]
    const [first, second] = [await aSoldOut(store), await aSoldOut(store)]
    await byId.write(first.text)
    await byId.write(second.text)
    await byPhone.write(first.text)
    await tie(byId.phone, byPhone.phone)
    assert.deepEqual([await waiting(byId.phone), await waiting(byPhone.phone)], [0, 2])
    await tie(byId.phone, byPhone.phone)
    assert.equal(await waiting(byPhone.phone), 2)

    for (const [out, sender] of [
      [aUserId(), aPhone()],
      [aUserId(), aPhone()],
    ].map((pair, i) => [pair, pair[i]!] as const)) {
      const [id, phone] = out as [string, string]
      await aShopper(sender).write('baja')
      await tie(id, phone)
      assert.ok(await hasOptedOut(sql, phone), sender)
      await aShopper(phone).write('alta')
      await tie(id, phone)
      assert.ok(!(await hasOptedOut(sql, phone)), sender)
    }
  })

  test('of a status tie too; a malformed id, or a later phone, takes nothing from anybody', async () => {
    const [id, phone, later] = [aUserId(), aPhone(), aPhone()]
    await aShopper(id).write('baja')
    const report = (userId: string, to: string) =>
      sendCallback(service, meta, statusCallback({ id: 'wamid.x', status: 'sent', userId, phone: to }))
    await report('CO 12', phone)
    await report(id.toLowerCase(), phone)
    assert.ok(!(await hasOptedOut(sql, phone)))
    await report(id, phone)
    assert.ok(await hasOptedOut(sql, phone))
    await report(id, later)
    assert.deepEqual([await hasOptedOut(sql, phone), await hasOptedOut(sql, later)], [true, false])
    await sendCallback(service, meta, callbackWith({ from: id, text: 'baja' }))
    await waitFor(() => hasOptedOut(sql, later))
  })

  test('make who hides the number an owner, whose store is nobody else’s', async () => {
    const [owner, id] = [await anOwner(service, meta), aUserId()]
    for (const sender of [owner.phone, id]) meta.rules.wrote(sender)
    const asId = aPerson(service, meta, id)
    assert.match((await asId.write('hoy'))!.text, new RegExp(service.app.publicUrl))
    await tie(id, owner.phone)
    await waitFor(() => owner.received().some(({ text }) => /Puedes escribirme/.test(text)))
    const ask = () => sendCallback(service, meta, callbackWith({ from: id, text: 'hoy' }))
    await ask()
    await waitFor(() => owner.received().some(({ text }) => /, hoy/.test(text)))
    assert.equal(asId.received().length, 1)

    const successor = aUserId()
    await tie(successor, owner.phone)
    const had = owner.received().length
    await asId.answered({ text: 'pausa 2h' })
    await waitFor(
      async () => (await sql`select from whatsapp_messages where handled_at is null`).length === 0,
    )
    const { closedUntil } = (await service.get('/api/v1/store', owner.store.key)).json.data
    assert.deepEqual([closedUntil, owner.received().length - had <= 1], [null, true])
    const known = await sql<{ userId: string }[]>`
      select user_id from whatsapp_identities where phone = ${owner.phone}`
    assert.deepEqual(
      known.map(({ userId }) => userId),
      [successor],
    )
  })

  test('leave nothing under the id, however they race with what the id writes', async () => {
    const store = await aStore(service)
    const soldOut = await aSoldOut(store)
    const people = Array.from({ length: 25 }, () => ({ id: aUserId(), phone: aPhone() }))
    for (const { id, phone } of people) [id, phone].forEach((sender) => meta.rules.wrote(sender))
    await Promise.all(
      people.flatMap(({ id, phone }, n) => [
        sendCallback(service, meta, callbackWith({ from: id, text: n % 2 ? 'baja' : soldOut.text })),
        tie(id, phone),
        tie(id, phone),
        sendCallback(service, meta, callbackWith({ from: id, text: 'hola' })),
      ]),
    )
    const ids = people.map(({ id }) => id)
    await waitFor(
      async () => (await sql`select from whatsapp_messages where handled_at is null`).length === 0,
    )
    for (const [n, { phone }] of people.entries()) {
      assert.equal(await hasOptedOut(sql, phone), n % 2 === 1)
      assert.equal(await waiting(phone), n % 2 ? 0 : 1)
    }
    const left = await sql`
      select from whatsapp_messages where phone = any(${ids})
      union all
      select from restock_requests where phone = any(${ids})
      union all
      select from whatsapp_opt_outs where phone = any(${ids})
      union all
      select from whatsapp_replies where sender = any(${ids})`
    assert.equal(left.length, 0)
    const tied = await sql`select from whatsapp_identities where user_id = any(${ids})`
    assert.equal(tied.length, ids.length)
  })

  test('get what was enqueued for the id at the phone', async () => {
    const store = await aStore(service)
    const [shopper, soldOut, phone] = [aShopper(), await aSoldOut(store), aPhone()]
    await shopper.write(soldOut.text)
    meta.always({ status: 500 })
    await soldOut.comesBack()
    await waitFor(() => meta.to(shopper.phone).some(isNotice))
    await tie(shopper.phone, phone)
    meta.always('accept')
    await sql`update recipient_pace set next_at = now()`
    await sql`insert into recipient_wakes (kind, recipients) values ('restock', ${[shopper.phone]})`
    await sql`update deliveries set due_at = now() where state = 'waiting'`
    await waitFor(() => meta.to(phone).some(isNotice))
  })

  test('are known for 90 days after they were seen; of who wants no messages as long as that', async () => {
    const [seen, out] = [aUserId(), aUserId()]
    for (const id of [seen, out]) await tie(id, aPhone())
    const phones = await sql<
      { phone: string }[]
    >`select phone from whatsapp_identities where user_id = ${out}`
    await aShopper(phones[0]!.phone).write('baja')
    await sql`update whatsapp_identities set seen_at = now() - interval '91 days' where user_id in (${seen}, ${out})`
    await runPurge(sql, 'unseen identities')
    const left = await sql<{ userId: string }[]>`
      select user_id from whatsapp_identities where user_id in (${seen}, ${out})`
    assert.deepEqual(
      left.map(({ userId }) => userId),
      [out],
    )
  })
})
