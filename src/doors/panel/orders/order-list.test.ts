import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  aMethod,
  aModifierGroup,
  anOrder,
  aPlacedOrder,
  aProduct,
  aShippingOption,
  order,
} from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** A pizza with extra cheese to Zona 10, paid in cash with 200; and one to Zona 4 by transfer. */
async function aShopWithTwoOrders() {
  const member = await aMember(service, 'STAFF')
  const { store, base, person } = member
  const group = await aModifierGroup(service, store, { choices: [{ name: 'Queso', price: 5 }] })
  const { variants } = await aProduct(service, store, {
    name: 'Pizza',
    price: 60,
    modifierGroupIds: [group.id],
  })
  const areas = [{ name: 'Zona 10' }, { name: 'Zona 4' }]
  const option = await aShippingOption(service, store, { name: 'A domicilio', price: 15, areas })
  const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
  const transfer = await aMethod(service, store)
  const modifiers = [{ choiceId: group.choices[0]!.id }]
  const place = async (fields: object) => {
    const items = [{ variantId: variants[0]!.id, quantity: 2, note: 'Sin cebolla', modifiers }]
    const placed = await order(service, {
      ...anOrder(store, items),
      address: '4a Calle 12',
      shippingOptionId: option.id,
      ...fields,
    })
    assert.equal(placed.status, 201, placed.text)
    return placed.json.id
  }
  const [near, far] = [
    await place({
      areaId: option.areas[0]!.id,
      paymentMethodId: cash.id,
      changeFor: 200,
      notes: 'Tocar el timbre',
    }),
    await place({ areaId: option.areas[1]!.id, paymentMethodId: transfer.id }),
  ]
  const listed = async (query: string) => {
    const { text } = await person.get(`${base}/pedidos${query}`)
    return { text, ids: [near, far].filter((id) => text.includes(`/pedidos/${id}`)) }
  }
  return { person, store, base, cash, near, far, listed }
}

suite('the list of orders', () => {
  test('says what was chosen, the notes, the area and how it is paid, in Hoy too', async () => {
    const { person, base, listed } = await aShopWithTwoOrders()
    for (const text of [(await listed('')).text, (await person.get(base)).text]) {
      assert.match(text, />2 × Pizza \+ Queso \[Sin cebolla\]\. Nota: Tocar el timbre</)
      assert.match(text, /<span>Zona 10<\/span>[^]*Por pagar<\/span><span>Efectivo<\/span>/)
    }
  })

  test('says of each kind of delivery where it goes and when', async () => {
    const { person, base, store } = await aMember(service, 'STAFF')
    const wantedAt = new Date(Date.now() + 86_400_000).toISOString()
    const places = { delivery: { address: '4a Calle 12' }, pickup: { wantedAt }, here: { table: '4' } }
    for (const [kind, place] of Object.entries(places)) {
      const { id: shippingOptionId } = await aShippingOption(service, store, { name: kind, price: 0, kind })
      await aPlacedOrder(service, store, { ...place, shippingOptionId })
    }
    const { text } = await person.get(`${base}/pedidos`)
    for (const line of [
      /<span>Entrega<\/span>/,
      /<span>Recoge (?:hoy|mañana), \d+:\d\d/,
      /<span>Mesa 4<\/span>/,
    ])
      assert.match(text, line)
  })

  test('begins with who waits longest, in Hoy too', async () => {
    const { base, person, store, near, far, listed } = await aShopWithTwoOrders()
    const placed = await Promise.all(
      Array.from({ length: 4 }, () => aPlacedOrder(service, store).then(({ id }) => id)),
    )
    const orderOf = (text: string) =>
      [...text.matchAll(/class="row" href="[^"]*\/pedidos\/([^"]+)"/g)].map(([, id]) => id)
    const all = orderOf((await listed('')).text)
    assert.deepEqual([all.slice(0, 2), all.length], [[near, far], 2 + placed.length])
    assert.deepEqual(orderOf((await person.get(base)).text), all.slice(0, 5))
  })

  test('is filtered by payment method and by area, and keeps both on the other tabs', async () => {
    const { cash, near, far, listed } = await aShopWithTwoOrders()
    const byMethod = await listed(`?forma=${cash.id}`)
    assert.deepEqual(byMethod.ids, [near])
    assert.match(byMethod.text, new RegExp(`<option value="${cash.id}" selected>Efectivo</option>`))
    assert.match(byMethod.text, new RegExp(`href="[^"]*estado=pending&amp;forma=${cash.id}"`))
    assert.deepEqual((await listed('?zona=Zona+4')).ids, [far])
    assert.match((await listed('?zona=Zona+4')).text, /<option value="Zona 4" selected>/)
    assert.deepEqual((await listed(`?zona=Zona+4&forma=${cash.id}`)).ids, [])
    const gone = (await listed('?zona=Zona+99&forma=cash')).text
    assert.match(gone, /No encontramos pedidos así/)
    assert.match(gone, /<option value="Zona 99" selected>Zona 99 \(ya no existe\)<\/option>/)
    assert.match(gone, /<option value="cash" selected>Un método que ya no existe<\/option>/)
  })

  test('has no filters where the store has neither methods nor areas', async () => {
    const { base, person } = await aMember(service, 'STAFF')
    assert.doesNotMatch((await person.get(`${base}/pedidos`)).text, /<select/)
  })
})

suite('the page of an order', () => {
  test('begins with how much, paid or not, the change to give back, and then what', async () => {
    const { person, base, near } = await aShopWithTwoOrders()
    const { text } = await person.get(`${base}/pedidos/${near}`)
    assert.match(
      text,
      /class="total">Q\s145\.00<\/b>\s*<span class="badge plain">Por pagar<\/span><span>Efectivo</,
    )
    assert.match(
      text,
      /Por pagar[^]*<b>Paga con Q\s200\.00: dale Q\s55\.00 de cambio<\/b>[^]*Lo que pidió[^]*4a Calle 12/,
    )
    const slip = (await person.get(`${base}/pedidos/${near}/imprimir`)).text
    assert.match(slip, /Efectivo: por pagar<\/b><br>Paga con Q\s200\.00: dale Q\s55\.00 de cambio/)
  })
})
