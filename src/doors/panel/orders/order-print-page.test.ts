import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, anOrder, aProduct, order } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

suite('the slip for the kitchen', () => {
  test('has what was chosen and the note of each line, on rolls of 58 and 80 mm', async () => {
    const { person, store, base } = await aMember(service, 'STAFF')
    const choices = [
      { name: 'Napolitana' },
      { name: 'Queso extra', price: 5, maxQuantity: 3 },
      { name: 'Sin <cebolla>' },
    ]
    const group = await aModifierGroup(service, store, { choices })
    const [half, cheese, onion] = group.choices.map(({ id }) => id) as [string, string, string]
    const pizza = await aProduct(service, store, { name: 'Pizza', price: 60, modifierGroupIds: [group.id] })
    const variantId = pizza.variants[0]!.id
    const modifiers = [{ choiceId: half }, { choiceId: cheese, quantity: 2 }, { choiceId: onion }]
    const items = [
      { variantId, quantity: 2, modifiers, note: 'Bien cocida' },
      { variantId, quantity: 1 },
    ]
    const { json } = await order(service, { ...anOrder(store, []), items })
    for (const paper of ['58', '80']) {
      const { text } = await person.get(`${base}/pedidos/${json.id}/imprimir?papel=${paper}`)
      const slip = /<article class="receipt paper-(\d+)">[^]*?<\/article>/.exec(text)!
      assert.equal(slip[1], paper)
      assert.match(
        slip[0],
        /2 × Pizza ?<ul class="chosen"> ?<li>Napolitana<\/li> ?<li>2 × Queso extra<\/li> ?<li>Sin &lt;cebolla&gt;<\/li> ?<\/ul>/,
      )
      assert.match(slip[0], /<\/ul> ?<p class="item-note">Bien cocida<\/p>/)
      assert.equal(slip[0].match(/class="chosen"/g)!.length, 1)
      assert.match(slip[0], /1 × Pizza ?<\/td>/)
    }
  })
})
