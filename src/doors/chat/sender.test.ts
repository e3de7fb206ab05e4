import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, anOwner, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder, aProduct, aStore, anAddress, anOrder } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { noticeButtons, orderButton } from '../../features/whatsapp/buttons.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
startChatWorker(service)

const titles = (answer: { choices: { title: string }[] } | undefined) =>
  answer!.choices.map(({ title }) => title)

async function anOrderOf(owner: Awaited<ReturnType<typeof anOwner>>) {
  const order = await aPlacedOrder(service, owner.store)
  const [confirm] = noticeButtons(owner.store.id, [order.id], '')
  const status = async () => (await sql`select status from orders where id = ${order.id}`)[0]!['status']
  return { ...order, status, tap: { button: { payload: confirm.id, text: confirm.title.in('es') } } }
}

suite('who writes', () => {
  test('is the store only by its confirmed number: taps of others do nothing and tell nothing', async () => {
    const [owner, rival, stranger] = [
      await anOwner(service, meta),
      await anOwner(service, meta),
      aPerson(service, meta),
    ]
    const order = await anOrderOf(owner)
    for (const other of [rival, stranger]) assert.deepEqual(await other.answered(order.tap), [])
    const own = orderButton(rival.store.id, order.id, 'confirm')
    assert.match((await rival.answered({ reply: { id: own, title: 'x' } }))[0]!.text, /El pedido no existe/)
    assert.equal(await order.status(), 'pending')
  })

  test('has no effect once the number has changed, or the store is suspended, deleted or without an owner', async () => {
    const changes = [
      (id: string) => sql`update stores set whatsapp_number = '+50255550000' where id = ${id}`,
      (id: string) => sql`update stores set confirmed_number = '' where id = ${id}`,
      (id: string) => sql`update stores set billing_state = 'suspended' where id = ${id}`,
      (id: string) => sql`update stores set deleted_at = now() where id = ${id}`,
      (id: string) => sql`delete from members where store_id = ${id}`,
    ]
    for (const change of changes) {
      const owner = await anOwner(service, meta)
      const order = await anOrderOf(owner)
      await owner.write('pausa 2h')
      await change(owner.store.id)
      assert.deepEqual(await owner.answered(order.tap), [])
      const apply = owner.received()[0]!.choices[0]!
      assert.deepEqual(await owner.answered({ reply: apply }), [])
      assert.equal(await order.status(), 'pending')
      const link = await owner.write('hoy')
      assert.doesNotMatch(link!.text, /Antigua/)
      const [store] = await sql`select closed_until from stores where id = ${owner.store.id}`
      assert.equal(store!['closedUntil'], null)
    }
  })

  test('applies no change that was shown to somebody else', async () => {
    const [owner, rival] = [await anOwner(service, meta), await anOwner(service, meta)]
    await owner.write('pausa 2h')
    const apply = owner.received()[0]!.choices[0]!
    assert.match((await rival.answered({ reply: apply }))[0]!.text, /No encontré ese cambio/)
    const closed =
      await sql`select from stores where closed_until is not null and id = any(${[owner.store.id, rival.store.id]})`
    assert.equal(closed.length, 0)
  })

  test('with several stores is asked which one, and stays with the last', async () => {
    const owner = await anOwner(service, meta)
    const second = await aStore(service, { whatsappNumber: owner.phone, ownerId: owner.store.ownerId })
    await sql`update stores set name = 'La Espiga' where id = ${second.id}`
    const asked = await owner.write('hoy')
    assert.deepEqual(titles(asked), ['Café de la Antigua', 'La Espiga'])
    assert.match((await owner.tap('La Espiga'))!.text, /La Espiga\*, hoy/)
    const idle = /La Espiga\*, hoy\nVentas: 0, por Q 0\.00\nPor confirmar: 0\nPor enviar: 0\nEn camino: 0$/
    assert.match((await owner.write('hoy'))!.text, idle)
    const order = await anOrderOf(owner)
    await owner.answered(order.tap)
    assert.equal(await order.status(), 'confirmed')
    const sold = /Antigua\*, hoy\nVentas: 1, por Q 100\.00\nPor confirmar: 0\nPor enviar: 1\n/
    assert.match((await owner.write('hoy'))!.text, sold)
    await owner.write('ayuda')
    assert.match((await owner.tap('La Espiga'))!.text, /sobre \*La Espiga\*/)
  })

  test('is known by the other form of a number', async () => {
    const store = await aStore(service, { whatsappNumber: '+525512345678' })
    const owner = aPerson(service, meta, '+5215512345678')
    const order = await aPlacedOrder(service, store)
    const [confirm] = noticeButtons(store.id, [order.id], '')
    assert.match(
      (await owner.answered({ button: { payload: confirm.id, text: 'x' } }))[0]!.text,
      /confirmado/,
    )
  })

  test('a next step does nothing after a day', async () => {
    const owner = await anOwner(service, meta)
    const order = await anOrderOf(owner)
    const yesterday = Math.floor(Date.now() / 1000) - 25 * 3600
    await owner.answered(order.tap)
    const ship = orderButton(owner.store.id, order.id, 'ship', yesterday)
    assert.match(
      (await owner.answered({ reply: { id: ship, title: 'Enviado' } }))[0]!.text,
      /venció.*confirmado/,
    )
    assert.equal(await order.status(), 'confirmed')
  })

  test('of a notice of several orders gets them as a list', async () => {
    const owner = await anOwner(service, meta)
    const orders = [await anOrderOf(owner), await anOrderOf(owner)]
    const ids = orders.map(({ id }) => id)
    await sql`update deliveries set batch_id = 'both', state = 'done' where subject_id = any(${ids}) and kind = 'whatsapp'`
    const [confirm, cannot] = noticeButtons(owner.store.id, ids, 'both')
    const [listed] = await owner.answered({ button: { payload: confirm.id, text: confirm.title.in('es') } })
    assert.deepEqual(
      titles(listed),
      orders.map(({ orderNumber }) => orderNumber),
    )
    await owner.tap(orders[0]!.orderNumber)
    assert.deepEqual([await orders[0]!.status(), await orders[1]!.status()], ['confirmed', 'pending'])
    const [left] = await owner.answered({ button: { payload: cannot.id, text: cannot.title.in('es') } })
    assert.equal(titles(left).length, 2)
  })
})

suite('somebody without a store', () => {
  test('gets the link of the service once, and nothing more within a day', async () => {
    const person = aPerson(service, meta)
    assert.match((await person.write('hola'))!.text, new RegExp(service.app.publicUrl))
    assert.deepEqual(await person.answered({ text: 'hola' }), [])
    assert.deepEqual(await person.answered({ type: 'image' }), [])
    await sql`update whatsapp_messages set sent_at = sent_at - interval '25 hours' where phone = ${person.phone}`
    assert.match((await person.write('hola'))!.text, new RegExp(service.app.publicUrl))
  })

  test('gets the link of the shop that they ordered from last', async () => {
    const [person, store] = [aPerson(service, meta), await aStore(service)]
    const { variants } = await aProduct(service, store)
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), phone: person.phone }
    assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 201)
    assert.match((await person.write('hola'))!.text, new RegExp(`/${store.slug}$`))
  })

  test('may write baja and alta', async () => {
    const person = aPerson(service, meta)
    assert.match((await person.write('Baja'))!.text, /no te enviaremos más mensajes/)
    assert.match((await person.write('alta'))!.text, /recibe otra vez/)
  })
})
