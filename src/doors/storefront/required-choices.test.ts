import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMember } from '../../../test/panel.ts'
import { withoutIndentation } from '../../../test/markup.ts'
import { startService } from '../../../test/service.ts'
import { shownPriceOf } from './shown-price.ts'
import { aModifierGroup, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'

const service = await startService()

type Group = NonNullable<Parameters<typeof aModifierGroup>[2]>
type Store = Awaited<ReturnType<typeof aStore>>

async function aProductWith(store: Store, groups: Group[], overrides: object = {}) {
  const ids = []
  for (const group of groups) ids.push((await aModifierGroup(service, store, group)).id)
  return aProduct(service, store, { name: 'Pizza', price: 0, ...overrides, modifierGroupIds: ids })
}

const pageOf = async (store: Store, path: string) =>
  withoutIndentation((await service.get(`/${store.slug}${path}`)).text).replaceAll(/\u00a0/g, ' ')

const halves: Group = {
  name: 'Mitades',
  minChoices: 2,
  maxChoices: 2,
  pricing: 'highest',
  choices: [
    { name: 'Pepperoni', price: 60 },
    { name: 'Margarita', price: 40, maxQuantity: 2 },
    { name: 'De ayer', price: 5, isActive: false },
  ],
}

/** What can be ordered at the least, tried out with each choice. */
async function cheapestOrder(store: Store, { id, variants }: { id: string; variants: { id: string }[] }) {
  const { json } = await service.get(`/api/v1/products/${id}`, store.key)
  const [group] = json.data.modifierGroups
  const least = Math.max(group!.minChoices, 1)
  const quantities = (n: number, left: number): number[][] =>
    n === group!.choices.length
      ? left === 0 ? [[]] : []
      : Array.from({ length: Math.min(group!.choices[n]!.maxQuantity, left) + 1 }, (_, one) => one).flatMap((one) =>
          quantities(n + 1, left - one).map((rest) => [one, ...rest]),
        ) // prettier-ignore
  const totals = []
  for (const chosen of quantities(0, least)) {
    const modifiers = group!.choices
      .map((choice, n) => ({ choiceId: choice.id, quantity: chosen[n]! }))
      .filter(({ quantity }) => quantity > 0)
    const placed = await order(
      service,
      anOrder(store, [{ variantId: variants[0]!.id, quantity: 1, modifiers }] as never),
    )
    assert.equal(placed.status, 201, placed.text)
    totals.push(placed.json.total)
  }
  return Math.min(...totals)
}

suite('a product whose price is what must be chosen', () => {
  test('says it on its share picture as on its card', async () => {
    const store = await aStore(service)
    const { id, slug } = await aProductWith(store, [halves])
    const picture = async () => {
      const reply = await fetch(`${service.url}/media/${store.id}/compartir/${id}`)
      return Buffer.from(await reply.arrayBuffer()).toString('base64')
    }
    const sold = await picture()
    assert.match(await pageOf(store, `/p/${slug}`), /Desde Q 40\.00/)
    assert.equal((await shownPriceOf(service.sql, store.id, id))!.replace('\u00a0', ' '), 'Desde Q 40.00')
    await service.sql`
      update modifier_groups set choices = jsonb_set(choices, '{1,price}', '45') where store_id = ${store.id}`
    assert.notEqual(await picture(), sold)
  })

  test('is «Desde» the cheapest that can be ordered wherever its price stands, and never 0', async () => {
    const store = await aStore(service, { currency: 'BRL' })
    const product = await aProductWith(store, [halves], { comparePrice: 50 })
    assert.equal(await cheapestOrder(store, product), 40)
    const card = await pageOf(store, '')
    assert.match(card, /<small>Desde<\/small>\s*<b>R\$ 40,00<\/b>\s*<s>.*?R\$ 50,00\b/s)
    assert.match(card, /−20\s%/)
    const own = await pageOf(store, `/p/${product.slug}`)
    assert.match(own, /data-price>\s*<b>Desde R\$ 40,00<\/b>/)
    assert.match(own, /<span>Agregar al carrito<\/span>\s*<b>Desde R\$ 40,00<\/b>/)
    assert.match(own, /"@type":"Offer"[^}]*"price":"40\.00"/)
    const feed = await pageOf(store, '/feed.xml')
    assert.match(feed, /<g:price>50\.00 BRL<\/g:price>\s*<g:sale_price>40\.00 BRL/)
    assert.match(await pageOf(store, '/llms.txt'), /Pizza\].*: Desde R\$ 40,00\b/)
    for (const text of [card, own, feed, await pageOf(store, '/llms.txt')])
      assert.doesNotMatch(text, /R\$ 0,00|>0\.00 BRL|"price":"0/)
  })

  test('is that price in the panel too: in the list and in an order by hand', async () => {
    const { store, base, person } = await aMember(service, 'OWNER', { currency: 'BRL' })
    await aProductWith(store, [halves])
    await aProduct(service, store, { name: 'Refresco', price: 12 })
    for (const path of ['/productos', '/pedidos/nuevo']) {
      const { text } = await person.get(`${base}${path}`)
      const shown = text
        .replaceAll(/\s/g, ' ')
        .match(/(?:Desde )?R\$ [\d,]+/g)
        ?.toSorted()
      assert.deepEqual(shown, ['Desde R$ 40,00', 'R$ 12,00'], path)
    }
  })

  test('is sorted and filtered by that price', async () => {
    const store = await aStore(service, { currency: 'BRL' })
    await aProductWith(store, [halves])
    await aProduct(service, store, { name: 'Refresco', price: 12 })
    await aProduct(service, store, { name: 'Lasaña', price: 55 })
    const namesOf = async (query: string) =>
      [...(await pageOf(store, `?${query}`)).matchAll(/<h[23] class="name">\s*<a[^>]*>([^<]+)</g)].map(
        ([, name]) => name,
      )
    assert.deepEqual(await namesOf('orden=menor-precio'), ['Refresco', 'Pizza', 'Lasaña'])
    assert.deepEqual(await namesOf('orden=mayor-precio'), ['Lasaña', 'Pizza', 'Refresco'])
    assert.deepEqual(await namesOf('hasta=39'), ['Refresco'])
    assert.deepEqual(await namesOf('desde=40&hasta=40'), ['Pizza'])
  })

  const costs: [what: string, group: Group, least: number][] = [
    ['the sum of the cheapest, as often as each may be chosen', {
      minChoices: 3, maxChoices: null, pricing: 'sum',
      choices: [{ name: 'a', price: 1.5, maxQuantity: 2 }, { name: 'b', price: 4 }, { name: 'c', price: 9 }],
    }, 7],
    ['the dearest of the cheapest', { minChoices: 2, pricing: 'highest', choices: [
      { name: 'a', price: 8 }, { name: 'b', price: 3 }, { name: 'c', price: 5 },
    ] }, 5],
    ['the mean of the cheapest, rounded half up', { minChoices: 2, pricing: 'average', choices: [
      { name: 'a', price: 1.01 }, { name: 'b', price: 1.02 }, { name: 'c', price: 9 },
    ] }, 1.02],
    ['nothing where one costs nothing', { minChoices: 1, choices: [{ name: 'a', price: 3 }, { name: 'b' }] }, 0],
  ] // prettier-ignore
  for (const [what, group, least] of costs) {
    test(`a required group costs at least ${what}, as orders do`, async () => {
      const store = await aStore(service)
      const product = await aProductWith(store, [group], { price: 10 })
      assert.equal(await cheapestOrder(store, product), 10 + least)
      const text = `Q ${(10 + least).toFixed(2)}`
      const [, shown] = /<p class="price">(.*?)<\/p>/s.exec(await pageOf(store, ''))!
      assert.equal(
        shown!
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
        `Desde ${text}`,
      )
    })
  }

  test('one with optional groups, or required ones without a price, says its own price', async () => {
    const store = await aStore(service)
    const [optional, unpriced] = [{ minChoices: 0, choices: [{ name: 'a', price: 5 }] }, { minChoices: 1 }]
    await aProductWith(store, [optional, { ...unpriced, choices: [{ name: 'b' }] }], { price: 20 })
    assert.match(await pageOf(store, ''), /<p class="price">\s*<b>Q 20\.00<\/b>/)
  })
})
