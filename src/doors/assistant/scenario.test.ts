import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant } from '../../../test/assistant.ts'
import { startService } from '../../../test/service.ts'
import { anOrder, aStore, order } from '../../../test/factories.ts'

const service = await startService()

suite('an assistant with only the list of tools and a key', () => {
  test('opens a shop, confirms an order and reports the week’s sales', async () => {
    const store = await aStore(service)
    const { names, done } = await anAssistant(service, store.key)
    const offered = new Set(await names())
    const use = async <Name extends string>(name: Name, args: Record<string, unknown> = {}) => {
      assert.ok(offered.has(name), name)
      return done(name, args)
    }

    const { id: storeId, currency } = (await use('get_store')).data
    assert.equal(currency, 'GTQ')
    const { pending } = (await use('get_onboarding')).data
    assert.ok(pending.some(({ id }) => id === 'first_product'))
    await use('update_store', { description: 'Café de Antigua, tostado cada semana' })

    const { id: categoryId } = (await use('create_category', { name: 'Café en grano' })).data
    const sizes = [{ name: '250 g' }, { name: '500 g', price: 150 }]
    for (const name of ['Antigua', 'Huehuetenango', 'Cobán', 'Atitlán', 'Acatenango']) {
      await use('create_product', { name, price: 85, categoryId, variants: sizes })
    }
    await use('create_discount', { code: 'BIENVENIDA', type: 'percentage', value: 10 })
    await use('create_shipping_option', { name: 'Mensajería en la ciudad', price: 25 })
    const products = (await use('list_products', { categoryId })).data
    assert.equal(products.length, 5)
    const guide = (await use('get_onboarding')).data
    assert.ok(guide.steps.find(({ id }) => id === 'shipping_option')?.done)

    const variantId = products.find(({ name }) => name === 'Antigua')!.variants[1]!.id
    const [shipping] = (await use('list_shipping_options')).data
    const wanted = { shippingOptionId: shipping!.id, discountCode: 'bienvenida' }
    const items = [{ variantId, quantity: 2 }]
    assert.equal((await order(service, { ...anOrder({ id: storeId }, items), ...wanted })).status, 201)

    const [waiting] = (await use('list_orders', { status: 'pending' })).data
    assert.equal(waiting!.total, 295)
    const full = (await use('get_order', { id: waiting!.id })).data
    assert.deepEqual(full.nextStatuses, ['confirmed', 'cancelled'])
    const confirmed = (await use('update_order_status', { id: waiting!.id, status: full.nextStatuses[0] }))
      .data
    assert.equal(confirmed.timeline.at(-1)?.by, 'assistant')

    const report = (await use('get_sales_report', { period: '7d' })).data
    const { realOrders, completedOrders, confirmedRevenue } = report.currencies[0]!
    assert.deepEqual([realOrders, completedOrders, confirmedRevenue], [1, 1, '295.00'])
    assert.equal(report.topProducts[0]!.unitsSold, 2)
  })
})
