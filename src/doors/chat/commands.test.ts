import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, startChatWorker } from '../../../test/chat.ts'
import { anAddress, anOrder, aPlacedOrder, aProduct } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'

const meta = await startMeta()
const service = await startService(meta.env)
startChatWorker(service)

async function anOwnerSelling(...names: string[]) {
  const owner = await anOwner(service, meta)
  const products: Awaited<ReturnType<typeof aProduct>>[] = []
  for (const name of names) products.push(await aProduct(service, owner.store, { name, price: 10 }))
  const stocks = async (n = 0) =>
    (await service.get(`/api/v1/products/${products[n]!.id}`, owner.store.key)).json.data.variants.map(
      ({ stock }) => stock,
    )
  const price = async (n = 0) =>
    (await service.get(`/api/v1/products/${products[n]!.id}`, owner.store.key)).json.data.price
  const store = async () => (await service.get('/api/v1/store', owner.store.key)).json.data
  return { ...owner, products, stocks, price, saved: store }
}

const titles = (answer: { choices: { title: string }[] } | undefined) =>
  answer!.choices.map(({ title }) => title)

suite('a command of an owner', () => {
  for (const [currency, price, shown] of [
    ['GTQ', 12.5, 'Q 25.00'],
    ['CLP', 12_990, '$25.980'],
    ['BRL', 1_299.5, 'R$ 2.599,00'],
  ] as const) {
    test(`hoy tells what was sold and what waits, in ${currency}`, async () => {
      const owner = await anOwner(service, meta, { currency })
      const { variants } = await aProduct(service, owner.store, { price })
      const ids: string[] = []
      for (let n = 0; n < 4; n++) {
        const body = anOrder(owner.store, [{ variantId: variants[0]!.id, quantity: 1 }])
        ids.push((await service.post('/api/orders', { headers: anAddress(), body })).json.id)
      }
      const move = (n: number, status: string) =>
        service.put(`/api/v1/orders/${ids[n]}`, { key: owner.store.key, body: { status } })
      await move(0, 'confirmed')
      await move(1, 'confirmed')
      await move(1, 'shipped')
      assert.equal(
        (await owner.write('hoy'))!.text,
        [
          '*Café de la Antigua*, hoy',
          `Ventas: 2, por ${shown}`,
          'Por confirmar: 2',
          'Por enviar: 1',
          'En camino: 1',
          '',
          'Para verlos, escribe *pedidos*.',
        ].join('\n'),
      )
    })
  }

  test('agotado shows what will change, applies it by a tap, once, and takes it back', async () => {
    const owner = await anOwnerSelling('Pan de yuca', 'Café')
    const shown = await owner.write('Agotado  pan de yuca')
    assert.match(shown!.text, /\*Pan de yuca\* quedará así: agotado/)
    assert.deepEqual(titles(shown), ['Aplicar', 'No'])
    assert.deepEqual(await owner.stocks(), [null])
    const applied = await owner.tap('Aplicar')
    assert.deepEqual(await owner.stocks(), [0])
    assert.deepEqual(titles(applied), ['Deshacer'])
    assert.match((await owner.tap('Aplicar'))!.text, /ya estaba aplicado/)
    assert.match((await owner.tap('Deshacer'))!.text, /quedó como antes/)
    assert.deepEqual(await owner.stocks(), [null])
    assert.match((await owner.tap('Deshacer'))!.text, /ya se deshizo/)
    const { data } = (await service.get('/api/v1/changes', owner.store.key)).json
    assert.deepEqual(
      data.map(({ by }) => by),
      ['whatsapp', 'whatsapp'],
    )
  })

  test('is dropped by No', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    await owner.write('agotado pan de yuca')
    assert.match((await owner.tap('No'))!.text, /no cambié nada/)
    assert.match((await owner.tap('Aplicar'))!.text, /no cambié nada/)
    assert.deepEqual(await owner.stocks(), [null])
  })

  test('that names several products lists them; a similar name is a question; another one is not found', async () => {
    const owner = await anOwnerSelling('Pan de yuca', 'Pan de maíz')
    assert.deepEqual(titles(await owner.write('agotado pan')).toSorted(), ['Pan de maíz', 'Pan de yuca'])
    assert.match((await owner.tap('Pan de maíz'))!.text, /\*Pan de maíz\* quedará así: agotado\./)
    await owner.tap('Aplicar')
    assert.deepEqual([await owner.stocks(0), await owner.stocks(1)], [[null], [0]])
    const near = await owner.write('agotado yuka')
    assert.match(near!.text, /¿Quisiste decir/)
    assert.deepEqual(titles(near), ['Pan de yuca'])
    assert.match((await owner.write('agotado zapatos'))!.text, /No encontré «zapatos»/)
  })

  test('hay counts, or stops counting', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    await owner.write('hay pan de yuca 12')
    await owner.tap('Aplicar')
    assert.deepEqual(await owner.stocks(), [12])
    await owner.write('hay pan de yuca')
    await owner.tap('Aplicar')
    assert.deepEqual(await owner.stocks(), [null])
  })

  test('hay with a number alone asks of what, those that run out first', async () => {
    const owner = await anOwnerSelling('Pan de yuca', 'Café', 'Té')
    await owner.write('hay café 3')
    await owner.tap('Aplicar')
    const asked = await owner.write('hay 5')
    assert.match(asked!.text, /¿De qué producto hay 5\?/)
    assert.deepEqual(titles(asked), ['Café', 'Té', 'Pan de yuca'])
    await owner.tap('Té')
    await owner.tap('Aplicar')
    assert.deepEqual([await owner.stocks(1), await owner.stocks(2)], [[3], [5]])
  })

  test('stock tells how many are left, and with a number sets them', async () => {
    const owner = await anOwnerSelling('Pan de yuca', 'Coca 600')
    assert.equal((await owner.write('stock pan'))!.text, '*Pan de yuca*: sin contar existencias.')
    assert.match((await owner.write('stock pan de yuca 12'))!.text, /quedará así: 12 disponibles/)
    await owner.tap('Aplicar')
    assert.equal((await owner.write('stock pan'))!.text, '*Pan de yuca*: 12 disponibles.')
    assert.equal((await owner.write('stock coca 600'))!.text, '*Coca 600*: sin contar existencias.')
  })

  test('reporte tells the sales of seven days and what sold best', async () => {
    const owner = await anOwner(service, meta)
    const order = await aPlacedOrder(service, owner.store)
    await owner.write(`confirmar ${order.orderNumber}`)
    assert.equal(
      (await owner.write('reporte'))!.text,
      [
        '*Café de la Antigua*, últimos 7 días',
        'Ventas: 1, por Q 100.00',
        'Los 7 días anteriores: 0, por Q 0.00',
        '',
        'Lo más vendido:',
        '1 × Café de altura',
      ].join('\n'),
    )
  })

  test('with an order number moves the order, with other words shows it; confirmar alone lists what waits', async () => {
    const owner = await anOwner(service, meta)
    const { orderNumber } = await aPlacedOrder(service, owner.store)
    assert.match((await owner.write(`no confirmar ${orderNumber}`))!.text, /está pendiente/)
    assert.deepEqual(titles(await owner.write('confirmar')), [orderNumber])
    assert.match((await owner.write(`Confirmar ${orderNumber.toLowerCase()} 🙏`))!.text, /está confirmado/)
    assert.match((await owner.write(`enviado  ${orderNumber}`))!.text, /está enviado/)
    assert.match((await owner.write(`${orderNumber} PED-000000`))!.text, /Puedes escribirme esto/)
    assert.match((await owner.write(`cancelar ${orderNumber}`))!.text, /¿Por qué no puedes\?/)
    assert.match((await owner.write('confirmar'))!.text, /No tienes pedidos por confirmar/)
  })

  test('moves the order of its number, whatever later customers call themselves', async () => {
    const owner = await anOwner(service, meta)
    const { id, orderNumber } = await aPlacedOrder(service, owner.store)
    const other = await aPlacedOrder(service, owner.store, { name: `Ana ${orderNumber}` })
    assert.match(
      (await owner.write(`confirmar ${orderNumber}`))!.text,
      new RegExp(`${orderNumber} .*confirmado`),
    )
    const statusOf = async (one: string) =>
      (await service.get(`/api/v1/orders/${one}`, owner.store.key)).json.data.status
    assert.deepEqual([await statusOf(id), await statusOf(other.id)], ['confirmed', 'pending'])
  })

  test('is understood between emojis, stars and spaces; thanks get a line, an emoji nothing', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    for (const text of ['pausa 2h 🙏', '  *pausa*  2h!', '🙂 pausa 2h'])
      assert.match((await owner.write(text))!.text, /cerrará hasta el .*m\. Mientras/, text)
    assert.equal((await owner.write('¡Muchas gracias! 🙌🏽'))!.text, 'Con gusto.')
    for (const text of ['👍🏽', 'ok', '🇬🇹']) assert.equal(await owner.write(text), undefined, text)
    assert.match((await owner.write('?'))!.text, /Puedes escribirme esto/)
  })

  test('hay asks whether a number is a part of the name', async () => {
    const owner = await anOwnerSelling('Coca 600', 'Coca litro')
    const asked = await owner.write('hay coca 600')
    assert.match(asked!.text, /«600» puede ser la cantidad/)
    assert.deepEqual(titles(asked).toSorted(), ['Coca 600', 'Coca 600', 'Coca litro'])
    assert.match((await owner.tap('Coca litro'))!.text, /\*Coca litro\* quedará así: 600 disponibles/)
  })

  test('precio takes amounts as the country writes them', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    assert.match((await owner.write('precio pan de yuca Q 12.50'))!.text, /costará Q 12\.50/)
    await owner.tap('Aplicar')
    assert.equal(await owner.price(), 12.5)
    assert.match((await owner.write('precio pan de yuca 12,990.5'))!.text, /costará Q 12,990\.50/)
    assert.match((await owner.write('precio pan de yuca 12.990'))!.text, /costará Q 12,990\.00/)
    assert.match((await owner.write('precio pan de yuca'))!.text, /No entendí el precio/)
    assert.equal(await owner.price(), 12.5)
  })

  test('that was shown before somebody else changed the product is not applied', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    await owner.write('precio pan de yuca 12')
    await service.put(`/api/v1/products/${owner.products[0]!.id}`, {
      key: owner.store.key,
      body: { price: 15 },
    })
    assert.match((await owner.tap('Aplicar'))!.text, /cambió desde/)
    assert.equal(await owner.price(), 15)
  })

  test('pausa closes the shop, for orders too; abierto opens it', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    const { variants } = owner.products[0]!
    const order = () =>
      service.post('/api/orders', {
        headers: anAddress(),
        body: anOrder(owner.store, [{ variantId: variants[0]!.id, quantity: 1 }]),
      })
    await owner.write('pausa 2h')
    assert.equal((await order()).status, 201)
    await owner.tap('Aplicar')
    const { closedUntil, ordersWhileClosed } = await owner.saved()
    const minutes = (Date.parse(closedUntil!) - Date.now()) / 60_000
    assert.ok(minutes > 118 && minutes <= 121, closedUntil!)
    assert.equal(ordersWhileClosed, true)
    assert.equal((await order()).status, 409)
    await owner.write('abierto')
    await owner.tap('Aplicar')
    assert.equal((await owner.saved()).closedUntil, null)
    assert.equal((await owner.saved()).closedForOrders, false)
    assert.match((await owner.write('abierto'))!.text, /ya está abierta/)
  })

  test('cerrado hasta closes it until an hour in the zone of the store, and is taken back', async () => {
    const owner = await anOwnerSelling()
    assert.match((await owner.write('cerrado hasta mañana 9 ✌️'))!.text, /9:00 a\.\sm\. Mientras tanto/)
    assert.match((await owner.tap('Aplicar'))!.text, /9:00 a\.\sm\. Para abrir antes/)
    const { closedUntil } = await owner.saved()
    assert.match(closedUntil!, /T15:00:00.000Z$/)
    await owner.tap('Deshacer')
    assert.equal((await owner.saved()).closedUntil, null)
    for (const button of ['No', 'Aplicar'])
      assert.equal((await owner.tap(button))!.text, 'Eso ya se deshizo: está como antes.')
  })

  test('hoy and pedidos tell what is, and an order opens by a tap or its number', async () => {
    const owner = await anOwnerSelling()
    assert.match((await owner.write('pedidos'))!.text, /No tienes pedidos/)
    const { orderNumber } = await aPlacedOrder(service, owner.store)
    const listed = await owner.write('pedidos')
    assert.deepEqual(listed!.choices, [
      { ...listed!.choices[0], title: orderNumber, description: 'Ana Morales, Q 100.00, pendiente' },
    ])
    assert.match(
      (await owner.tap(orderNumber))!.text,
      /está pendiente.*1 × Café de altura.*Total: Q 100\.00/s,
    )
    assert.deepEqual(titles(await owner.write(orderNumber.toLowerCase())), ['Confirmar', 'No puedo'])
  })

  test('that is not understood, or long, gets the help with a product of the shop', async () => {
    const owner = await anOwnerSelling('Pan de yuca')
    for (const text of ['ayuda', 'hola', 'agotado', 'hoy mismo', `agotado ${'x'.repeat(300)}`]) {
      assert.match(
        (await owner.write(text))!.text,
        /\*agotado Pan de yuca\*: sin stock.*\*precio Pan de yuca Q 10\.00\*/s,
        text,
      )
    }
  })
})
