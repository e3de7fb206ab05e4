import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, aPerson, startChatWorker } from '../../../test/chat.ts'
import { aPlacedOrder, aProduct } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'

const meta = await startMeta()
const service = await startService(meta.env)
startChatWorker(service)

async function anOwnerOfCakes() {
  const owner = await anOwner(service, meta)
  const { id } = await aProduct(service, owner.store, { name: 'Bolo de cenoura', price: 40 })
  const product = async () => (await service.get(`/api/v1/products/${id}`, owner.store.key)).json.data
  const stock = async () => (await product()).variants[0]!.stock
  const price = async () => (await product()).price
  const closedUntil = async () => (await service.get('/api/v1/store', owner.store.key)).json.data.closedUntil
  return { ...owner, stock, price, closedUntil }
}

suite('an owner', () => {
  for (const [language, words] of Object.entries({
    es: {
      out: 'agotado',
      counted: 'hay',
      price: 'precio',
      pause: 'pausa 2h',
      open: 'abierto',
      yes: 'sí',
      no: 'no',
    },
    pt: {
      out: 'esgotado',
      counted: 'tem',
      price: 'preço',
      pause: 'pausa 2h',
      open: 'aberto',
      yes: 'sim',
      no: 'não',
    },
    en: {
      out: 'sold out',
      counted: 'in stock',
      price: 'price',
      pause: 'pause 2 hours',
      open: 'open',
      yes: 'yes',
      no: 'no',
    },
  })) {
    test(`manages the shop in ${language}, and answers what is shown by a word`, async () => {
      const { write, stock, price, closedUntil } = await anOwnerOfCakes()
      await write(`${words.out} bolo`)
      assert.equal(await stock(), null)
      await write(words.yes)
      assert.equal(await stock(), 0)
      await write(`${words.counted} bolo de cenoura 12`)
      await write(words.yes)
      assert.equal(await stock(), 12)
      await write(`${words.price} bolo 50`)
      assert.match((await write(words.no))!.text, /no cambié nada/)
      assert.match((await write(words.yes))!.text, /No hay ningún cambio por aplicar/)
      assert.equal(await price(), 40)
      await write(words.pause)
      await write(words.yes)
      assert.ok(Date.parse((await closedUntil())!) > Date.now())
      await write(words.open)
      await write(words.yes)
      assert.equal(await closedUntil(), null)
    })
  }

  for (const [ask, confirm, until] of [
    ['pedidos', 'confirma', 'fechado até amanhã 9h'],
    ['orders', 'confirm', 'closed until tomorrow 9 am'],
  ] as const)
    test(`reads and confirms orders: ${ask}, ${confirm}; ${until}`, async () => {
      const { write, store, closedUntil } = await anOwnerOfCakes()
      const { orderNumber } = await aPlacedOrder(service, store)
      assert.equal((await write(ask))!.choices[0]!.title, orderNumber)
      assert.match((await write(`${confirm} ${orderNumber}`))!.text, /está confirmado/)
      await write(until)
      await write('yes')
      assert.match((await closedUntil())!, /T15:00:00.000Z$/)
    })

  test('takes back by a word what was changed last, and nothing twice', async () => {
    const { write, price } = await anOwnerOfCakes()
    assert.match((await write('deshacer'))!.text, /No hay ningún cambio que deshacer/)
    await write('preço bolo 50')
    await write('sim')
    assert.equal(await price(), 50)
    assert.match((await write('desfazer'))!.text, /quedó como antes/)
    assert.equal(await price(), 40)
    assert.match((await write('undo'))!.text, /ya se deshizo/)
    assert.equal(await price(), 40)
  })

  test('takes nothing back in place of an order that was moved since', async () => {
    const { write, price, store } = await anOwnerOfCakes()
    const { orderNumber } = await aPlacedOrder(service, store)
    await write('precio bolo 50')
    await write('sí')
    await write(`confirmar ${orderNumber}`)
    assert.match((await write('deshacer'))!.text, /no se puede deshacer/)
    assert.equal(await price(), 50)
  })

  test('applies no change that was shown before something else was said', async () => {
    const { write, price } = await anOwnerOfCakes()
    await write('precio bolo 50')
    await write('hoy')
    assert.match((await write('sí'))!.text, /No hay ningún cambio por aplicar/)
    await write('precio bolo 50')
    await write('gracias, ok?')
    assert.match((await write('sí'))!.text, /No hay ningún cambio por aplicar/)
    assert.equal(await price(), 40)
  })

  test('applies a change that was shown, after an emoji that got no reply', async () => {
    const { write, price } = await anOwnerOfCakes()
    await write('precio bolo 50')
    assert.equal(await write('👍'), undefined)
    await write('SÍ!')
    assert.equal(await price(), 50)
  })
})

