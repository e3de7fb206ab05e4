import assert from 'node:assert/strict'
import { anAddress, aPhone, aProduct, aStore } from './factories.ts'
import type { Service } from './service.ts'
import { newId } from '../src/core/values/id.ts'

export type Fields = Record<string, string | string[]>

export const newKey = () => newId()

/** A shop with fields for its checkout form, and the requests that send them. */
export function checkoutForms(service: Service) {
  async function shopWithCart(overrides = {}) {
    const store = await aStore(service, overrides)
    const product = await aProduct(service, store, { name: 'Café', price: 100 })
    const shippingOptionId = newId()
    await service.sql`
      insert into shipping_options (store_id, id, name, price, position)
      values (${store.id}, ${shippingOptionId}, 'Envío', 25, 0)`
    await service.sql`
      insert into discounts (store_id, id, code, type, value) values (${store.id}, ${newId()}, 'HOLA10', 'percentage', 10)`
    const v = product.variants[0]!.id
    const fields = {
      v,
      n: '2',
      name: 'Ana',
      phone: aPhone(),
      address: 'Calle 1',
      shippingOptionId,
      key: newKey(),
    }
    return { store, fields }
  }

  function send(path: string, fields: Fields, headers = anAddress()) {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    )
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return service.call('POST', path, { headers: { ...headers, ...type }, body: body.toString() })
  }

  async function ordersOf(storeId: string) {
    return service.sql<{ total: number; customerPhone: string }[]>`
      select total, customer_phone from orders where store_id = ${storeId}`
  }

  const set = async ({ key }: { key: string }, settings: object) => {
    const { status, text } = await service.put('/api/v1/store', { key, body: settings })
    assert.equal(status, 200, text)
  }

  return { shopWithCart, send, ordersOf, set }
}
