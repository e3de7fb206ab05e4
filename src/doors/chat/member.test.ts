import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, aPerson, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder, aProduct } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { aMember, signedIn } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { addMember, removeMember } from '../../features/team/change.ts'
import { noticeButtons } from '../../features/whatsapp/buttons.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
startChatWorker(service)

/** A member who confirmed the store's number, her own, by the code in the panel. */
async function aMemberWithNumber() {
  const { store, base, person } = await aMember(service, 'ADMIN')
  const chat = aPerson(service, meta)
  await service.put('/api/v1/store', { key: store.key, body: { whatsappNumber: chat.phone } })
  const confirm = async (member: Pick<typeof person, 'post'>) => {
    await member.post(`${base}/conexiones/whatsapp/codigo`)
    const code = meta.to(chat.phone).findLast(({ template }) => template.name === 'codigo_de_confirmacion')!
    return member.post(`${base}/conexiones/whatsapp`, { code: code.parameters[0]! })
  }
  assert.equal((await confirm(person)).status, 303)
  const product = await aProduct(service, store, { name: 'Pan de yuca', price: 50 })
  const price = async () => (await service.get(`/api/v1/products/${product.id}`, store.key)).json.data.price
  const order = await aPlacedOrder(service, store)
  const status = async () => (await service.get(`/api/v1/orders/${order.id}`, store.key)).json.data.status
  const [quickReply] = noticeButtons(store.id, [order.id], '')
  const tapNotice = () =>
    chat.answered({ button: { payload: quickReply.id, text: quickReply.title.in('es') } })
  return { ...chat, store, base, person, confirm, price, order, status, tapNotice }
}

const actorsOf = async (storeId: string) => {
  const rows = await sql<{ accountId: string }[]>`
    select account_id from changes where store_id = ${storeId} and by = 'whatsapp' order by created_at`
  return rows.map(({ accountId }) => accountId)
}

const titles = (answer: { choices: { title: string }[] } | undefined) =>
  answer!.choices.map(({ title }) => title)

suite('a number commands as the member who confirmed it', () => {
  test('under her name, in the record of changes and in the order', async () => {
    const { write, tap, tapNotice, store, base, person, order, price, status } = await aMemberWithNumber()
    await sql`update accounts set name = 'Berta Solís' where id = ${person.accountId}`
    await write('precio pan de yuca 45')
    await tap('Aplicar')
    await tapNotice()
    assert.deepEqual([await price(), await status()], [45, 'confirmed'])
    assert.deepEqual(await actorsOf(store.id), [person.accountId, person.accountId])
    assert.match((await person.get(`${base}/actividad`)).text, /Berta Solís, por WhatsApp,/)
    assert.match((await person.get(`${base}/pedidos/${order.id}`)).text, /Berta Solís, por WhatsApp/)
  })

  test('until she leaves the team: texts, quick replies, what was shown and undo have no effect, and tell nothing', async () => {
    const { store, person, write, tap, received, answered, tapNotice, price, status } =
      await aMemberWithNumber()
    await write('precio pan de yuca 45')
    await tap('Aplicar')
    await write('precio pan de yuca 1')
    await removeMember(sql, store.id, person.accountId)
    const buttons = received().flatMap(({ choices }) => choices)
    const last = (title: string) => buttons.findLast((button) => button.title === title)!
    assert.deepEqual(await answered({ reply: last('Aplicar') }), [])
    assert.deepEqual(await answered({ reply: last('Deshacer') }), [])
    assert.deepEqual(await tapNotice(), [])
    assert.doesNotMatch((await write('precio pan de yuca 1'))!.text, /Antigua|yuca/)
    assert.deepEqual(await answered({ text: 'hoy' }), [])
    assert.deepEqual([await price(), await status()], [45, 'pending'])

    await addMember(sql, store.id, person.accountId, 'ADMIN')
    await tap('Aplicar')
    assert.equal(await price(), 1)
  })

  test('in the role that she has at each message', async () => {
    const { store, person, write, tap, price } = await aMemberWithNumber()
    assert.match((await write('hoy'))!.text, /Ventas: 0, por Q 0\.00\nPor confirmar: 1\b/)
    await write('precio pan de yuca 45')
    await tap('Aplicar')
    await write('pausa 2h')
    await addMember(sql, store.id, person.accountId, 'STAFF')
    assert.match((await tap('Aplicar'))!.text, /Tu papel en la tienda no permite eso/)
    assert.match((await tap('Deshacer'))!.text, /Tu papel en la tienda no permite eso/)
    for (const text of ['pausa 2h', 'cerrado hasta mañana 9', 'abierto'])
      assert.match((await write(text))!.text, /Tu papel en la tienda no permite eso/, text)
    assert.match((await write('hoy'))!.text, /\*, hoy\nPor confirmar: 1\b/)
    assert.doesNotMatch((await write('ayuda'))!.text, /pausa|cerrado|abierto/)
    await write('precio pan de yuca 40')
    assert.deepEqual(titles(await tap('Aplicar')), [])
    assert.equal(await price(), 40)
    const [{ closedUntil }] = await sql<[{ closedUntil: string | null }]>`
      select closed_until from stores where id = ${store.id}`
    assert.equal(closedUntil, null)
  })

  test('or as the owner, where the operator confirmed it', async () => {
    const { write, tap, store } = await anOwner(service, meta)
    await aProduct(service, store, { name: 'Pan de yuca' })
    await write('precio pan de yuca 45')
    await tap('Aplicar')
    assert.deepEqual(await actorsOf(store.id), [store.ownerId])
  })

  test('and another member takes it over by confirming it, once she has left', async () => {
    const { store, base, person, confirm, write, tap, price } = await aMemberWithNumber()
    const owner = await signedIn(service, store.ownerId)
    assert.equal((await owner.post(`${base}/conexiones/whatsapp/codigo`)).status, 409)
    await removeMember(sql, store.id, person.accountId)
    assert.match((await owner.get(base)).text, /nadie puede manejar la tienda desde su chat/)
    assert.equal((await confirm(owner)).status, 303)
    await write('precio pan de yuca 44')
    await tap('Aplicar')
    assert.deepEqual([await price(), await actorsOf(store.id)], [44, [store.ownerId]])
  })
})

test('a number that counts as confirmed because a notice arrived gets notices, and commands once a member confirms it', async () => {
  const { store, base, confirm, write, tap, price } = await aMemberWithNumber()
  await sql`update stores set confirmed_by = null where id = ${store.id}` // as 0.4.0 did of numbers that had been set before
  assert.equal((await aPlacedOrder(service, store)).notification.state, 'QUEUED')
  assert.doesNotMatch((await write('precio pan de yuca 1'))!.text, /yuca/)
  const owner = await signedIn(service, store.ownerId)
  assert.match((await owner.get(`${base}/whatsapp`)).text, /Confirmar mi número/)
  assert.equal((await confirm(owner)).status, 303)
  await write('precio pan de yuca 44')
  await tap('Aplicar')
  assert.equal(await price(), 44)
})
