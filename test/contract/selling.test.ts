import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../service.ts'
import { aPhone, aStore } from '../factories.ts'
import { clientOf, errorOf } from './client.ts'

const service = await startService()
const store = await aStore(service)
const vitrina = clientOf(service, { key: store.key })
const shopper = () => clientOf(service)

async function aCoffee(name = 'Café de Huehuetenango', price = 85) {
  return (await vitrina.createProduct({ body: { name, price } })).data
}

async function ordered(
  overrides: { discountCode?: string; shippingOptionId?: string; paymentMethodId?: string } = {},
) {
  const { variants } = await aCoffee(`Café ${aPhone()}`)
  const items = [{ variantId: variants[0]!.id, quantity: 2 }]
  const body = { storeId: store.id, name: 'Lucía Batz', phone: aPhone(), items, ...overrides }
  return { body, placed: await shopper().createOrder({ body }) }
}

suite('a shop and its catalog, through the client', () => {
  test('the store is read and its settings changed', async () => {
    const description = 'Tostamos cada martes en la 4a avenida.'
    assert.equal((await vitrina.updateStore({ body: { description } })).data.description, description)
    const { data } = await vitrina.getStore()
    assert.deepEqual([data.id, data.description, data.currency], [store.id, description, 'GTQ'])
  })

  test('a product is created, read, updated, deleted and restored', async () => {
    const variants = [{ name: '340 g' }, { name: '1 lb', price: 115 }]
    const { data: made } = await vitrina.createProduct({
      body: { name: 'Café de Atitlán', price: 85, variants },
    })
    assert.deepEqual(made.variants.map(({ name, price }) => [name, price]), [['340 g', 85], ['1 lb', 115]]) // prettier-ignore
    const { data: changed } = await vitrina.updateProduct({ id: made.id, body: { comparePrice: 99.5 } })
    assert.equal(changed.comparePrice, 99.5)
    assert.deepEqual((await vitrina.getProduct({ id: made.id, variants: 'all' })).data, changed)
    assert.deepEqual((await vitrina.deleteProduct({ id: made.id })).data, { id: made.id, deleted: true })
    assert.equal((await errorOf(vitrina.getProduct({ id: made.id }))).code, 'NOT_FOUND')
    assert.equal((await vitrina.restoreProduct({ id: made.id })).data.id, made.id)
  })

  test('the prices of a store of its own are shown, then changed', async () => {
    const shop = await aStore(service)
    const theirs = clientOf(service, { key: shop.key })
    const { id } = (await theirs.createProduct({ body: { name: 'Tejido', price: 100 } })).data
    const { seen, changed } = (await theirs.changePrices({ body: { percent: 5, dryRun: true } })).data
    assert.equal(changed, 1)
    await theirs.changePrices({ body: { percent: 5, seen } })
    assert.equal((await theirs.getProduct({ id })).data.price, 105)
  })

  test('all products are iterated over pages, each of them once', async () => {
    const other = await aStore(service)
    const theirs = clientOf(service, { key: other.key })
    const names = Array.from({ length: 7 }, (_none, i) => `Tejido ${i}`)
    for (const name of names) await theirs.createProduct({ body: { name, price: 250 } })
    const read: string[] = []
    for await (const { name } of theirs.each('listProducts', { limit: 3, sort: 'name' })) read.push(name)
    assert.deepEqual(read, names)
    const page = await theirs.listProducts({ limit: 3, offset: 6 })
    assert.deepEqual([page.data.length, page.total, page.limit, page.offset], [1, 7, 3, 6])
  })

  test('a category is created, listed, updated and deleted', async () => {
    const { data: made } = await vitrina.createCategory({ body: { name: 'Cafés de altura' } })
    await vitrina.updateCategory({ id: made.id, body: { position: 4 } })
    const { data } = await vitrina.listCategories()
    assert.deepEqual(data.map(({ id, slug, position }) => [id, slug, position]), [[made.id, 'cafes-de-altura', 4]]) // prettier-ignore
    assert.equal((await vitrina.deleteCategory({ id: made.id })).data.deleted, true)
    assert.equal((await vitrina.listCategories()).total, 0)
  })

  test('a discount is created, listed, updated and deleted', async () => {
    const body = { code: 'feria15', type: 'percentage', value: 15 } as const
    const { data: made } = await vitrina.createDiscount({ body })
    assert.equal(made.code, 'FERIA15')
    assert.equal((await vitrina.updateDiscount({ id: made.id, body: { maxUses: 20 } })).data.maxUses, 20)
    assert.equal((await vitrina.listDiscounts()).total, 1)
    assert.equal((await vitrina.deleteDiscount({ id: made.id })).data.deleted, true)
  })

  test('a shipping option is created, listed, updated and deleted', async () => {
    const { data: made } = await vitrina.createShippingOption({ body: { name: 'Guatex', price: 38 } })
    const changed = await vitrina.updateShippingOption({ id: made.id, body: { estimatedDelivery: '2 días' } })
    assert.deepEqual((await vitrina.listShippingOptions()).data, [changed.data])
    assert.equal((await vitrina.deleteShippingOption({ id: made.id })).data.deleted, true)
  })
})

