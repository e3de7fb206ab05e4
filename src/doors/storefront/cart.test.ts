import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { anOrder, aProduct, aShippingOption, aStore, order } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { newId } from '../../core/values/id.ts'
import { totalOf } from '../../features/orders/preview-total.ts'
import { priceCart } from '../../features/carts/price-cart.ts'
import { findShop } from '../../features/catalog/shop.ts'

const service = await startService()
const { sql } = service

const RUNS = 40
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const [past, future] = [ago(3600), ago(-3600)]

const discounts = fc.record({
  type: fc.constantFrom('percentage', 'percentage', 'fixed'),
  value: fc.integer({ min: 1, max: 1000 }).map((tenths) => tenths / 10),
  minOrderTotal: fc.option(fc.integer({ min: 0, max: 300 })),
  maxUses: fc.option(fc.integer({ min: 1, max: 2 })),
  usedCount: fc.integer({ min: 0, max: 2 }),
  startsAt: fc.option(fc.constantFrom(past, past, future)),
  expiresAt: fc.option(fc.constantFrom(past, future, future)),
  isActive: fc.constantFrom(true, true, true, false),
})

type Discount = typeof discounts extends fc.Arbitrary<infer T> ? T : never

/** The code of a new discount, or one that does not exist. */
async function codeOf(storeId: string, discount: Discount | 'unknown'): Promise<string> {
  const code = newId().slice(0, 12).toUpperCase()
  if (discount === 'unknown') return code
  const { type, value, minOrderTotal, maxUses, usedCount, startsAt, expiresAt, isActive } = discount
  await sql`
    insert into discounts
      (store_id, id, code, type, value, min_order_total, max_uses, used_count, starts_at, expires_at, is_active)
    values (
      ${storeId}, ${newId()}, ${code}, ${type}, ${value}, ${minOrderTotal}, ${maxUses}, ${usedCount}, ${startsAt},
      ${expiresAt}, ${isActive}
    )`
  return code
}

suite('the total of a cart', () => {
  for (const [currency, prices] of [
    ['GTQ', [0, 0.01, 0.07, 19.99, 85.5]],
    ['CLP', [1, 101, 990, 3990]],
    ['KWD', [0.005, 1.255, 3.333, 120]],
  ] as const) {
    test(`equals the total of the order, or has the same error, in ${currency}`, async () => {
      const store = await aStore(service, { currency })
      const shop = await findShop(sql, store.slug)
      const products = await Promise.all(prices.map((price) => aProduct(service, store, { price })))
      const variantIds = products.map(({ variants }) => variants[0]!.id)
      const option = await aShippingOption(service, store, { price: 25 })
      const outcomes = new Set<string>()

      const carts = fc.uniqueArray(
        fc.record({ variantId: fc.constantFrom(...variantIds), quantity: fc.integer({ min: 1, max: 30 }) }),
        { selector: ({ variantId }) => variantId, minLength: 1 },
      )
      const codes = fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(null, 'unknown' as const) },
        { weight: 6, arbitrary: discounts },
      )
      await fc.assert(
        fc.asyncProperty(
          carts,
          codes,
          fc.constantFrom(null, option.id),
          async (items, discount, shippingOptionId) => {
            const discountCode = discount === null ? null : await codeOf(store.id, discount)
            const { lines } = await priceCart(
              sql,
              shop,
              items.map((item) => ({ ...item, seenPrice: null })),
            )
            const choice = {
              areaId: '',
              shippingOptionId: shippingOptionId ?? '',
              discountCode: discountCode ?? '',
            }
            const priced = await totalOf(sql, shop, lines, choice)

            const placed = await order(service, { ...anOrder(store, items), shippingOptionId, discountCode })
            outcomes.add(priced.codeError?.reason ?? 'placed')
            if (priced.codeError) {
              assert.equal(placed.status, 400, placed.text)
              assert.deepEqual(
                [placed.json.details.field, placed.json.details.reason],
                ['discountCode', priced.codeError.reason],
              )
              return
            }
            assert.equal(placed.status, 201, placed.text)
            const { data } = (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json
            assert.deepEqual(
              [priced.subtotal, priced.discount, priced.shipping, priced.total],
              [data.subtotal, data.discount?.amount ?? null, data.shippingOption?.price ?? null, data.total],
            )
          },
        ),
        { numRuns: RUNS, seed: 7 },
      )
      assert.ok(outcomes.size >= 4, [...outcomes].join())
    })
  }
})
