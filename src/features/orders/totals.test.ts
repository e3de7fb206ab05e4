import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aDiscount, anOrder, aProduct, aShippingOption, aStore, order } from '../../../test/factories.ts'

const service = await startService()

type Sum = {
  currency: string
  /** price × quantity */
  items: [price: number, quantity: number][]
  percentage?: number
  fixed?: number
  minOrderTotal?: number
  shipping?: number
}

async function place({ currency, items, percentage, fixed, minOrderTotal, shipping }: Sum) {
  const store = await aStore(service, { currency })
  const lines = []
  for (const [price, quantity] of items) {
    const { variants } = await aProduct(service, store, { price })
    lines.push({ variantId: variants[0]!.id, quantity })
  }
  const type = percentage === undefined ? 'fixed' : 'percentage'
  const value = percentage ?? fixed
  if (value !== undefined) await aDiscount(service, store, { code: 'CODIGO', type, value, minOrderTotal })
  const option = shipping === undefined ? null : await aShippingOption(service, store, { price: shipping })
  const placed = await order(service, {
    ...anOrder(store, lines),
    discountCode: value === undefined ? null : 'CODIGO',
    shippingOptionId: option?.id ?? null,
  })
  if (placed.status !== 201) return placed
  return { ...placed, order: (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data }
}

// Done by hand.
const sums: [what: string, sum: Sum, subtotal: number, discount: number | null, total: number][] = [
  ['tenths that binary can not hold', { currency: 'MXN', items: [[0.1, 1], [0.2, 1]] }, 0.3, null, 0.3],
  ['many times an odd price', { currency: 'GTQ', items: [[1.1, 9999], [0.07, 3]] }, 10_999.11, null, 10_999.11],
  ['a price of nothing', { currency: 'GTQ', items: [[0, 5]] }, 0, null, 0],
  ['shipping on top', { currency: 'GTQ', items: [[85.5, 2]], shipping: 35.25 }, 171, null, 206.25],
  ['CLP: 15 % of 11,970 is 1,795.5', { currency: 'CLP', items: [[3990, 3]], percentage: 15, shipping: 2500 }, 11_970, 1796, 12_674],
  ['CLP: 5 % of 990 is 49.5', { currency: 'CLP', items: [[990, 1]], percentage: 5 }, 990, 50, 940],
  ['CLP: 33 % of 101 is 33.33', { currency: 'CLP', items: [[101, 1]], percentage: 33 }, 101, 33, 68],
  ['MXN: 12.5 % of 59.97 is 7.49625', { currency: 'MXN', items: [[19.99, 3]], percentage: 12.5, shipping: 49.9 }, 59.97, 7.5, 102.37],
  ['MXN: 10 % of 10.05 is 1.005', { currency: 'MXN', items: [[10.05, 1]], percentage: 10 }, 10.05, 1.01, 9.04],
  ['MXN: 15 % of 0.07 is 0.0105', { currency: 'MXN', items: [[0.07, 1]], percentage: 15 }, 0.07, 0.01, 0.06],
  ['MXN: 1 % of 0.01 is nothing', { currency: 'MXN', items: [[0.01, 1]], percentage: 1 }, 0.01, 0, 0.01],
  ['GTQ: 33.3333 % of 99.99', { currency: 'GTQ', items: [[99.99, 1]], percentage: 33.3333 }, 99.99, 33.33, 66.66],
  ['GTQ: all of it, but not the shipping', { currency: 'GTQ', items: [[120, 1]], percentage: 100, shipping: 30 }, 120, 120, 30],
  ['GTQ: a fixed amount', { currency: 'GTQ', items: [[85.5, 2]], fixed: 20.75, shipping: 25 }, 171, 20.75, 175.25],
  ['GTQ: a fixed amount never eats shipping', { currency: 'GTQ', items: [[35.5, 1]], fixed: 50, shipping: 25 }, 35.5, 35.5, 25],
  ['GTQ: never below nothing', { currency: 'GTQ', items: [[35.5, 1]], fixed: 50 }, 35.5, 35.5, 0],
  ['GTQ: exactly the minimum', { currency: 'GTQ', items: [[50, 2]], fixed: 10, minOrderTotal: 100 }, 100, 10, 90],
  ['KWD: 10 % of 2.510', { currency: 'KWD', items: [[1.255, 2]], percentage: 10 }, 2.51, 0.251, 2.259],
  ['KWD: 10 % of 0.005 is 0.0005', { currency: 'KWD', items: [[0.005, 1]], percentage: 10 }, 0.005, 0.001, 0.004],
  ['KWD: a fixed 0.125', { currency: 'KWD', items: [[3.333, 3]], fixed: 0.125, shipping: 1.5 }, 9.999, 0.125, 11.374],
  ['the highest there is', { currency: 'GTQ', items: [[999_999_999.99, 1]] }, 999_999_999.99, null, 999_999_999.99],
  ['the highest with shipping', { currency: 'GTQ', items: [[999_999_999, 1]], shipping: 0.99 }, 999_999_999, null, 999_999_999.99],
] // prettier-ignore

suite('the total of an order', () => {
  for (const [what, sum, subtotal, discount, total] of sums) {
    test(what, async () => {
      const placed = await place(sum)
      assert.equal(placed.status, 201, placed.text)
      assert.ok('order' in placed)
      assert.equal(placed.order.subtotal, subtotal)
      assert.equal(placed.order.discount?.amount ?? null, discount)
      assert.equal(placed.order.total, total)
    })
  }

  const tooHigh: [what: string, sum: Sum][] = [
    ['items', { currency: 'GTQ', items: [[500_000_000, 2]] }],
    ['items and shipping', { currency: 'GTQ', items: [[999_999_999.99, 1]], shipping: 0.01 }],
    ['the largest order there is', { currency: 'CLP', items: [[999_999_999, 9999]] }],
    ['thousandths', { currency: 'KWD', items: [[999_999_999.99, 1], [0.001, 1]] }],
  ] // prettier-ignore
  for (const [what, sum] of tooHigh) {
    test(`400 when it passes the maximum: ${what}`, async () => {
      const refused = await place(sum)
      assert.equal(refused.status, 400, refused.text)
      assert.deepEqual([refused.json.details.field, refused.json.details.reason], ['items', 'maximum'])
    })
  }
})
