import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOrder, aProduct, aShippingOption, aStore, order } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

suite('an order at a table', async () => {
  const store = await aStore(service)
  const { id: here } = await aShippingOption(service, store, { name: 'En el local', price: 0, kind: 'here' })
  const { id: brought } = await aShippingOption(service, store)
  const { variants } = await aProduct(service, store, { name: 'Pan', price: 5 })
  const buy = (rest: object) =>
    order(service, { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), ...rest })

  test('has its table, in the list, in full, and in the message', async () => {
    const { status, json } = await buy({ shippingOptionId: here, table: ' Patio 4 ' })
    assert.equal(status, 201)
    const { data } = (await service.get(`/api/v1/orders/${json.id}`, store.key)).json
    assert.deepEqual([data.deliveryKind, data.table], ['here', 'Patio 4'])
    const [listed] = (await service.get('/api/v1/orders', store.key)).json.data
    assert.equal(listed!.table, 'Patio 4')
    assert.match(new URL(json.whatsappUrl!).searchParams.get('text')!, /Mesa: Patio 4\b/)
  })

  const refused: [what: string, rest: object, reason: string][] = [
    ['without its table', { shippingOptionId: here }, 'required'],
    ['a table for a delivery', { shippingOptionId: brought, table: '4' }, 'invalid'],
    ['a table without an option', { table: '4' }, 'invalid'],
    [
      'a table of more than letters, digits, spaces and dashes',
      { shippingOptionId: here, table: '4;' },
      'pattern',
    ],
    ['a table of more than twenty', { shippingOptionId: here, table: '1'.repeat(21) }, 'max_length'],
  ]
  for (const [what, rest, reason] of refused)
    test(`${what} is 400`, async () => {
      const { status, json } = await buy(rest)
      assert.deepEqual([status, json.details.field, json.details.reason], [400, 'table', reason])
    })

  test('the checkout asks for it, and an order without an option has none', async () => {
    const { text } = await service.get(`/${store.slug}/pedir?v=${variants[0]!.id}~5&n=1`)
    assert.match(text, /data-kind="here"/)
    assert.match(text, /Para la mesa/)
    assert.equal((await buy({ shippingOptionId: brought })).status, 201)
  })

  test('is ready, not sent, in the shopper’s page, which says the table', async () => {
    const { json } = await buy({ shippingOptionId: here, table: '9' })
    for (const status of ['confirmed', 'shipped'])
      await service.put(`/api/v1/orders/${json.id}`, { key: store.key, body: { status } })
    const { text } = await service.get(new URL(json.trackingUrl).pathname)
    assert.match(text, /<h1>Tu pedido está listo<\/h1>[^]*<b>Listo<\/b>[^]*En el local[^]*Mesa 9\b/)
    assert.doesNotMatch(text, /camino|Enviado/)
  })
})
