import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()

suite('a line whose choices can not be ordered so', () => {
  test('is chosen again from what it had', async () => {
    const store = await aStore(service)
    const bases = await aModifierGroup(service, store, {
      name: 'Masa', minChoices: 1, maxChoices: 1, choices: [{ name: 'Delgada' }, { name: 'Rellena' }],
    }) // prettier-ignore
    const toppings = await aModifierGroup(service, store, {
      choices: [{ name: 'Queso', price: 5, maxQuantity: 3 }, { name: 'Tocino' }],
    })
    const { slug, variants } = await aProduct(service, store, {
      name: 'Pizza',
      modifierGroupIds: [bases.id, toppings.id],
    })
    const [cheese, bacon] = toppings.choices.map(({ id }) => id) as [string, string]
    const refs = [`${cheese.slice(0, 6)}-2`, bacon.slice(0, 6)].join('.')
    const line = encodeURIComponent(`${variants[0]!.id}~10*${refs}*Sin sal & bien cocida`)
    const cart = (await service.get(`/${store.slug}/carrito?v=${line}&n=2`)).text
    const [, again = ''] =
      /formaction="[^"]*" name="otra" value="([^"]*)"[^>]*>Elige otra vez/.exec(cart) ?? []
    assert.match(again, /\*Sin sal &amp; bien cocida$/)

    const address = `/${store.slug}/p/${slug}?otra=${encodeURIComponent(again.replaceAll('&amp;', '&'))}`
    const { text } = await service.get(address)
    assert.match(text, new RegExp(`name="choices.${cheese}.quantity"[^>]*value="2"`))
    assert.match(text, new RegExp(`<input[^>]*${bacon}[^>]*checked`))
    assert.match(text, /name="note"[^>]*value="Sin sal &amp; bien cocida"/)
    assert.doesNotMatch((await service.get(`/${store.slug}/p/${slug}`)).text, / checked[^>]*value="[^"]/)
    for (const otra of ['x', '***', 'a'.repeat(5000)]) {
      const odd = await service.get(`/${store.slug}/p/${slug}?otra=${otra}`)
      assert.equal(odd.status, 200)
    }
  })
})