suite('a reply', () => {
  const answersIn = {
    pt: {
      today: [
        '*Café de la Antigua*, hoje',
        'Vendas: 0, no total de Q 0.00',
        'A confirmar: 1',
        'A enviar: 0',
        'A caminho: 0',
      ],
      soldOut: [
        '*Bolo de cenoura* vai ficar assim: esgotado.\nAgora: sem contar o estoque.',
        'Aplicar',
        'Não',
      ],
      confirmed: 'O pedido {order} de Ana Morales está confirmado.',
      ship: 'Enviado',
      help: /^\*esgotado Café de altura\*: sem estoque$/m,
    },
    en: {
      today: [
        '*Café de la Antigua*, today',
        'Sales: 0, for Q 0.00',
        'To confirm: 1',
        'To send: 0',
        'On the way: 0',
      ],
      soldOut: ['*Bolo de cenoura* will be: sold out.\nNow: stock not counted.', 'Apply', 'No'],
      confirmed: 'Order {order} from Ana Morales is confirmed.',
      ship: 'Sent',
      help: /^\*sold out Café de altura\*: none left$/m,
    },
  }
  for (const [language, expected] of Object.entries(answersIn))
    test(`is in the language of the member, the store's until hers is set: ${language}`, async () => {
      const { write, store } = await anOwnerOfCakes()
      const { orderNumber } = await aPlacedOrder(service, store)
      await service.sql`update stores set language = ${language} where id = ${store.id}`
      assert.deepEqual((await write('hoy'))!.text.split('\n').slice(0, 5), expected.today)
      const shown = await write('agotado bolo')
      assert.deepEqual([shown!.text, ...shown!.choices.map(({ title }) => title)], expected.soldOut)
      assert.match((await write('hello'))!.text, expected.help)
      const confirmed = await write(`confirmar ${orderNumber}`)
      assert.equal(confirmed!.text, expected.confirmed.replace('{order}', orderNumber))
      assert.deepEqual(
        confirmed!.choices.map(({ title }) => title),
        [expected.ship],
      )
      await service.sql`update accounts set language = 'es' where id = ${store.ownerId}`
      assert.match((await write('hoje'))!.text, /^\*Café de la Antigua\*, hoy/)
    })

  test('prepares a message to the customer in the language of the shop', async () => {
    const { write, tap, store } = await anOwnerOfCakes()
    const { orderNumber } = await aPlacedOrder(service, store)
    await service.sql`update stores set language = 'pt' where id = ${store.id}`
    await service.sql`update accounts set language = 'en' where id = ${store.ownerId}`
    await write(`cancel ${orderNumber}`)
    const { text } = (await tap('Sold out'))!
    assert.match(text, /is cancelled\.\n\nTell Ana Morales: https:\/\/wa\.me/)
    assert.match(decodeURIComponent(text), /Olá, Ana Morales\. Não podemos atender seu pedido/)
  })

  test('to a shopper is in the language of the shop that she ordered from last', async () => {
    const { store } = await anOwnerOfCakes()
    const shopper = aPerson(service, meta)
    await aPlacedOrder(service, store, { phone: shopper.phone })
    await service.sql`update stores set language = 'pt' where id = ${store.id}`
    assert.match((await shopper.write('oi'))!.text, /^Olá\. Este número não é atendido por uma pessoa/)
    assert.match((await shopper.write('parar'))!.text, /^Pronto: não vamos mais enviar mensagens\./)
  })
})