suite('an order, through the client', () => {
  test("is placed without a key at the server's prices", async () => {
    await vitrina.createDiscount({ body: { code: 'MAYO10', type: 'percentage', value: 10 } })
    const { data: shipping } = await vitrina.createShippingOption({ body: { name: 'Guatex', price: 38 } })
    const { placed } = await ordered({ discountCode: 'mayo10', shippingOptionId: shipping.id })
    const { data } = await vitrina.getOrder({ id: placed.id })
    assert.deepEqual([data.subtotal, data.discount?.amount, data.total], [170, 17, 191])
    assert.deepEqual(data.shippingOption, { name: 'Guatex', price: 38, area: null })
    assert.equal(placed.orderNumber, data.orderNumber)
  })

  test('changes status, and appears in the lists by status', async () => {
    const { placed } = await ordered()
    for (const status of ['confirmed', 'shipped', 'delivered'] as const) {
      const { data } = await vitrina.updateOrder({ id: placed.id, body: { status } })
      assert.deepEqual([data.status, data.timeline.at(-1)!.by], [status, 'api'])
    }
    const delivered = []
    for await (const { id } of vitrina.each('listOrders', { status: 'delivered' })) delivered.push(id)
    assert.deepEqual(delivered, [placed.id])
    const error = await errorOf(vitrina.updateOrder({ id: placed.id, body: { status: 'cancelled' } }))
    assert.deepEqual([error.status, error.code], [409, 'INVALID_STATUS_TRANSITION'])
    assert.deepEqual(error.details, { from: 'delivered', to: 'cancelled', allowed: [] })
  })

  test('is replayed for the same idempotency key, and rejected as a duplicate with another', async () => {
    const { body } = await ordered()
    const fresh = { ...body, phone: aPhone() }
    const first = await shopper().createOrder({ body: fresh, idempotencyKey: 'pedido-1' })
    assert.deepEqual(await shopper().createOrder({ body: fresh, idempotencyKey: 'pedido-1' }), first)
    const again = await errorOf(shopper().createOrder({ body: fresh }))
    assert.deepEqual([again.status, again.code], [409, 'DUPLICATE_ORDER'])
    assert.equal(again.details['orderNumber'], first.orderNumber)
    const reused = await errorOf(shopper().createOrder({ body, idempotencyKey: 'pedido-1' }))
    assert.equal(reused.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('creates its customer, who is found by phone with the orders', async () => {
    const { body, placed } = await ordered()
    const { data } = await vitrina.listCustomers({ search: body.phone })
    assert.deepEqual(
      data.map(({ name, orderCount }) => [name, orderCount]),
      [['Lucía Batz', 1]],
    )
    const { data: customer } = await vitrina.getCustomer({ id: data[0]!.id })
    assert.deepEqual(
      customer.orders.map(({ id }) => id),
      [placed.id],
    )
  })

  test('counts in the statistics and the report once it is confirmed', async () => {
    const other = await aStore(service)
    const theirs = clientOf(service, { key: other.key })
    const { data: product } = await theirs.createProduct({ body: { name: 'Huipil', price: 450 } })
    const items = [{ variantId: product.variants[0]!.id, quantity: 3 }]
    const body = { storeId: other.id, name: 'Marta Ixcot', phone: aPhone(), items }
    const { id } = await shopper().createOrder({ body })
    await theirs.updateOrder({ id, body: { status: 'confirmed' } })
    const { data: stats } = await theirs.getStats()
    assert.deepEqual([stats.totalOrders, stats.revenue, stats.popularProducts[0]!.unitsSold], [1, 1350, 3])
    const { data: report } = await theirs.getSalesReport({ period: '30d', timeZone: 'America/Guatemala' })
    assert.equal(report.currencies[0]!.confirmedRevenue, '1350.00')
    assert.deepEqual(report.topProducts.map(({ productId, unitsSold }) => [productId, unitsSold]), [[product.id, 3]]) // prettier-ignore
  })
})

suite('getting paid, through the client', () => {
  test('a payment method is created, listed, read, updated and deleted', async () => {
    const accounts = [{ label: 'Banco Industrial', value: '447-001923-6' }]
    const body = { kind: 'transfer', name: 'Transferencia', accounts } as const
    const { data: made } = await vitrina.createPaymentMethod({ body })
    const { data: changed } = await vitrina.updatePaymentMethod({ id: made.id, body: { name: 'Banco' } })
    assert.deepEqual((await vitrina.listPaymentMethods()).data, [changed])
    assert.deepEqual((await vitrina.getPaymentMethod({ id: made.id })).data, changed)
    assert.equal((await vitrina.deletePaymentMethod({ id: made.id })).data.deleted, true)
  })

  test('an order is in review with its receipt, and paid when the shop says so', async () => {
    const { data: method } = await vitrina.createPaymentMethod({ body: { kind: 'transfer', name: 'Banco' } })
    const { placed } = await ordered({ paymentMethodId: method.id })
    const token = placed.trackingUrl.split('/').at(-1)!
    const file = new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' })
    assert.deepEqual(await shopper().createReceipt({ body: { token, file } }), { state: 'REVIEW' })
    await vitrina.setOrderPayment({ id: placed.id, body: { state: 'PAID', reference: '77120' } })
    const { data } = await vitrina.getOrder({ id: placed.id })
    assert.deepEqual([data.payment!.state, data.payment!.reference], ['PAID', '77120'])
  })

  test('a change of an order is proposed and withdrawn', async () => {
    const { placed } = await ordered()
    const { data: order } = await vitrina.getOrder({ id: placed.id })
    const items = [{ variantId: order.items[0]!.variantId!, quantity: 2 }]
    const body = { items, message: '¿Te llevamos dos?' }
    const { data } = await vitrina.proposeChange({ id: placed.id, body })
    assert.equal(data.proposal!.items[0]!.quantity, 2)
    assert.equal((await vitrina.withdrawProposal({ id: placed.id })).data.proposal!.state, 'WITHDRAWN')
  })
})

suite('a review, through the client', () => {
  test('is created without a key, moderated and deleted', async () => {
    const { id: productId } = await aCoffee('Café para opinar')
    const body = { storeId: store.id, productId, name: 'Rosa', text: 'Llegó recién tostado.', rating: 5 }
    const { id } = await shopper().createReview({ body })
    assert.equal((await vitrina.listReviews({ status: 'pending', productId })).total, 1)
    assert.equal((await vitrina.updateReview({ id, body: { status: 'approved' } })).data.status, 'approved')
    assert.equal((await vitrina.deleteReview({ id })).data.deleted, true)
    assert.equal((await vitrina.listReviews({ productId })).total, 0)
  })
})
