import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

const store = await aStore(service)
const product = await aProduct(service, store, {
  name: 'Tornillo',
  slug: 'tornillo',
  price: 10,
  quantityPrices: [
    { from: 12, price: 8.5 },
    { from: 100, price: 7.25 },
  ],
  variants: [{ name: 'Chico' }, { name: 'Grande' }, { name: 'Dorado', price: 20 }],
})
const [small, large] = product.variants.map(({ id }) => id) as [string, string]
const page = async (path: string) =>
  (await service.get(`/${store.slug}${path}`)).text.replaceAll(/[\u00a0\u202f]/g, ' ')
const cart = (...lines: [id: string, quantity: number, seen?: number][]) =>
  page(`/carrito?${lines.map(([id, n, seen = 10]) => `v=${id}~${seen}&n=${n}`).join('&')}`)
const totalOf = (text: string) => /Total<\/dt><dd>([^<]+)/.exec(text)?.[1]
const isOpen = (text: string) => !/formaction="[^"]*\/pedir" disabled/.test(text)

suite('prices by quantity in the shop', () => {
  test('the cart has the prices of an order, and says what is missing to the next', async () => {
    const eleven = await cart([small, 5], [large, 6])
    assert.equal(totalOf(eleven), 'Q 110.00')
    assert.equal(eleven.match(/Con 1 más, a <span class="nowrap">Q 8\.50/g)?.length, 1)
    const twelve = await cart([small, 5], [large, 7])
    assert.equal(totalOf(twelve), 'Q 102.00')
    assert.match(twelve, /Con 88 más, a <span class="nowrap">Q 7\.25/)
    assert.doesNotMatch(twelve, /Tu carrito cambió/)
    assert.match(twelve, new RegExp(`name="v" value="${small}~10"`), 'what is compared is the price of one')
  })

  test('a price that was another when it was seen is told by the price of one', async () => {
    assert.match(
      await cart([small, 12, 9]),
      /subió de <span class="nowrap">Q 9\.00<\/span> a <span class="nowrap">Q 10\.00/,
    )
  })

  test('the product says each price and what it saves, and the card the lowest', async () => {
    const text = await page('/p/tornillo')
    assert.match(text, /<li value="12" data-price="8\.5">12 o más <b>Q 8\.50<\/b><small>−15\s%/)
    assert.match(text, /<li value="100" data-price="7\.25">100 o más <b>Q 7\.25<\/b><small>−27\s%/)
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!
    const [{ offers: offer }] = JSON.parse(json!).hasVariant
    assert.equal(offer.price, '10.00')
    assert.deepEqual(
      offer.priceSpecification.map((one: { price: string; eligibleQuantity: { minValue: number } }) => [
        one.price,
        one.eligibleQuantity.minValue,
      ]),
      [
        ['8.50', 12],
        ['7.25', 100],
      ],
    )
    assert.match(await page(''), /<small>Desde<\/small>\s*<b>Q 7\.25<\/b>/)
  })

  test('below the minimum, or beside the step, the cart says so and does not go on', async () => {
    const boxed = await aProduct(service, store, {
      name: 'Caja',
      slug: 'caja',
      price: 3,
      minQuantity: 6,
      quantityStep: 4,
    })
    const { id } = boxed.variants[0]!
    const few = await cart([id, 5, 3])
    assert.match(few, /Se piden 6 como mínimo, y son 5\b/)
    assert.ok(!isOpen(few))
    const odd = await cart([id, 9, 3])
    assert.match(odd, /Se vende de a 4, y son 9: agrega 3 o quita 1\b/)
    assert.ok(!isOpen(odd))
    assert.ok(isOpen(await cart([id, 8, 3])))
    const text = await page('/p/caja')
    assert.match(text, /name="n" type="number" value="8"/)
    assert.match(text, /Se pide mínimo 6, de a 4\b/)
    assert.match(await page(''), /p\/caja#pedir/, 'one of it can not be added from the list')
  })
})
