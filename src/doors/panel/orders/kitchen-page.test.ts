import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, anOrder, aProduct, order } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

suite('the kitchen', () => {
  test('shows confirmed orders, the first confirmed first, with choices and notes; one tap makes one ready, with undo', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const group = await aModifierGroup(service, store, { choices: [{ name: 'Queso', price: 5 }] })
    const { variants } = await aProduct(service, store, { name: 'Pan', modifierGroupIds: [group.id] })
    const buy = async (name: string) => {
      const modifiers = [{ choiceId: group.choices[0]!.id }]
      const items = [{ variantId: variants[0]!.id, quantity: 2, note: 'Tostado', modifiers }]
      return (await order(service, { ...anOrder(store, items), name, notes: 'Mesa del patio' })).json.id
    }
    const [ana, luis, rosa] = [await buy('Ana'), await buy('Luis'), await buy('Rosa')]
    const move = (id: string, status: string) =>
      service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status } })
    await move(luis, 'confirmed')
    await move(ana, 'confirmed')
    const shown = async () => {
      const { text } = await person.get(`${base}/cocina`)
      return { text, names: [...text.matchAll(/<h2><a [^>]*>([^<]+)/g)].map(([, name]) => name) }
    }
    const { text, names } = await shown()
    assert.deepEqual(names, ['Luis', 'Ana'], 'not Rosa, whose order waits')
    assert.match(text, /<b>2 ×<\/b>\s*Pan\s*<small>Queso<\/small><small>«Tostado»<\/small>/)
    assert.match(text, /Mesa del patio/)
    assert.match(text, /<noscript><meta http-equiv="refresh" content="30">/)
    const headers = { referer: `${service.url}${base}/cocina` }
    const tapped = await person.post(`${base}/pedidos/${luis}`, { status: 'shipped' }, headers)
    assert.deepEqual([tapped.status, tapped.headers.get('location')], [303, `${base}/cocina`])
    assert.deepEqual((await shown()).names, ['Ana'])
    assert.equal((await service.get(`/api/v1/orders/${luis}`, store.key)).json.data.status, 'shipped')
    assert.ok(rosa)
  })
})
