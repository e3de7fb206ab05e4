import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, startChatWorker } from './chat.ts'
import { anAddress, anOrder, aProduct, aStore } from './factories.ts'
import { markTexts, unmarked } from './marked-texts.ts'
import { startMeta } from './meta.ts'
import { startService } from './service.ts'
import { orderButton } from '../src/features/whatsapp/buttons.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
startChatWorker(service)
markTexts()

/** An owner of a shop whose names are in an alphabet that none of our texts is in. */
async function anOwnerOfCakes() {
  const owner = await anOwner(service, meta)
  const { id } = owner.store
  await sql`update stores set name = 'Лавка' where id = ${id}`
  await aProduct(service, owner.store, { name: 'Пирог с яблоком', price: 40 })
  const { variants } = await aProduct(service, owner.store, { name: 'Пирог с вишней', price: 40 })
  await aProduct(service, owner.store, {
    name: 'Чай 5',
    variants: [
      { name: 'Большой', price: 10, stock: 1 },
      { name: 'Малый', stock: 0 },
    ],
  })
  const order = async () => {
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    const body = { ...anOrder(owner.store, items), name: 'Анна', address: 'Улица 7', notes: 'Быстро' }
    return (await service.post('/api/orders', { headers: anAddress(), body })).json
  }
  return { ...owner, order }
}

/** What was answered in a conversation, and recorded of it, that has no translations. */
async function unmarkedOf({ store, phone }: { store: { id: string }; phone: string }) {
  const replies = await sql<{ payload: object }[]>`
    select payload from delivery_payloads where store_id in (${store.id}, ${phone}) and payload ? 'text'`
  const records = await sql<{ summary: string }[]>`
    select summary from whatsapp_messages where phone = ${phone} and summary is not null`
  assert.ok(replies.length > 0)
  return [...replies.flatMap(({ payload }) => textsOf(payload)), ...records.map(({ summary }) => summary)]
    .flatMap((text) => unmarked(text))
    .filter((line) => !/^PED-\w{6}$/.test(line))
}

/** All strings but ids. */
const textsOf = (value: object): string[] =>
  Object.entries(value).flatMap(([name, one]) =>
    name === 'id' || one === null
      ? []
      : typeof one === 'string'
        ? [one]
        : typeof one === 'object'
          ? textsOf(one)
          : [],
  )

suite('a reply to an owner has no text without its translations', () => {
  const conversations: Record<string, string[]> = {
    help: ['ayuda', 'gracias', 'sí', 'deshacer', 'PED-000000'],
    'what waits': ['hoy', 'reporte', 'pedidos', 'confirmar'],
    stock: [
      'agotado пирог',
      'agotado пирог с яблоком',
      'sí',
      'sí',
      'agotado пирог с яблоком',
      'deshacer',
      'deshacer',
    ],
    names: [
      'agotado пирок',
      'agotado самолёт',
      'hay 3',
      'hay чай 5',
      'stock чай',
      'stock пирог с вишней',
      'hay чай 7',
    ],
    prices: [
      'precio пирог с вишней 50',
      'no',
      'precio пирог с вишней 40',
      'precio чай 7',
      'precio чай',
      'precio чай US$ 5',
    ],
    times: [
      'abierto',
      'pausa',
      'pausa 2',
      'pausa 2h',
      'sí',
      'abierto',
      'sí',
      'cerrado hasta ayer',
      'cerrado hasta mañana 9',
    ],
  }
  for (const [about, texts] of Object.entries(conversations))
    test(`about ${about}`, async () => {
      const owner = await anOwnerOfCakes()
      for (const text of texts) await owner.write(text)
      assert.deepEqual(await unmarkedOf(owner), [])
    })

  test('about orders', async () => {
    const owner = await anOwnerOfCakes()
    const [one, two] = [await owner.order(), await owner.order()]
    for (const text of ['hoy', 'pedidos', 'confirmar', one.orderNumber]) await owner.write(text)
    for (const step of ['confirmar', 'enviado', 'entregado', 'cancelar'])
      await owner.write(`${step} ${one.orderNumber}`)
    const tap = (step: Parameters<typeof orderButton>[2], at?: number) =>
      owner.answered({ reply: { id: orderButton(owner.store.id, two.id, step, at), title: 'x' } })
    await tap('ship', 1)
    await tap('reject')
    await tap('no-stock')
    await owner.write('reporte')
    assert.deepEqual(await unmarkedOf(owner), [])
  })

  test('about several stores, with taps on what was shown', async () => {
    const owner = await anOwnerOfCakes()
    const other = await aStore(service, { whatsappNumber: owner.phone, ownerId: owner.store.ownerId })
    await sql`update stores set name = 'Рынок' where id = ${other.id}`
    await owner.write('hoy')
    await owner.tap('Лавка')
    await owner.write('ayuda')
    await owner.write('precio пирог с вишней 50')
    for (const button of ['⟦Aplicar⟧', '⟦Aplicar⟧', '⟦No⟧', '⟦Deshacer⟧', '⟦Deshacer⟧', '⟦No⟧'])
      await owner.tap(button)
    assert.deepEqual(await unmarkedOf(owner), [])
  })

  test('about messages', async () => {
    const owner = await anOwnerOfCakes()
    for (const text of ['stop', 'start']) await owner.write(text)
    assert.deepEqual(await unmarkedOf(owner), [])
  })
})
