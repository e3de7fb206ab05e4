import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkoutForms } from '../../../test/checkout-form.ts'
import { aShippingOption, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { shopWithCart, send, set } = checkoutForms(service)

async function aShopWithAreas() {
  const { store, fields } = await shopWithCart()
  const option = await aShippingOption(service, store, {
    price: 35,
    areas: [{ name: 'Zona 1', price: 15, postalCodes: ['01001', '01002'] }, { name: 'Fuera' }],
  })
  return { store, option, fields: { ...fields, shippingOptionId: option.id } }
}

suite('GET /{slug}/pedir/zonas', () => {
  test('is the postal codes of an option by area, and nothing of another store', async () => {
    const { store, option } = await aShopWithAreas()
    const read = async (slug: string, query: string) => {
      const { status, text } = await service.get(`/${slug}/pedir/zonas${query}`)
      assert.equal(status, 200)
      return JSON.parse(text) as unknown
    }
    const codes = { [option.areas[0]!.id]: ['01001', '01002'] }
    assert.deepEqual(await read(store.slug, `?envio=${option.id}`), codes)
    const stranger = await aStore(service)
    assert.deepEqual(await read(stranger.slug, `?envio=${option.id}`), {})
    for (const query of ['', '?envio=', '?envio=x&envio=y'])
      assert.deepEqual(await read(store.slug, query), {})
    await service.sql`update shipping_options set is_active = false where id = ${option.id}`
    assert.deepEqual(await read(store.slug, `?envio=${option.id}`), {})
  })
})

suite('the sums of a checkout with areas', () => {
  test('have no total before an area is chosen, unless the delivery is free in all of them', async () => {
    const { store, option, fields } = await aShopWithAreas()
    const sums = async (areaId: string) => {
      const { text } = await send(`/${store.slug}/pedir/total`, { ...fields, areaId })
      return [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)/g)].map(([, name, value]) =>
        `${name}: ${value}`.replaceAll(/\s/g, ' '),
      )
    }
    assert.deepEqual(await sums(''), ['Productos: Q 200.00', 'Envío: Según la zona'])
    const chosen = ['Productos: Q 200.00', 'Envío: Q 15.00', 'Total: Q 215.00']
    assert.deepEqual(await sums(option.areas[0]!.id), chosen)
    await set(store, { freeShippingFrom: 200 })
    const free = ['Productos: Q 200.00', 'Envío: Gratis', 'Total: Q 200.00']
    assert.deepEqual(await sums(''), free)
    assert.deepEqual(await sums(option.areas[0]!.id), free)
  })
})
