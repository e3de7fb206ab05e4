import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { aModifierGroup, anOrder, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { placeOrderAs, type NewOrder } from './create.ts'

const service = await startService()
const placement = { notify: false, by: 'panel', isTest: false } as const
const place = (store: { id: string }, items: NewOrder['items']) =>
  placeOrderAs(service.sql, { ...anOrder(store, []), items }, placement)

suite('the largest order', () => {
  test('of fifty lines with thirty choices each costs no more for each line than a smaller one', async () => {
    const store = await aStore(service)
    const groups: Awaited<ReturnType<typeof aModifierGroup>>[] = []
    for (let g = 0; g < 10; g++) {
      const choices = Array.from({ length: 50 }, (_, n) => ({ name: `Opción ${n}`, price: n + 0.25 }))
      groups.push(await aModifierGroup(service, store, { name: `Grupo ${g}`, choices }))
    }
    const { variants } = await aProduct(service, store, { modifierGroupIds: groups.map(({ id }) => id) })
    const itemsOf = (count: number) =>
      Array.from({ length: count }, (_, line) => ({
        variantId: variants[0]!.id,
        quantity: 1,
        note: `Línea ${line}`,
        modifiers: groups.flatMap(({ choices }) =>
          [0, 1, 2].map((n) => ({ choiceId: choices[(line + n) % 50]!.id })),
        ),
      }))
    const [large, small] = [itemsOf(50), itemsOf(12)]
    const { order } = await place(store, large)
    assert.equal(order.items.length, 50)
    assert.equal(order.items[49]!.modifiers!.length, 30)
    const times = { large: Infinity, small: Infinity }
    for (let round = 0; round < 50 && !(times.large < 10 * times.small); round++) {
      times.small = Math.min(times.small, await elapsed(() => place(store, small)))
      times.large = Math.min(times.large, await elapsed(() => place(store, large)))
    }
    assert.ok(times.large < 10 * times.small, `${times.large} ms, a quarter of it ${times.small} ms`)
  })
})

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

suite('the price of what is chosen', () => {
  for (const [currency, digits] of [
    ['GTQ', 2],
    ['CLP', 0],
  ] as const) {
    test(`is exact for sum, highest and average, rounded half up, in ${currency}`, async () => {
      const store = await aStore(service, { currency })
      const unit = 10 ** digits
      const cents = fc.integer({ min: 0, max: 99_999 })
      const chosen = fc.array(fc.record({ cents, quantity: fc.integer({ min: 1, max: 20 }) }), {
        minLength: 1,
        maxLength: 5,
      })
      const pricing = fc.constantFrom('sum' as const, 'highest' as const, 'average' as const)
      await fc.assert(
        fc.asyncProperty(cents, pricing, chosen, async (base, how, some) => {
          const group = await aModifierGroup(service, store, {
            pricing: how,
            choices: some.map((one, n) => ({ name: `${n}`, price: one.cents / unit, maxQuantity: 20 })),
          })
          const product = await aProduct(service, store, { price: base / unit, modifierGroupIds: [group.id] })
          const modifiers = some.map(({ quantity }, n) => ({ choiceId: group.choices[n]!.id, quantity }))
          const { order } = await place(store, [
            { variantId: product.variants[0]!.id, quantity: 3, modifiers },
          ])
          const expected = base + priceOf(how, some)
          assert.equal(order.items[0]!.unitPrice, expected / unit)
          assert.equal(order.subtotal, (expected * 3) / unit)
        }),
        { numRuns: 25 },
      )
    })
  }
})

/** In units of the currency's last digit. */
function priceOf(how: 'sum' | 'highest' | 'average', chosen: { cents: number; quantity: number }[]): number {
  if (how === 'highest') return Math.max(...chosen.map(({ cents }) => cents))
  const sum = chosen.reduce((all, { cents, quantity }) => all + cents * quantity, 0)
  if (how === 'sum') return sum
  const count = chosen.reduce((all, { quantity }) => all + quantity, 0)
  return Math.floor((2 * sum + count) / (2 * count))
}
