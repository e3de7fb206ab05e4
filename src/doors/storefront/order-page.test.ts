import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'
import { checkoutForms, newKey } from '../../../test/checkout-form.ts'

const service = await startService()
const { shopWithCart, send } = checkoutForms(service)

suite('the page of an order', () => {
  /** Where the form led to, without what that tells the page's script. */
  const placed = async (slug: string, fields: Record<string, string>) =>
    (await send(`/${slug}/pedir`, fields)).headers.get('location')!.replace(/#listo$/, '')

  test('the page of an order is found only by its tracking token, in its own store', async () => {
    const { store, fields } = await shopWithCart()
    const location = await placed(store.slug, fields)
    const elsewhere = location.replace(store.slug, (await aStore(service)).slug)
    assert.equal((await service.get(elsewhere)).status, 404)
    assert.equal((await service.get(`/${store.slug}/pedido/${newId()}`)).status, 404)
  })

  test('the page of an order lets the shopper cancel while it is pending, and not later', async () => {
    const { store, fields } = await shopWithCart()
    const first = await placed(store.slug, fields)
    assert.equal((await send(`${first}/cancelar`, {})).status, 303)
    assert.match((await service.get(first)).text, /Este pedido se canceló/)

    const second = await placed(store.slug, { ...fields, key: newKey() })
    await service.sql`update orders set status = 'confirmed' where tracking_token = ${second.split('/').at(-1)!}`
    const late = await send(`${second}/cancelar`, {})
    const { text } = await service.get(late.headers.get('location')!)
    assert.match(text, /Tu pedido está confirmado/)
    assert.match(text, /No se canceló: [^<]* ya lo había confirmado/)
    assert.doesNotMatch((await service.get(second)).text, /No se canceló/)
  })

  test('the page of an order returns its status to the polling of an open page, by its tracking token', async () => {
    const { store, fields } = await shopWithCart()
    const location = await placed(store.slug, fields)
    const token = location.split('/').at(-1)!
    const state = await service.get(`${location}/estado`)
    assert.deepEqual([state.status, state.text], [200, 'pending'])
    assert.equal(state.headers.get('cache-control'), 'no-store')
    await service.sql`update orders set status = 'confirmed' where tracking_token = ${token}`
    assert.equal((await service.get(`${location}/estado`)).text, 'confirmed')
    assert.match((await service.get(location)).text, /id="steps" data-status="confirmed"/)
    const elsewhere = location.replace(store.slug, (await aStore(service)).slug)
    assert.equal((await service.get(`${elsewhere}/estado`)).status, 404)
    await service.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    assert.equal((await service.get(`${location}/estado`)).status, 404)
  })

  test('the page of an order opens the chat with a message that fits its status', async () => {
    const { store, fields } = await shopWithCart()
    const location = await placed(store.slug, fields)
    const token = location.split('/').at(-1)!
    const message = async (status: string) => {
      await service.sql`update orders set status = ${status} where tracking_token = ${token}`
      const [, text] =
        /wa\.me\/\d+\?text=([^"]*)" /.exec((await service.get(location)).text.replaceAll('">', '" ')) ?? []
      return decodeURIComponent(text!)
    }
    assert.match(await message('pending'), /Acabo de hacer el pedido/)
    for (const [status, words] of [
      ['confirmed', 'ya está confirmado'],
      ['shipped', 'va en camino'],
      ['delivered', 'ya me llegó'],
      ['cancelled', 'se canceló'],
    ] as const) {
      assert.match(await message(status), new RegExp(`mi pedido \\*PED-\\w+\\*, que ${words}`))
    }
  })
})
