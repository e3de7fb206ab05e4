import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOrder, aProduct, aShippingOption, order } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const map = 'https://www.google.com/maps/search/?api=1&amp;query=14.5586,-90.7295'

async function aShopWithAreas() {
  const { store, base, person } = await aMember(service, 'STAFF')
  const { variants } = await aProduct(service, store, { name: 'Pizza', price: 100 })
  const areas = [{ name: 'Jocotenango', price: 15.5 }, { name: 'Ciudad Vieja' }]
  const option = await aShippingOption(service, store, { name: 'A domicilio', price: 35, areas })
  const plain = await aShippingOption(service, store, { name: 'Recoger', price: 0, kind: 'pickup' })
  const items = [{ variantId: variants[0]!.id, quantity: 1 }]
  return { store, base, person, items, option, plain, area: option.areas[0]! }
}
type Shop = Awaited<ReturnType<typeof aShopWithAreas>>

const byHand = ({ base, person, items }: Shop, fields: Record<string, string>) =>
  person.post(`${base}/pedidos/nuevo`, {
    name: 'Luis',
    phone: '+502 5555 1234',
    'items.0.variantId': items[0]!.variantId,
    'items.0.quantity': '1',
    ...fields,
  })

suite('an order that the panel enters for an area', () => {
  test('costs what the area costs, and shows it', async () => {
    const shop = await aShopWithAreas()
    const form = (await shop.person.get(`${shop.base}/pedidos/nuevo`)).text
    assert.match(form, />A domicilio, según la zona</)
    assert.match(form, />A domicilio: Jocotenango, Q\s15\.50</)
    assert.match(form, />A domicilio: Ciudad Vieja, Q\s35\.00</)
    const sent = await byHand(shop, { shippingOptionId: shop.option.id, areaId: shop.area.id })
    assert.equal(sent.status, 303, sent.text)
    assert.match((await shop.person.follow(sent)).text, /A domicilio, Jocotenango<\/th><td>Q\s15\.50</)
    const { data } = (await service.get('/api/v1/orders', shop.store.key)).json
    assert.deepEqual([data.length, data[0]!.total], [1, 115.5])
  })

  test('needs one where the option has areas, and none where it has not', async () => {
    const shop = await aShopWithAreas()
    for (const [fields, message] of [
      [{ shippingOptionId: shop.option.id, areaId: '' }, /areaId-wrong">Elige la zona/],
      [{ shippingOptionId: shop.plain.id, areaId: shop.area.id }, /areaId-wrong">La zona no existe/],
    ] as const) {
      const { status, text } = await byHand(shop, fields)
      assert.equal(status, 400)
      assert.match(text, message)
    }
    assert.equal((await service.get('/api/v1/orders', shop.store.key)).json.total, 0)
  })
})

suite('an order for an area with a place', () => {
  test('shows both in the panel, in the copied text and on paper; the place wins over the address', async () => {
    const { store, base, person, items, option, area } = await aShopWithAreas()
    const placed = await order(service, {
      ...anOrder(store, items),
      address: '4a Calle 12',
      shippingOptionId: option.id,
      areaId: area.id,
      location: { latitude: 14.5586, longitude: -90.7295 },
    })
    const page = `${base}/pedidos/${placed.json.id}`
    const { text } = await person.get(page)
    assert.match(text, /4a Calle 12<br><b>Jocotenango<\/b>/)
    assert.ok(text.includes(`href="${map}"`), 'the place')
    assert.doesNotMatch(text, /query=4a%20Calle/)
    const [, copied = ''] = /data-copy="(PED-[^"]*)"/.exec(text) ?? []
    assert.ok(copied.includes(`\nJocotenango\n${map}\n`), copied)
    for (const paper of ['58', '80', 'a4']) {
      const slip = (await person.get(`${page}/imprimir?papel=${paper}`)).text
      assert.match(slip, /4a Calle 12 ?<br><b>Jocotenango<\/b>/)
      assert.ok(slip.includes(`<p>${map}</p>`), paper)
    }
  })
})
